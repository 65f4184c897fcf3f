import type { ChangeEntry } from '../../../src/client/index.js';
import { inIndexOrder } from '../../../src/domain/buttons.js';
import { EntryWords } from '../../components/difference-list.js';
import { texts } from '../../texts/texts.js';

/** A list of buttons, to look at. */
export function EntryList({ entries }: { readonly entries: readonly ChangeEntry[] }) {
  if (entries.length === 0) return <p class="quiet">{texts.change.emptyList}</p>;
  return (
    <ul class="entries">
      {inIndexOrder(entries).map((entry) => (
        <li key={entry.index}>
          <span class="entries__index">{entry.index}</span>
          <span>
            <EntryWords entry={entry} />
          </span>
        </li>
      ))}
    </ul>
  );
}
