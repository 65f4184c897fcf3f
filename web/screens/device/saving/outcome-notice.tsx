import type { ComponentChildren } from 'preact';
import { mayHelpAgain } from '../../../calls/failed-call.js';
import { ProblemNotice, wordsOf } from '../../../components/problem-notice.js';
import type { Done, Saved } from '../../../editing/saved.js';
import type { OpenList } from '../../../state/drafts.js';
import { texts } from '../../../texts/texts.js';
import type { Saving } from './use-saving.js';
import { Text } from '../../../components/text.js';
import { Act } from '../../../components/act.js';

interface OutcomeProps {
  readonly open: OpenList;
  readonly outcome: Exclude<Saved, Done>;
  readonly saving: Saving;
}

const words = texts.device;

/** What is known about a list that the user wanted to save and that is not saved. */
export function OutcomeNotice({ open, outcome, saving }: OutcomeProps) {
  const { isBusy, readAgain, review } = saving;
  switch (outcome.is) {
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

/** Says that the list has changed since the editing began. */
export function NewerNotice({ compare }: { readonly compare: () => void }) {
  const { title, detail, compare: name } = words.newer;
  return (
    <Notice kind="warn">
      <p class="notice__title">{title}</p>
      <p>{detail}</p>
      <Act onClick={compare}>{name}</Act>
    </Notice>
  );
}

interface NoticeProps {
  readonly kind: 'good' | 'warn' | 'bad';
  readonly children: ComponentChildren;
}

export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={`notice notice--${kind}`} role={kind === 'good' ? 'status' : 'alert'}>
      {children}
    </div>
  );
}
