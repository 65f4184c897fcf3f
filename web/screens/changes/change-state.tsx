import type { Change, ChangeList } from '../../../src/client/index.js';
import { texts } from '../../texts/texts.js';

const words = texts.changes;

/** The colours of the states; the others are grey. */
const looks: Readonly<Partial<Record<Change['state'], string>>> = {
  proposed: 'unknown',
  running: 'unknown',
  stopped: 'unknown',
  done: 'changed',
  'partly-done': 'unknown',
  closed: 'refused',
};

/** The state of a change, in words. */
export function ChangeState({ change: { state, closedBecause } }: { readonly change: Change }) {
  const said = closedBecause === null ? words.states[state] : words.closed[closedBecause];
  return <span class={`result result--${looks[state] ?? 'waiting'}`}>{said}</span>;
}

const listLooks: Readonly<Record<ChangeList['state'], string>> = {
  unread: 'waiting',
  open: 'waiting',
  sending: 'waiting',
  changed: 'changed',
  already: 'already',
  'changed-meanwhile': 'changed-meanwhile',
  refused: 'refused',
  'stored-otherwise': 'unknown',
  uncertain: 'unknown',
};

/** The state of a list of a change, in words. */
export function ListState({ state }: { readonly state: ChangeList['state'] }) {
  return <span class={`result result--${listLooks[state]}`}>{words.listStates[state]}</span>;
}
