import type { Change } from '../../../src/client/index.js';
import { texts } from '../../texts/texts.js';

const looks: Partial<Record<Change['outcome'], string>> = {
  replaced: 'changed',
  'confirmed-by-reading': 'changed',
  'in-progress': 'waiting',
  'outcome-unknown': 'unknown',
};

/** How a change ended, in plain words. */
export function Outcome({ outcome }: { readonly outcome: Change['outcome'] }) {
  return (
    <span class={`result result--${looks[outcome] ?? 'refused'}`}>
      {texts.changes.outcomes[outcome] ?? texts.changes.otherOutcome(outcome)}
    </span>
  );
}
