import { DifferenceList } from '../../../components/difference-list.js';
import { Dialog } from '../../../components/dialog.js';
import { changesIn, type Draft } from '../../../editing/draft.js';
import type { ButtonList } from '../../../calls/lists.js';
import { texts } from '../../../texts/texts.js';
import type { Saving } from './use-saving.js';

interface ReviewProps {
  readonly list: ButtonList;
  readonly draft: Draft;
  readonly saving: Saving;
}

/** Shows what will change before anything is sent. */
export function ReviewDialog({ list, draft, saving: { isBusy, close, send } }: ReviewProps) {
  const words = texts.device.review;
  return (
    <Dialog
      title={words.title[list.kind](list.device.name)}
      onClose={close}
      actions={
        <>
          <button type="button" class="button" aria-disabled={isBusy} onClick={close}>
            {words.back}
          </button>
          <button
            type="button"
            class="button button--main"
            aria-disabled={isBusy}
            autofocus
            onClick={() => {
              send(draft.etag);
            }}
          >
            {isBusy ? words.saving : words.save}
          </button>
        </>
      }
    >
      <p class="quiet">{words.lead}</p>
      <DifferenceList difference={changesIn(draft)} />
    </Dialog>
  );
}
