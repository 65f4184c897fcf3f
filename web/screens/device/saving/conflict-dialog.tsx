import { DifferenceList } from '../../../components/difference-list.js';
import { Dialog } from '../../../components/dialog.js';
import { changesIn, type Draft, type ListRead, startDraft } from '../../../editing/draft.js';
import { difference } from '../../../editing/entry.js';
import { contestedIndexes } from '../../../editing/merge.js';
import { texts } from '../../../texts/texts.js';

interface ConflictProps {
  readonly draft: Draft;
  readonly newer: ListRead;
  /** Not where something in the draft is wrong. */
  readonly mayOverwrite: boolean;
  readonly isBusy: boolean;
  readonly close: () => void;
  readonly take: (theirs: Draft) => void;
  readonly merge: () => void;
  /** @param etag that of the list that is shown as theirs */
  readonly overwrite: (etag: string) => void;
}

/** Shows side by side what two people have changed, and leaves the choice. */
export function ConflictDialog({ draft, newer, mayOverwrite, isBusy, close, take, merge, overwrite }: ConflictProps) {
  const words = texts.device.conflict;
  const both = contestedIndexes(draft, newer);
  const choices = [
    {
      name: 'take' as const,
      choose: () => {
        take(startDraft(newer));
      },
    },
    { name: 'merge' as const, choose: merge },
    {
      name: 'overwrite' as const,
      choose: () => {
        overwrite(newer.etag);
      },
    },
  ].filter(({ name }) => name !== 'overwrite' || mayOverwrite);
  return (
    <Dialog
      title={words.title}
      isWide
      onClose={close}
      actions={
        <>
          <ul class="choices stack stack--dense">
            {choices.map(({ name, choose }) => (
              <li key={name} class="choices__choice">
                <button
                  type="button"
                  class={name === 'merge' ? 'button button--main' : 'button'}
                  aria-describedby={`choice-${name}`}
                  aria-disabled={isBusy}
                  onClick={() => {
                    if (!isBusy) choose();
                  }}
                >
                  {words[name]}
                </button>
                <span id={`choice-${name}`} class="quiet">
                  {words.explain[name]}
                </span>
              </li>
            ))}
          </ul>
          <button type="button" class="button" aria-disabled={isBusy} onClick={close}>
            {texts.device.review.back}
          </button>
        </>
      }
    >
      <p>{words.lead}</p>
      <div class="beside beside--narrow">
        <section class="stack stack--dense">
          <h3>{words.theirs}</h3>
          <DifferenceList difference={difference(draft.entries, newer.entries)} />
        </section>
        <section class="stack stack--dense">
          <h3>{words.mine}</h3>
          <DifferenceList difference={changesIn(draft)} />
        </section>
      </div>
      {both.length > 0 && <p class="notice notice--warn">{words.both(both.join(texts.separator))}</p>}
    </Dialog>
  );
}
