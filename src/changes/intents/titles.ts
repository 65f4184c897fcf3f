import { rulesOf } from '../../domain/button-kinds.js';
import { counted } from '../../domain/counted.js';
import type { DeviceToFind, IntentToFind } from './intent.js';

/** @returns a title for a change whose caller gave none */
export function titleOfIntent(intent: IntentToFind): string {
  if ('relabel' in intent) {
    return ofItems(intent.relabel, 'Relabel', ({ dirn, label }) => `Relabel ${dirn}: ${label}`);
  }
  if ('replace' in intent) return ofItems(intent.replace, 'Replace', ({ dirn, to }) => `Replace ${dirn} by ${to}`);
  if ('remove' in intent) {
    const numbers = intent.remove.flatMap(({ dirns }) => dirns);
    return `Remove the buttons to ${numbers.length === 1 ? (numbers[0] ?? '') : counted(numbers.length, 'number')}`;
  }
  if ('add' in intent) {
    return ofItems(intent.add, 'Add', ({ kind, entry }) => {
      const to = 'dirn' in entry ? entry.dirn : entry.destination;
      return `Add a ${rulesOf(kind).singular} to ${to}`;
    });
  }
  if ('copy' in intent) return ofItems(intent.copy, 'Copy', ({ from }) => `Copy the buttons of ${nameOf(from)}`);
  return 'findings' in intent.fix ? `Fix ${counted(intent.fix.findings.length, 'finding')}` : `Fix ${intent.fix.kind}`;
}

function ofItems<Item>(items: readonly Item[], verb: string, titleOf: (item: Item) => string): string {
  const [first] = items;
  return items.length === 1 && first ? titleOf(first) : `${verb}: ${counted(items.length, 'item')}`;
}

function nameOf(device: DeviceToFind): string {
  return typeof device === 'string' ? device : device.profile;
}
