import type { ComponentChildren } from 'preact';
import type { DeviceKind } from '../../src/domain/device.js';
import { hashOf, type Route } from '../state/route.js';
import { CopyBeside } from './copy.js';
import { Text } from './text.js';

/** Links to another page of the console. */
export function Link({ to, class: name, children }: { to: Route; class?: string; children: ComponentChildren }) {
  return (
    <a href={hashOf(to)} class={name}>
      {children}
    </a>
  );
}

/** Links to a device, by its name. */
export function DeviceLink({ kind, name }: { readonly kind: DeviceKind; readonly name: string }) {
  return <Named to={{ at: 'device', kind, name }} name={name} />;
}

/** A device's description, and its name. */
export function DescribedDevice({
  description,
  ...device
}: Parameters<typeof DeviceLink>[0] & { description: string }) {
  return (
    <>
      <Text text={description} /> <DeviceLink {...device} />
    </>
  );
}

/** Links to a number. */
export function NumberLink({ dirn }: { readonly dirn: string }) {
  return <Named to={{ at: 'number', dirn }} name={dirn} />;
}

function Named({ to, name }: { readonly to: Route; readonly name: string }) {
  return (
    <span class="named">
      <Link to={to} class="code">
        <Text text={name} />
      </Link>
      <CopyBeside text={name} />
    </span>
  );
}
