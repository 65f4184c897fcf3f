import type { ComponentChildren } from 'preact';
import { Link } from '../../../components/link.js';
import { ProblemNotice, wordsOf } from '../../../components/problem-notice.js';
import type { ButtonList } from '../../../calls/lists.js';
import type { Saved } from '../../../editing/saved.js';
import { status } from '../../../state/session.js';
import { texts } from '../../../texts/texts.js';
import type { Saving } from './use-saving.js';

interface OutcomeProps {
  readonly list: ButtonList;
  readonly outcome: Saved;
  readonly saving: Saving;
}

/** What became of a list that was to be saved. */
export function OutcomeNotice({ list, outcome, saving }: OutcomeProps) {
  const { isBusy, readAgain, review, forgetOutcome } = saving;
  const words = texts.device;
  switch (outcome.is) {
    case 'set':
      return <SavedNotice list={list} outcome={outcome} close={forgetOutcome} />;
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
          <ProblemNotice error={outcome.error} again={review} />
        </>
      );
    case 'unknown':
    case 'unread':
      return (
        <Notice kind="bad">
          <p class="notice__title">{words.unknown.title}</p>
          <p>{outcome.is === 'unknown' ? words.unknown.detail : words.unknown.unread}</p>
          <p class="quiet small">
            <bdi>{wordsOf(outcome.error).detail}</bdi>
          </p>
          <button
            type="button"
            class="button"
            aria-disabled={isBusy}
            onClick={() => {
              readAgain(outcome.sent);
            }}
          >
            {isBusy ? texts.reading : texts.readAgain}
          </button>
        </Notice>
      );
    default:
      return <p class="foot__lead">{words.refused}</p>;
  }
}

interface SavedProps {
  readonly list: ButtonList;
  readonly outcome: Saved & { readonly is: 'set' };
  readonly close: () => void;
}

function SavedNotice({ list: { device }, outcome: { unread, afterUpdate }, close }: SavedProps) {
  const words = texts.device.saved;
  return (
    <Notice kind={unread ? 'warn' : 'good'}>
      <p>
        <strong>{words.title}.</strong> {unread ? words.unread : words.read}
      </p>
      {afterUpdate !== undefined && afterUpdate !== 'ok' && <p>{texts.notLoaded(afterUpdate)}</p>}
      <p class="actions">
        {status.value?.history === true && (
          <Link to={{ at: 'changes', filter: { [device.kind]: device.name } }}>{words.changes}</Link>
        )}
        <button type="button" class="button" onClick={close}>
          {texts.close}
        </button>
      </p>
    </Notice>
  );
}

/** Says that the list is another one by now than the one that is being changed. */
export function NewerNotice({ compare }: { readonly compare: () => void }) {
  const words = texts.device.newer;
  return (
    <Notice kind="warn">
      <p class="notice__title">{words.title}</p>
      <p>{words.detail}</p>
      <button type="button" class="button" onClick={compare}>
        {words.compare}
      </button>
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
