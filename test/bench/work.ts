import type { ButtonWork } from './button-work.js';

/**
 * The phones of the bench and the requests for them. Everything is derived from the number or the name in the request.
 * So the backend keeps only what was just written, each caller has its own number and phone, and every answer can be checked.
 */
export type Work = Lookup | Replacement | ButtonWork;

/** GET of a number on several phones, each with one line and several speed dials. */
export interface Lookup {
  readonly kind: 'GET';
  readonly phones: number;
  readonly dials: number;
}

/** POST of several speed dials. */
export interface Replacement {
  readonly kind: 'POST';
  readonly dials: number;
}

export interface SpeedDial {
  readonly index: string;
  readonly dirn: string;
  readonly label: string;
}

export interface Phone {
  readonly product: string;
  readonly description: string;
  readonly model: string;
  readonly name: string;
  readonly uuid: string;
  readonly dirns: readonly string[];
  readonly speeddials: readonly SpeedDial[];
}

/** One small phone: a line and five speed dials. */
export const smallPhone: Lookup = { kind: 'GET', phones: 1, dials: 5 };

export const digits = (value: number, length: number): string => String(value).padStart(length, '0');

/** @returns the directory number of a caller: `7`, two digits for phones, three for dials, three for the caller */
export function numberOf({ phones, dials }: Lookup, caller: number): string {
  return `7${digits(phones, 2)}${digits(dials, 3)}${digits(caller, 3)}`;
}

/** @returns the lookup that a number encodes; undefined if it is not a number of the bench */
export function lookupOf(number: string): Lookup | undefined {
  const [, phones, dials] = /^7(\d\d)(\d{3})\d{3}$/.exec(number) ?? [];
  return phones === undefined ? undefined : { kind: 'GET', phones: Number(phones), dials: Number(dials) };
}

/**
 * @returns the name of a phone that carries the number: `SEPA`, the number without its 7, three digits for the place
 */
export function phoneName(number: string, place: number): string {
  return `SEPA${number.slice(1)}${digits(place, 3)}`;
}

export function numberOfPhone(name: string): string {
  return `7${name.slice(4, 12)}`;
}

/** @returns a phone's key in the call manager's spelling for objects */
export function phoneUuid(name: string): string {
  return `{0B000000-0000-4000-8000-${name.slice(3)}}`;
}

/** @returns a line's key, which ends in its number */
export function lineUuid(number: string): string {
  return `{1A000000-0000-4000-8000-000${number}}`;
}

export function namesOf(number: string): string[] {
  const { phones } = lookupOf(number) ?? { phones: 0 };
  return Array.from({ length: phones }, (_, place) => phoneName(number, place));
}

export function dialsOf(count: number): SpeedDial[] {
  return Array.from({ length: count }, (_, place) => ({
    index: String(place + 1),
    dirn: digits(2000 + place, 4),
    label: `Büro ${digits(place + 1, 3)} Lindqvist`,
  }));
}

/** The texts of a phone besides its name. */
export const described = { product: 'Cisco 8851', description: 'Empfang Erdgeschoss – Büro 1', model: 'Cisco 8851' };

/** @returns the phone that a caller must get */
export function phoneOf(name: string): Phone {
  const number = numberOfPhone(name);
  return {
    ...described,
    name,
    uuid: seen(phoneUuid(name)),
    dirns: [number],
    speeddials: dialsOf(lookupOf(number)?.dials ?? 0),
  };
}

export function seen(uuid: string): string {
  return uuid.slice(1, -1).toLowerCase();
}
