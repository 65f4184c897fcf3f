import { whyNoUndo } from '../../../changes/undo.js';
import { Act } from '../../../components/act.js';
import { useOnLeave } from '../../../components/later.js';
import { Link } from '../../../components/link.js';
import { wordsOf } from '../../../components/problem-notice.js';
import { Text } from '../../../components/text.js';
import type { Done } from '../../../editing/saved.js';
import type { OpenList } from '../../../state/drafts.js';
import { status } from '../../../state/health.js';
import { undoSaved } from '../../../state/saving.js';
import { leaveUndo, undoOf } from '../../../state/undoing.js';
import { texts } from '../../../texts/texts.js';
import { useLastSetters } from './last-setter.js';
import { Notice } from './outcome-notice.js';
import type { Saving } from './use-saving.js';

/** A list that is as wanted. */
export interface DoneList {
  readonly open: OpenList;
  readonly outcome: Done;
}

/** Lists of a device that were saved together. */
export type DoneLists = readonly [DoneList, ...DoneList[]];

const words = texts.device.saved;

/** @returns the names of the lists together */
export function namesOf(lists: DoneLists): string {
  return lists.map(({ open }) => texts.kinds[open.list.kind]).join(texts.separator);
}

/** Says that lists are saved, or that their save was undone. */
export function DoneNotice({ lists, saving }: { readonly lists: DoneLists; readonly saving: Saving }) {
  const [{ open, outcome }] = lists;
  const { device } = open.list;
  const isUndone = outcome.is === 'undone';
  const isUnread = lists.some((one) => (one.outcome.is === 'undone' ? one.outcome.isUnread : one.outcome.unread));
  const read = isUndone ? words.undoneDetail(lists.length) : words.read;
  const unread = isUndone ? words.undoneUnread : words.unread;
  const hasHistory = status.value?.history === true && !isUndone;
  return (
    <Notice kind={isUnread ? 'warn' : 'good'}>
      <p>
        <span class="quiet">{texts.device.bar.saved(namesOf(lists))}</span>{' '}
        <strong>{isUndone ? words.undone : words.title}.</strong> {isUnread ? unread : read}
      </p>
      {notLoaded(lists).map((told) => (
        <p key={told}>{told}</p>
      ))}
      <div class="actions">
        {hasHistory && <UndoSaved lists={lists} />}
        {hasHistory && <Link to={{ at: 'changes', filter: { [device.kind]: device.name } }}>{words.changes}</Link>}
        <Act
          onClick={() => {
            for (const one of lists) saving.closeOutcome(one.open);
          }}
        >
          {texts.close}
        </Act>
      </div>
    </Notice>
  );
}

/** @returns why the device may not show the saved lists, each reason once */
function notLoaded(lists: DoneLists): readonly string[] {
  const told = lists.flatMap(({ open, outcome }) => {
    const afterUpdate = outcome.is === 'set' ? outcome.afterUpdate : undefined;
    if (afterUpdate === undefined || afterUpdate === 'ok') return [];
    if (afterUpdate !== 'not-told') return texts.notLoaded(afterUpdate);
    return open.list.device.kind === 'phone' ? words.notTold : [];
  });
  return [...new Set(told)];
}

/** A button to undo the save, as soon as its changes are known. If a list has changed since, there is no button. */
function UndoSaved({ lists }: { readonly lists: DoneLists }) {
  const [{ open }] = lists;
  const setters = useLastSetters(
    open.list.device,
    lists.map((one) => one.open.draft.value),
  );
  const changes = setters.filter((change) => change !== undefined && whyNoUndo(change) === undefined);
  const ids = changes.flatMap((change) => change?.id ?? []);
  useOnLeave(() => {
    for (const id of ids) leaveUndo(id);
  }, [ids.join(' ')]);
  if (ids.length < lists.length) return null;
  const sent = ids.map((id) => ({ id, undoing: undoOf(id) }));
  const isWaiting = sent.some(({ undoing }) => undoing !== undefined && undoing.outcome === undefined);
  const failed = sent.flatMap(({ id, undoing }) =>
    undoing?.outcome !== undefined && undoing.outcome.is !== 'undone' ? [{ id, outcome: undoing.outcome }] : [],
  );
  if (failed.length > 0 && !isWaiting) {
    return failed.map(({ id, outcome: failure }) => (
      <span key={id} role="alert">
        {words.notUndone} {failure.is === 'refused' && <Text text={wordsOf(failure.error).detail} />}{' '}
        <Link to={{ at: 'change', id }}>{words.seeChange}</Link>
      </span>
    ));
  }
  return (
    <Act
      isOff={isWaiting}
      onClick={() => {
        const saved = lists.flatMap((one, at) => (ids[at] === undefined ? [] : { open: one.open, id: ids[at] }));
        void undoSaved(saved);
      }}
    >
      {isWaiting ? words.undoing : words.undo(lists.length)}
    </Act>
  );
}
