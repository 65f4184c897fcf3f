import type { ComponentChildren } from 'preact';
import type { DeviceKind } from '../../src/domain/device.js';
import { hashOf, type Place } from '../state/place.js';

/** Leads to another place of the console. */
export function Link({ to, class: name, children }: { to: Place; class?: string; children: ComponentChildren }) {
  return (
    <a href={hashOf(to)} class={name}>
      {children}
    </a>
  );
}

/** Leads to a device, by its name. */
export function DeviceLink({ kind, name }: { readonly kind: DeviceKind; readonly name: string }) {
  return (
    <Link to={{ at: 'device', kind, name }} class="code">
      <bdi>{name}</bdi>
    </Link>
  );
}

/** Leads to a number. */
export function NumberLink({ dirn }: { readonly dirn: string }) {
  return (
    <Link to={{ at: 'number', dirn }} class="code">
      <bdi>{dirn}</bdi>
    </Link>
  );
}
