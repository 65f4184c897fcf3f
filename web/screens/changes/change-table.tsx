import type { ChangeWithLists } from '../../../src/client/index.js';
import { countOf, entriesBetween } from '../../changes/change-difference.js';
import { type ListView, onlyList } from '../../changes/list-view.js';
import { isGone, type Standing, standingOf } from '../../changes/undo.js';
import { signs } from '../../components/difference-list.js';
import { EntryWords } from '../../components/entries.js';
import { DescribedDevice, Link } from '../../components/link.js';
import { endsOf, Moment } from '../../components/moment.js';
import { Table } from '../../components/table.js';
import { Text } from '../../components/text.js';
import { texts } from '../../texts/texts.js';
import { ChangeState } from './change-state.js';

const words = texts.changes;

/** Changes, one in each line. */
export function ChangeTable({ changes }: { readonly changes: readonly ChangeWithLists[] }) {
  return (
    <Table columns={[words.time, words.user, texts.table.device, words.what, words.outcome]} class="changes">
      {changes.map((change) => {
        const list = onlyList(change);
        return list ? <ListRow key={change.id} change={list} /> : <ManyRow key={change.id} change={change} />;
      })}
    </Table>
  );
}

function ListRow({ change }: { readonly change: ListView }) {
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
export function Author({ change: { user, time, seenAfter } }: { readonly change: ListView }) {
  if (user !== null) return <Text text={user} />;
  return (
    <span class="quiet">
      {seenAfter === null ? words.elsewhere : words.elsewhereBetween(...endsOf(seenAfter, time))}
    </span>
  );
}

function ManyRow({ change }: { readonly change: ChangeWithLists }) {
  const { id, time, user, title } = change;
  return (
    <tr>
      <td class="changes__time">
        <Link to={{ at: 'change', id }}>
          <Moment time={time} />
        </Link>
      </td>
      <td class="changes__user">
        <Text text={user ?? ''} />
      </td>
      <td class="quiet changes__device">{words.lists(change.counts.total)}</td>
      <td>
        <Link to={{ at: 'change', id }} class="changes__title">
          <Text text={title} />
        </Link>
      </td>
      <td>
        <ManyOutcome change={change} />
      </td>
    </tr>
  );
}

/** The state of a change of many lists, how many lists are in which state, and whether it is undone. */
function ManyOutcome({ change }: { readonly change: ChangeWithLists }) {
  const { total: _, ...counts } = change.counts;
  return (
    <>
      <ChangeState change={change} /> <span class="quiet">{words.ofLists(counts)}</span>
      {change.undone !== 'none' && <span class="quiet changes__undone">{words.undone[change.undone]}</span>}
      {change.undoes !== null && (
        <span class="changes__undone">
          <Link to={{ at: 'change', id: change.undoes }}>{words.undoes(change.undoes)}</Link>
        </span>
      )}
    </>
  );
}

/** The change that this one has undone, and the change that has undone it. */
export function Undos({ change: { undoes, undoneBy } }: { readonly change: ListView }) {
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
function Summary({ change }: { readonly change: ListView }) {
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
function Unsaid({ kind, why }: { readonly kind: ListView['kind']; readonly why: string }) {
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
export function Outcome({ change }: { readonly change: ListView }) {
  const { state, problem, foundLater } = change;
  return (
    <>
      <span class={`result result--${looks[standingOf(change)]}`}>{texts.changes.ended(state, problem?.code)}</span>
      {foundLater && (
        <span class="changes__undone">
          {texts.changes.foundLater[foundLater.list]} (<Moment time={foundLater.time} />)
        </span>
      )}
    </>
  );
}
