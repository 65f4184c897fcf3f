import { duplicateKey, invalidValue } from '../../soap/axl-fault.js';
import type { XmlElement } from '../../soap/xml-parser.js';
import { textOf } from './request-elements.js';

/** The index of a button as it is written; empty where it is missing. */
export function writtenIndex(entry: XmlElement): string {
  return (textOf(entry, 'index') ?? '').trim();
}

/**
 * The index of a button as a number.
 * @param what names the button in the words of a fault
 * @throws AxlFault 5003 when it is missing or out of bounds
 */
export function readIndex(entry: XmlElement, what: string, highest: number): number {
  const written = writtenIndex(entry);
  const index = written === '' ? Number.NaN : Number(written);
  if (index >= 1 && index <= highest) return index;
  throw invalidValue(`${what}: the index must be from 1 to ${highest}`);
}

/** @returns the list itself @throws AxlFault -239 for an index that is there twice */
export function refuseDuplicates<Button extends { readonly index: number }>(list: Button[]): Button[] {
  const indexes = new Set(list.map(({ index }) => index));
  if (indexes.size < list.length) throw duplicateKey();
  return list;
}
