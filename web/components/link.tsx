import type { ComponentChildren } from 'preact';
import type { DeviceKind } from '../../src/domain/device.js';
import { descriptionOf } from '../state/known-devices.js';
import { hashOf, type Route } from '../state/route.js';
import { texts } from '../texts/texts.js';
import { CopyBeside } from './copy.js';
import { LateText } from './late-text.js';
import { Text } from './text.js';

/** Links to another page of the console. */
export function Link({ to, class: name, children }: { to: Route; class?: string; children: ComponentChildren }) {
  return (
    <a href={hashOf(to)} class={name}>
      {children}
    </a>
  );
}

interface DeviceLinkProps {
  readonly kind: DeviceKind;
  readonly name: string;
}

/** Links to a device, by its name. */
export function DeviceLink({ kind, name }: DeviceLinkProps) {
  return <Named to={{ at: 'device', kind, name }} name={name} />;
}

interface DescribedDeviceProps extends DeviceLinkProps {
  /** If it is left out, it is looked up as soon as the device comes into sight; its line is there before. */
  readonly description?: string | undefined;
}

/** A device's description, and its name. */
export function DescribedDevice({ description, kind, name }: DescribedDeviceProps) {
  const named = { device: name, deviceKind: kind };
  return (
    <>
      {description === undefined ? (
        <LateText of={`${kind} ${name}`} read={() => descriptionOf(named)} class="device__description" />
      ) : (
        <Text text={description} />
      )}{' '}
      <DeviceLink kind={kind} name={name} />
    </>
  );
}

/** Links to a number. */
export function NumberLink({ dirn }: { readonly dirn: string }) {
  return <Named to={{ at: 'number', dirn }} name={dirn} />;
}

/**
 * Links to the numbers of a device's lines, each an item of a list, so that they are apart also if they are read aloud
 * or copied.
 * @param here the number of the page, which is marked
 */
export function LineLinks({ dirns, here }: { readonly dirns: readonly string[]; readonly here?: string }) {
  return (
    <ul class="lines" aria-label={texts.number.lines}>
      {dirns.map((dirn) => (
        <li key={dirn} class={dirn === here ? 'line--this' : undefined}>
          <NumberLink dirn={dirn} />
        </li>
      ))}
    </ul>
  );
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
