import { changeBounds } from '../../client/index.js';
import type { ListToAsk } from '../../client/index.js';
import { hasChange, type ListToSet } from './worked-out.js';

/** Room in a body for the title, the reason and the rest. */
const otherBytes = 16_384;
const otherValues = 100;

/**
 * @returns the lists to set, in as few parts as the service takes. The lists of one device stay in their order, so that
 * only a very long device can be in two parts
 */
export function partsOf(lists: readonly ListToSet[]): (readonly ListToAsk[])[] {
  const most = {
    lists: changeBounds.lists,
    bytes: changeBounds.bodyBytes - otherBytes,
    values: changeBounds.bodyValues - otherValues,
  };
  const parts: ListToAsk[][] = [];
  let used = { lists: Infinity, bytes: 0, values: 0 };
  for (const list of lists.filter(hasChange)) {
    const asked = askedOf(list);
    const needs = sizeOf(asked);
    const sum = { lists: used.lists + 1, bytes: used.bytes + needs.bytes, values: used.values + needs.values };
    const isFull = sum.lists > most.lists || sum.bytes > most.bytes || sum.values > most.values;
    if (isFull) parts.push([]);
    used = isFull ? { lists: 1, ...needs } : sum;
    parts.at(-1)?.push(asked);
  }
  return parts;
}

function askedOf({ device, deviceKind, kind, etag, after }: ListToSet): ListToAsk {
  return { device, deviceKind, kind, ifMatch: etag, entries: after };
}

/** @returns how much of a body a list takes: its bytes with the comma after it, and its values */
function sizeOf(list: ListToAsk): { readonly bytes: number; readonly values: number } {
  let values = 0;
  const text = JSON.stringify(list, (_key, value: unknown) => {
    values += 1;
    return value;
  });
  return { bytes: Buffer.byteLength(text) + 1, values };
}
