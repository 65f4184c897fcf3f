import { DifferenceList } from '../../components/difference-list.js';
import { Dialog } from '../../components/dialog.js';
import { changesIn, type Draft } from '../../editing/draft.js';
import type { ButtonList } from '../../state/lists.js';
import { texts } from '../../texts/texts.js';

interface ReviewProps {
  readonly list: ButtonList;
  readonly draft: Draft;
  readonly isBusy: boolean;
  readonly close: () => void;
  readonly save: () => void;
}

/** Shows what will change before anything is sent. */
export function ReviewDialog({ list, draft, isBusy, close, save }: ReviewProps) {
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
          <button type="button" class="button button--main" aria-disabled={isBusy} autofocus onClick={save}>
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
