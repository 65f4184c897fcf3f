import { Confirmation } from '../../../components/confirmation.js';
import { DifferenceList } from '../../../components/difference-list.js';
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
    <Confirmation
      title={words.title[list.kind](list.device.name)}
      cancel={words.back}
      confirm={isBusy ? words.saving : words.save}
      isBusy={isBusy}
      isConfirmFocused
      onConfirm={() => {
        send(draft.etag);
      }}
      onCancel={close}
    >
      <p class="quiet">{words.lead}</p>
      <DifferenceList difference={changesIn(draft)} />
    </Confirmation>
  );
}
