import type { Change } from '../../../src/client/index.js';
import { DifferenceList } from '../../components/difference-list.js';
import { DeviceLink, Link } from '../../components/link.js';
import { Moment } from '../../components/moment.js';
import { Table } from '../../components/table.js';
import { countOf, entriesBetween } from '../../changes/change-difference.js';
import { texts } from '../../texts/texts.js';
import { Outcome } from './outcome.js';

/** Changes, one a line. */
export function ChangeTable({ changes }: { readonly changes: readonly Change[] }) {
  const { time, user, what, outcome } = texts.changes;
  return (
    <Table columns={[time, user, texts.table.device, what, outcome]}>
      {changes.map((change) => (
        <Row key={change.id} change={change} />
      ))}
    </Table>
  );
}

function Row({ change }: { readonly change: Change }) {
  const { id, time, user, device, deviceKind, kind, outcome } = change;
  return (
    <tr>
      <td class="changes__time">
        <Link to={{ at: 'change', id }}>
          <Moment time={time} />
        </Link>
      </td>
      <td class="changes__user">
        <bdi>{user}</bdi>
      </td>
      <td class="changes__device">
        <DeviceLink kind={deviceKind} name={device} />
      </td>
      <td>
        {texts.kinds[kind]} <Summary change={change} />
      </td>
      <td>
        <Outcome outcome={outcome} />
      </td>
    </tr>
  );
}

/** How much was changed; a change of one entry is shown itself. */
function Summary({ change: { kind, before, after } }: { readonly change: Change }) {
  if (before === null) return <span class="quiet">{texts.changes.unknownBefore}</span>;
  const difference = entriesBetween(kind, before, after);
  const { added, changed, removed } = difference;
  if (countOf(difference) === 1) return <DifferenceList difference={difference} />;
  if (countOf(difference) === 0) return <span class="quiet">{texts.difference.nothing}</span>;
  return <span class="quiet">{texts.difference.summary(added.length, changed.length, removed.length)}</span>;
}
