import type { Change, RunResult } from '../../../src/client/index.js';
import { countOf, entriesBetween } from '../../changes/change-difference.js';
import type { Line } from '../../changes/lines.js';
import { isGone, type Standing, standingOf } from '../../changes/undo.js';
import { signs } from '../../components/difference-list.js';
import { EntryWords } from '../../components/entries.js';
import { DescribedDevice, Link } from '../../components/link.js';
import { endsOf, Moment } from '../../components/moment.js';
import { Table } from '../../components/table.js';
import { Text } from '../../components/text.js';
import { texts } from '../../texts/texts.js';

const words = texts.changes;

/** Changes and runs, one in each line. */
export function ChangeTable({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <Table columns={[words.time, words.user, texts.table.device, words.what, words.outcome]} class="changes">
      {lines.map((line) =>
        'run' in line ? (
          <RunRow key={`run ${line.run.id}`} run={line.run} />
        ) : (
          <ChangeRow key={line.change.id} change={line.change} />
        ),
      )}
    </Table>
  );
}

function ChangeRow({ change }: { readonly change: Change }) {
  const { id, time, device, deviceKind } = change;
  return (
    <tr>
      <td class="changes__time">
        <Link to={{ at: 'change', id }}>
          <Moment time={time} />
        </Link>
      </td>
      <td class="changes__user">
        <Author change={change} />
      </td>
      <td class="changes__device">
        <DescribedDevice kind={deviceKind} name={device} />
      </td>
      <td>
        <Summary change={change} />
      </td>
      <td>
        <Outcome change={change} />
        <Undos change={change} />
      </td>
    </tr>
  );
}

/**
 * The user who has made a change. For a change made elsewhere, it says so, and between which times the change was made.
 */
export function Author({ change: { user, time, seenAfter } }: { readonly change: Change }) {
  if (user !== null) return <Text text={user} />;
  return (
    <span class="quiet">
      {seenAfter === null ? words.elsewhere : words.elsewhereBetween(...endsOf(seenAfter, time))}
    </span>
  );
}

function RunRow({ run }: { readonly run: RunResult }) {
  const { id, time, user, title } = run;
  return (
    <tr>
      <td class="changes__time">
        <Link to={{ at: 'run', id }}>
          <Moment time={time} />
        </Link>
      </td>
      <td class="changes__user">
        <Text text={user} />
      </td>
      <td colSpan={2}>
        <Link to={{ at: 'run', id }} class="changes__title">
          <Text text={title} />
        </Link>
      </td>
      <td>
        <RunOutcome run={run} />
      </td>
    </tr>
  );
}

/** The results of a run: how many changes were made, not made, and undone. */
export function RunOutcome({ run: { outcomes, undone, undoneBy } }: { readonly run: RunResult }) {
  const counts = { made: 0, 'not-made': 0, unknown: 0, 'in-progress': 0 };
  for (const [outcome, count] of Object.entries(outcomes))
    counts[standingOf({ outcome: outcome as Change['outcome'] })] += count;
  const isAllMade = counts['not-made'] + counts.unknown + counts['in-progress'] === 0;
  return (
    <>
      <span class={`result result--${isAllMade ? 'changed' : 'unknown'}`}>{words.ofRun(counts)}</span>
      {undone > 0 && (
        <span class="quiet changes__undone">
          {words.undoneOf(undone)}
          {undoneBy.map((by) => (
            <span key={by}>
              {' '}
              <Link to={{ at: 'run', id: by }}>{words.byRun(by)}</Link>
            </span>
          ))}
        </span>
      )}
    </>
  );
}

/** The change that this one has undone, and the change that has undone it. */
export function Undos({ change: { undoes, undoneBy } }: { readonly change: Change }) {
  return (
    <>
      {undoes !== null && (
        <span class="changes__undone">
          <Link to={{ at: 'change', id: undoes }}>{words.undoes(undoes)}</Link>
        </span>
      )}
      {undoneBy !== null && (
        <span class="changes__undone">
          <Link to={{ at: 'change', id: undoneBy }}>{words.undoneBy(undoneBy)}</Link>
        </span>
      )}
    </>
  );
}

/** The list that was changed, and how. A single changed entry is shown, and several entries are counted. */
function Summary({ change }: { readonly change: Change }) {
  const { kind, before, after } = change;
  if (isGone(change)) return <Unsaid kind={kind} why={words.gone} />;
  if (after === null) return <Unsaid kind={kind} why={words.unreadable} />;
  if (before === null) return <Unsaid kind={kind} why={words.unknownBefore} />;
  const difference = entriesBetween(kind, before, after);
  const { added, changed, removed } = difference;
  // For a change of one entry: the old and the new entry.
  const old = changed[0]?.before ?? removed[0];
  const now = changed[0]?.after ?? added[0];
  const entry = now ?? old;
  if (entry === undefined) return <Unsaid kind={kind} why={texts.difference.nothing} />;
  const signed = (['added', 'changed', 'removed'] as const).filter((sign) => difference[sign].length > 0);
  const isOne = countOf(difference) === 1;
  return (
    <span class="summary">
      <strong>{isOne ? `${texts.kind[kind]} ${entry.index}` : texts.kinds[kind]}</strong>{' '}
      {signed.map((sign) => (
        <span key={sign} class={`row__state row__state--${sign}`}>
          <span aria-hidden="true">{signs[sign]} </span>
          {isOne ? texts.difference[sign] : texts.difference.summary({ [sign]: difference[sign].length })}{' '}
        </span>
      ))}
      {isOne && (
        <span>
          {old && (
            <del>
              <EntryWords entry={old} />
            </del>
          )}
          {old && now && (
            <>
              {' '}
              <span aria-hidden="true">→</span>
              <span class="hidden">{texts.difference.becomes}</span>{' '}
            </>
          )}
          {now && <EntryWords entry={now} />}
        </span>
      )}
    </span>
  );
}

/** A list for which only a sentence is shown. */
function Unsaid({ kind, why }: { readonly kind: Change['kind']; readonly why: string }) {
  return (
    <span class="summary">
      <strong>{texts.kinds[kind]}</strong> <span class="quiet">{why}</span>
    </span>
  );
}

const looks: Readonly<Record<Standing, string>> = {
  made: 'changed',
  'not-made': 'refused',
  unknown: 'unknown',
  'in-progress': 'waiting',
};

/** The outcome of a change, in plain words, with what was found out later. */
export function Outcome({ change }: { readonly change: Change }) {
  const { outcome, foundLater } = change;
  return (
    <>
      <span class={`result result--${looks[standingOf(change)]}`}>{texts.changes.ended(outcome)}</span>
      {foundLater && (
        <span class="changes__undone">
          {texts.changes.foundLater[foundLater.list]} (<Moment time={foundLater.time} />)
        </span>
      )}
    </>
  );
}
