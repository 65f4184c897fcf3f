import type { ComponentChildren } from 'preact';
import { mayHelpAgain } from '../../../calls/failed-call.js';
import { useOnLeave } from '../../../components/later.js';
import { Link } from '../../../components/link.js';
import { ProblemNotice, wordsOf } from '../../../components/problem-notice.js';
import { whyNoUndo } from '../../../changes/undo.js';
import type { Saved } from '../../../editing/saved.js';
import type { OpenList } from '../../../state/drafts.js';
import { status } from '../../../state/health.js';
import { undoSaved } from '../../../state/saving.js';
import { leaveUndo, undoOf } from '../../../state/undoing.js';
import { texts } from '../../../texts/texts.js';
import type { Saving } from './use-saving.js';
import { Text } from '../../../components/text.js';
import { Act } from '../../../components/act.js';
import { useLastSetter } from './last-setter.js';

interface OutcomeProps {
  readonly open: OpenList;
  readonly outcome: Saved;
  readonly saving: Saving;
}

/** What became of a list that was to be saved. */
export function OutcomeNotice({ open, outcome, saving }: OutcomeProps) {
  const { isBusy, readAgain, review, closeOutcome } = saving;
  const words = texts.device;
  const close = (): void => {
    closeOutcome(open);
  };
  switch (outcome.is) {
    case 'set':
      return <SavedNotice open={open} outcome={outcome} close={close} />;
    case 'undone':
      return (
        <Notice kind={outcome.isUnread ? 'warn' : 'good'}>
          <p>
            <span class="quiet">{words.bar.saved(texts.kinds[open.list.kind])}</span>{' '}
            <strong>{words.saved.undone}.</strong> {words.saved[outcome.isUnread ? 'undoneUnread' : 'undoneDetail']}
          </p>
          <Act onClick={close}>{texts.close}</Act>
        </Notice>
      );
    case 'old':
      return (
        <Notice kind="warn">
          <p>{words.unknown.old}</p>
        </Notice>
      );
    case 'refused':
      return (
        <>
          <p class="foot__lead">{words.refused}</p>
          <ProblemNotice error={outcome.error} again={mayHelpAgain(outcome.error) ? review : undefined} />
        </>
      );
    case 'unknown':
    case 'unread':
      return (
        <Notice kind="bad">
          <p class="notice__title">{words.unknown.title}</p>
          <p>{outcome.is === 'unknown' ? words.unknown.detail : words.unknown.unread}</p>
          <p class="quiet small">
            <Text text={wordsOf(outcome.error).detail} />
          </p>
          <Act
            isOff={isBusy}
            onClick={() => {
              readAgain(open);
            }}
          >
            {isBusy ? texts.reading : texts.readAgain}
          </Act>
        </Notice>
      );
    case 'conflict':
      return <p class="foot__lead">{words.refused}</p>;
  }
}

interface SavedProps {
  readonly open: OpenList;
  readonly outcome: Saved & { readonly is: 'set' };
  readonly close: () => void;
}

const words = texts.device.saved;

function SavedNotice({ open, outcome: { unread, afterUpdate }, close }: SavedProps) {
  const { device, kind } = open.list;
  const hasHistory = status.value?.history === true;
  return (
    <Notice kind={unread ? 'warn' : 'good'}>
      <p>
        <span class="quiet">{texts.device.bar.saved(texts.kinds[kind])}</span> <strong>{words.title}.</strong>{' '}
        {unread ? words.unread : words.read}
      </p>
      {afterUpdate === 'not-told'
        ? device.kind === 'phone' && <p>{words.notTold}</p>
        : afterUpdate !== undefined && afterUpdate !== 'ok' && <p>{texts.notLoaded(afterUpdate)}</p>}
      <div class="actions">
        {hasHistory && <UndoSaved open={open} />}
        {hasHistory && <Link to={{ at: 'changes', filter: { [device.kind]: device.name } }}>{words.changes}</Link>}
        <Act onClick={close}>{texts.close}</Act>
      </div>
    </Notice>
  );
}

/** Takes back what was saved, as soon as it is known which change that was; nothing where the list is another one by now. */
function UndoSaved({ open }: Pick<SavedProps, 'open'>) {
  const change = useLastSetter(open.list, open.draft.value);
  useOnLeave(() => {
    if (change) leaveUndo(change.id);
  }, [change?.id]);
  if (change === undefined || whyNoUndo(change) !== undefined) return null;
  const sent = undoOf(change.id);
  const outcome = sent?.outcome;
  const isWaiting = sent !== undefined && outcome === undefined;
  if (outcome !== undefined && outcome.is !== 'undone') {
    return (
      <span role="alert">
        {words.notUndone} {outcome.is === 'refused' && <Text text={wordsOf(outcome.error).detail} />}{' '}
        <Link to={{ at: 'change', id: change.id }}>{words.seeChange}</Link>
      </span>
    );
  }
  return (
    <Act
      isOff={isWaiting}
      onClick={() => {
        void undoSaved(open, change.id);
      }}
    >
      {isWaiting ? words.undoing : words.undo}
    </Act>
  );
}

/** Says that the list is another one by now than the one that is being changed. */
export function NewerNotice({ compare }: { readonly compare: () => void }) {
  const words = texts.device.newer;
  return (
    <Notice kind="warn">
      <p class="notice__title">{words.title}</p>
      <p>{words.detail}</p>
      <Act onClick={compare}>{words.compare}</Act>
    </Notice>
  );
}

interface NoticeProps {
  readonly kind: 'good' | 'warn' | 'bad';
  readonly children: ComponentChildren;
}

function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={`notice notice--${kind}`} role={kind === 'good' ? 'status' : 'alert'}>
      {children}
    </div>
  );
}
