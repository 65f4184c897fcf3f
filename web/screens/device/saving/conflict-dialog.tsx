import { DifferenceList } from '../../../components/difference-list.js';
import { Dialog } from '../../../components/dialog.js';
import { useLater } from '../../../components/later.js';
import { endsOf, Moment } from '../../../components/moment.js';
import { changesIn, type Draft, type ListRead } from '../../../editing/draft.js';
import { difference } from '../../../editing/entry.js';
import { contestedIndexes } from '../../../editing/merge.js';
import type { ButtonList } from '../../../calls/lists.js';
import { status } from '../../../state/health.js';
import { texts } from '../../../texts/texts.js';
import { session } from '../../../state/session.js';
import { Text } from '../../../components/text.js';
import { Act } from '../../../components/act.js';
import { useLastSetters } from './last-setter.js';

const words = texts.device.conflict;

/**
 * The dialog opens by itself. If a key is pressed within this time, in milliseconds, the user cannot have read the
 * dialog, so the key was for something else.
 */
const readFirstMs = 500;

interface ConflictProps {
  readonly list: ButtonList;
  readonly draft: Draft;
  readonly newer: ListRead;
  /** False if something in the draft is wrong. */
  readonly mayOverwrite: boolean;
  readonly isBusy: boolean;
  readonly close: () => void;
  readonly take: () => void;
  readonly merge: () => void;
  /** @param etag the etag of the list that is shown as theirs */
  readonly overwrite: (etag: string) => void;
}

/** Shows side by side what two people have changed, and lets the user choose. */
export function ConflictDialog(props: ConflictProps) {
  const { list, draft, newer, mayOverwrite, isBusy, close, take, merge, overwrite } = props;
  const both = contestedIndexes(draft, newer);
  const mayChoose = useLater(readFirstMs) && !isBusy;
  const choices = {
    merge,
    take,
    ...(mayOverwrite && {
      overwrite: () => {
        overwrite(newer.etag);
      },
    }),
  };
  return (
    <Dialog
      title={words.title}
      lead={words.lead(texts.kinds[list.kind])}
      isWide
      onClose={close}
      actions={
        <>
          <ul class="choices stack stack--dense">
            {Object.entries(choices).map(([name, choose]) => (
              <Choice key={name} name={name as keyof typeof choices} choose={choose} mayChoose={mayChoose} />
            ))}
          </ul>
          <Act isOff={isBusy} onClick={close}>
            {texts.device.review.back}
          </Act>
        </>
      }
    >
      {status.value?.history === true && <Who list={list} newer={newer} />}
      {both.length > 0 && <p class="notice notice--warn">{words.both(both.join(texts.separator))}</p>}
      <div class="beside beside--narrow">
        <section class="stack stack--dense">
          <h3>{words.theirs}</h3>
          <DifferenceList difference={difference(draft.kind, draft.entries, newer.entries)} />
        </section>
        <section class="stack stack--dense">
          <h3>{words.mine}</h3>
          <DifferenceList difference={changesIn(draft)} />
        </section>
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly name: 'merge' | 'take' | 'overwrite';
  readonly choose: () => void;
  readonly mayChoose: boolean;
}

function Choice({ name, choose, mayChoose }: ChoiceProps) {
  return (
    <li class="choices__choice">
      <button
        type="button"
        class={name === 'merge' ? 'button button--main' : 'button'}
        aria-describedby={`choice-${name}`}
        aria-disabled={!mayChoose}
        onClick={() => {
          if (mayChoose) choose();
        }}
      >
        {words[name]}
      </button>
      <span id={`choice-${name}`} class="quiet">
        {words.explain[name]}
      </span>
    </li>
  );
}

/** The name of a user. */
function Setter({ user }: { readonly user: string }) {
  return user === session.value?.user ? words.you : <Text text={user} />;
}

/** Who set the present list, and when; nothing if the history does not know. */
function Who({ list, newer }: Pick<ConflictProps, 'list' | 'newer'>) {
  const [change] = useLastSetters(list.device, [newer]);
  if (change === undefined) return null;
  return (
    <p role="status">
      {change.user === null ? (
        words.elsewhere(...endsOf(change.seenAfter ?? change.time, change.time))
      ) : (
        <>
          {words.who} <Setter user={change.user} />
          {texts.separator}
          <Moment time={change.time} />.
        </>
      )}
    </p>
  );
}
