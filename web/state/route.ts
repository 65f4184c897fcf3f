import { signal } from '@preact/signals';
import { type Change, changeStates, type Finding, findingKinds } from '../../src/client/index.js';
import { type DeviceKind, deviceKinds } from '../../src/domain/device.js';
import { phoneNameIn, soughtIn } from '../../src/domain/sought.js';
import { withoutUnseen } from '../../src/domain/unseen.js';

/** Which changes a page of the history shows; a property that is left out does not restrict them. */
export interface ChangesFilter {
  readonly phone?: string;
  readonly profile?: string;
  /** Of a device with this name, of any kind. */
  readonly device?: string;
  readonly user?: string;
  readonly dirn?: string;
  readonly since?: string;
  /** A day is included. */
  readonly until?: string;
  /** In the name of the device or of the user. */
  readonly search?: string;
  /** Without a name: any device of this kind. */
  readonly deviceKind?: DeviceKind;
  readonly source?: Change['source'];
  readonly state?: Change['state'];
}

/** Which findings a page shows. */
export interface FindingFilter {
  readonly kind?: Finding['kind'];
  readonly dirn?: string;
  /** The dismissed findings, instead of the others. */
  readonly dismissed?: 'true';
}

/** The page that is shown. The part of the address after `#` names it, so that it can be linked. */
export type Route =
  | { readonly at: 'home' }
  | { readonly at: 'number'; readonly dirn: string }
  | { readonly at: 'search'; readonly text: string }
  | { readonly at: 'device'; readonly kind: DeviceKind; readonly name: string }
  | { readonly at: 'changes'; readonly filter: ChangesFilter }
  | { readonly at: 'change'; readonly id: string }
  | { readonly at: 'findings'; readonly filter: FindingFilter }
  | { readonly at: 'state' }
  | { readonly at: 'nowhere' };

/** The page of a device. */
export type DeviceRoute = Extract<Route, { at: 'device' }>;

/** Where a change was made. */
export const changeSources = ['service', 'elsewhere'] as const satisfies readonly Change['source'][];

export const route = signal<Route>({ at: 'home' });

/** Shows the page in the address, now and whenever the address changes. */
export function followAddress(): void {
  const follow = (): void => {
    route.value = routeIn(location.hash);
  };
  window.addEventListener('hashchange', follow);
  follow();
}

export function goTo(to: Route): void {
  location.hash = hashOf(to);
}

/** @returns the address of a route, `#/number/2003` */
export function hashOf(to: Route): string {
  switch (to.at) {
    case 'number':
      return path('number', to.dirn);
    case 'search':
      return path('search', to.text);
    case 'device':
      return path(to.kind, to.name);
    case 'changes':
    case 'findings':
      return withQuery(path(to.at), { ...to.filter });
    case 'change':
      return path('changes', to.id);
    case 'state':
      return path('state');
    case 'home':
    case 'nowhere':
      return '#/';
  }
}

/** @param hash the part of an address from its `#`; an unknown one is 'nowhere' */
export function routeIn(hash: string): Route {
  const [before = '', query = ''] = splitOnce(hash.replace(/^#\/?/, ''), '?');
  const [first = '', second = '', ...more] = before.replace(/\/$/, '').split('/').map(decoded);
  // A page of earlier releases.
  if (first === 'number' && second !== '' && more.join('/') === 'relabel') return { at: 'number', dirn: second };
  if (more.length > 0) return { at: 'nowhere' };
  return second === '' ? routeOfWord(first, query) : routeOfThing(first, second);
}

/** A route with a name of one word. */
function routeOfWord(name: string, query: string): Route {
  if (name === '') return { at: 'home' };
  if (name === 'state') return { at: 'state' };
  // Bookmarks of earlier releases use `mend`.
  if (name === 'findings' || name === 'mend')
    return { at: 'findings', filter: filterIn(findingReaders, new URLSearchParams(query)) };
  return name === 'changes'
    ? { at: 'changes', filter: changesFilterIn(new URLSearchParams(query)) }
    : { at: 'nowhere' };
}

/** A route to one thing of a kind. */
function routeOfThing(kind: string, name: string): Route {
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
 * The route for a typed text: a number, a device by its name, or words in names and descriptions.
 * @returns undefined if nothing was typed
 */
export function routeMeant(typed: string): Route | undefined {
  const text = withoutUnseen(typed).trim();
  if (text === '') return undefined;
  const { target: dirn } = soughtIn(text);
  if (dirn !== undefined) return { at: 'number', dirn };
  const name = phoneNameIn(text);
  return name === undefined ? { at: 'search', text } : { at: 'device', kind: 'phone', name };
}

/** A hardware phone is named after its MAC address, which the call manager writes in capitals. Other names stay. */
function phoneName(name: string): string {
  return /^SEP/i.test(name) ? (phoneNameIn(name) ?? name) : name;
}

function withQuery(place: string, given: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(given).toString();
  return query === '' ? place : `${place}?${query}`;
}

function path(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** How each part of a filter is read from an address; an invalid value is left out. */
type Readers<Filter> = { readonly [Name in keyof Filter]-?: (text: string) => Filter[Name] | undefined };

const changesReaders: Readers<ChangesFilter> = {
  phone: anyText,
  profile: anyText,
  device: anyText,
  user: anyText,
  dirn: anyText,
  since: anyText,
  until: anyText,
  search: anyText,
  deviceKind: oneOf(deviceKinds),
  source: oneOf(changeSources),
  state: oneOf(changeStates),
};

const findingReaders: Readers<FindingFilter> = { kind: oneOf(findingKinds), dirn: anyText, dismissed: oneOf(['true']) };

/** @param given the query of an address, or the values of a form */
export function changesFilterIn(given: URLSearchParams): ChangesFilter {
  return filterIn(changesReaders, given);
}

function filterIn<Filter extends object>(readers: Readers<Filter>, given: URLSearchParams): Filter {
  const read = Object.entries<(text: string) => unknown>(readers).map(
    ([name, reader]) => [name, reader(given.get(name) ?? '')] as const,
  );
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Filter;
}

function anyText(text: string): string | undefined {
  return text.trim() || undefined;
}

function oneOf<const Word>(words: readonly Word[]): (text: string) => Word | undefined {
  return (text) => words.find((word) => word === text);
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** An address that was cut off may end within an escaped character. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
