import { useMemo } from 'preact/hooks';
import { type Change, type ChangeList, type ChangeRead, countLists } from '../../../src/client/index.js';
import { isUndoable, keyOfList, listStateIn, problemsFirst } from '../../changes/lists.js';
import { type Fact, Facts } from '../../components/facts.js';
import { Link } from '../../components/link.js';
import { Moment } from '../../components/moment.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { Text } from '../../components/text.js';
import { usePicking } from '../../components/picking.js';
import { useReadingChange } from '../../state/reading-change.js';
import { listTexts as words } from '../../texts/change-lists.js';
import { texts } from '../../texts/texts.js';
import { ChangeActions } from './change-actions.js';
import { ChangeState } from './change-state.js';
import { ListsDifference } from './lists-difference.js';

interface ManyListsProps {
  /** The change, with its first lists. */
  readonly first: ChangeRead;
  /** Reads the change again. */
  readonly again: () => void;
}

/** A change of several lists, or of one that was not sent: who and why, what it does, and what the user can do with it. */
export function ManyLists({ first, again }: ManyListsProps) {
  const reading = useReadingChange(first, again);
  const { change, lists, isWhole, error } = reading;
  const undoable = useMemo(() => problemsFirst(lists).filter(isUndoable), [lists]);
  const picking = usePicking(undoable, keyOfList);
  const mayUndoPart = change.may.includes('undo') && isWhole && lists.length > 1;
  const all = countLists(change.counts);
  return (
    <div class="change many-lists stack stack--wide">
      <section class="card stack" aria-label={texts.change.title(change.id)}>
        <ChangeFacts change={change} />
        {change.notes.map((note) => (
          <p key={note.text} class={`notice notice--${holding.includes(note.code) ? 'warn' : 'info'}`}>
            <Text text={note.text} />
          </p>
        ))}
        {error && <ProblemNotice error={error} again={again} />}
        {error && <p>{words.notAllRead}</p>}
        {!isWhole && !error && (
          <p class="quiet" role="status">
            {all === 0 ? words.finding : words.reading(lists.length, all)}
          </p>
        )}
        <ChangeActions {...reading} picked={mayUndoPart ? picking.picked : []} again={again} />
      </section>
      {lists.length > 0 && (
        <ListsDifference change={change} lists={lists} picking={mayUndoPart ? picking : undefined} />
      )}
    </div>
  );
}

/** The notes with which a change does not begin by itself. */
const holding: readonly string[] = ['unknown-target', 'lost-zeros'];

function ChangeFacts({ change }: { readonly change: Change }) {
  const { approval, rejection, application, undoes, undone } = change;
  return (
    <Facts
      facts={[
        [
          words.state,
          <span key="state">
            <ChangeState change={change} /> <span class="quiet">{words.meanings[change.state]}</span>
            {undone !== 'none' && <> {texts.changes.undone[undone]}</>}
          </span>,
        ],
        ...(change.state === 'draft'
          ? []
          : [
              [
                words.reason,
                change.reason === '' ? <span class="quiet">{words.noReason}</span> : <Text text={change.reason} />,
              ] as const,
            ]),
        deed(words.by, { user: change.user ?? '', time: change.time }),
        ...(approval ? [deed(words.approved, approval)] : []),
        ...(rejection
          ? [deed(change.closedBecause === 'withdrawn' ? words.withdrawn : words.rejected, rejection, rejection.reason)]
          : []),
        ...(application ? [deed(words.applied, application)] : []),
        ...(undoes === null
          ? []
          : [
              [
                texts.change.undoes,
                <Link key="undoes" to={{ at: 'change', id: undoes }}>
                  {texts.change.title(undoes)}
                </Link>,
              ] as const,
            ]),
        [words.lists, countsOf(change)],
        ...(change.expires === null ? [] : [[words.expires, <Moment key="expires" time={change.expires} />] as const]),
      ]}
    />
  );
}

/** @returns how many lists are in each state, in words */
function countsOf(change: Change): string {
  const { total: _, ...counts } = change.counts;
  return (Object.entries(counts) as [ChangeList['state'], number][])
    .map(([state, count]) => words.listCount(listStateIn(change, state), count))
    .join(texts.separator);
}

/** Who did something with a change, when, and details. */
export function deed(
  name: string,
  { user, time }: { readonly user: string; readonly time: string },
  ...told: string[]
): Fact {
  return [
    name,
    <span key={name}>
      <Text text={user} />{' '}
      <span class="quiet">
        <Moment time={time} />
      </span>
      {told.map((one) => (
        <span key={one}>
          {texts.separator}
          <Text text={one} />
        </span>
      ))}
    </span>,
  ];
}
