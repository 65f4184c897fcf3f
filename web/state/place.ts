import { signal } from '@preact/signals';
import type { DeviceKind } from '../../src/domain/device.js';

/** Which changes a page of the history shows; what is left out is not asked for. */
export interface ChangesFilter {
  readonly phone?: string;
  readonly profile?: string;
  readonly user?: string;
  readonly dirn?: string;
  readonly since?: string;
}

/** What the page shows. The part of the address behind `#` names it, so that it can be linked to. */
export type Place =
  | { readonly at: 'home' }
  | { readonly at: 'number'; readonly dirn: string }
  | { readonly at: 'relabel'; readonly dirn: string }
  | { readonly at: 'search'; readonly text: string }
  | { readonly at: 'device'; readonly kind: DeviceKind; readonly name: string }
  | { readonly at: 'changes'; readonly filter: ChangesFilter }
  | { readonly at: 'change'; readonly id: string }
  | { readonly at: 'state' }
  | { readonly at: 'nowhere' };

export const place = signal<Place>({ at: 'home' });

/** Shows what the address names, now and whenever it changes. */
export function followAddress(): void {
  const follow = (): void => {
    place.value = placeIn(location.hash);
  };
  window.addEventListener('hashchange', follow);
  follow();
}

export function goTo(to: Place): void {
  location.hash = hashOf(to);
}

/** @returns the address of a place, `#/number/2003` */
export function hashOf(to: Place): string {
  switch (to.at) {
    case 'number':
      return path('number', to.dirn);
    case 'relabel':
      return path('number', to.dirn, 'relabel');
    case 'search':
      return path('search', to.text);
    case 'device':
      return path(to.kind, to.name);
    case 'changes': {
      const query = new URLSearchParams({ ...to.filter }).toString();
      return query === '' ? path('changes') : `${path('changes')}?${query}`;
    }
    case 'change':
      return path('changes', to.id);
    case 'state':
      return path('state');
    default:
      return '#/';
  }
}

/** @param hash the part of an address from its `#` on; one that names nothing is 'nowhere' */
export function placeIn(hash: string): Place {
  const [before = '', query = ''] = splitOnce(hash.replace(/^#\/?/, ''), '?');
  const [first = '', second = '', ...more] = before.replace(/\/$/, '').split('/').map(decoded);
  if (first === 'number' && second !== '' && more.join('/') === 'relabel') return { at: 'relabel', dirn: second };
  if (more.length > 0) return { at: 'nowhere' };
  return second === '' ? wholePlace(first, query) : placeOf(first, second);
}

/** A place that is named by one word. */
function wholePlace(name: string, query: string): Place {
  if (name === '') return { at: 'home' };
  if (name === 'state') return { at: 'state' };
  return name === 'changes' ? { at: 'changes', filter: filterIn(query) } : { at: 'nowhere' };
}

/** A place that shows one thing of a kind. */
function placeOf(kind: string, name: string): Place {
  switch (kind) {
    case 'number':
      return { at: 'number', dirn: name };
    case 'search':
      return { at: 'search', text: name };
    case 'changes':
      return { at: 'change', id: name };
    case 'phone':
      return { at: 'device', kind, name: phoneName(name) };
    case 'profile':
      return { at: 'device', kind, name };
    default:
      return { at: 'nowhere' };
  }
}

/**
 * What somebody means who types a text: a number, a device by its name, or words of names and descriptions.
 * @returns undefined where nothing was typed
 */
export function placeMeant(typed: string): Place | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^\\?\+?[0-9*#][0-9*#\s().-]*$/.test(text)) return { at: 'number', dirn: text.replace(/[\s().-]/g, '') };
  if (isHardwareName(text)) return { at: 'device', kind: 'phone', name: phoneName(text) };
  return { at: 'search', text };
}

/** A hardware phone is named after its MAC address, which the call manager writes in capitals; other names stay. */
function phoneName(name: string): string {
  return isHardwareName(name) ? name.toUpperCase() : name;
}

function isHardwareName(name: string): boolean {
  return /^SEP[0-9a-f]{12}$/i.test(name);
}

function path(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

function filterIn(query: string): ChangesFilter {
  const given = new URLSearchParams(query);
  const known = ['phone', 'profile', 'user', 'dirn', 'since'] as const;
  return Object.fromEntries(known.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])));
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** An address that was cut off may end within a percent sign's digits. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
