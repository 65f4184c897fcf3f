import type { ChangeEntry, ChangeWithDifference } from '../../../src/client/index.js';
import { entriesBetween } from '../../changes/change-difference.js';
import { DifferenceList } from '../../components/difference-list.js';
import { EntryList } from '../../components/entries.js';
import { Link } from '../../components/link.js';
import { texts } from '../../texts/texts.js';

const words = texts.change;

interface UndoConflictProps {
  readonly change: ChangeWithDifference;
  readonly present: readonly ChangeEntry[];
}

/** Somebody has changed the list since: what the change left beside what is there now. */
export function UndoConflict({ change: { kind, after, device, deviceKind }, present }: UndoConflictProps) {
  return (
    <div class="stack">
      <p class="notice notice--warn" role="alert">
        {words.conflict.title}
      </p>
      <div class="beside beside--narrow">
        <section class="stack stack--dense">
          <h3>{words.conflict.left}</h3>
          <EntryList entries={after} />
        </section>
        <section class="stack stack--dense">
          <h3>{words.conflict.present}</h3>
          <EntryList entries={present} />
        </section>
      </div>
      <section class="stack stack--dense">
        <h3>{words.conflict.between}</h3>
        <DifferenceList difference={entriesBetween(kind, after, present)} />
      </section>
      <Link to={{ at: 'device', kind: deviceKind, name: device }}>{words.conflict.edit}</Link>
    </div>
  );
}
