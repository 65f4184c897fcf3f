import type { ButtonList } from '../../calls/lists.js';
import { dropChanges, openList } from '../../state/drafts.js';
import { texts } from '../../texts/texts.js';

/** What was changed in lists that can no longer be changed here, and the one thing that is left to do with it. */
export function LeftOver({ lists }: { readonly lists: readonly ButtonList[] }) {
  const left = lists.flatMap((list) => openList(list) ?? []).filter(({ unsettled }) => isLeft(unsettled.value));
  if (left.length === 0) return null;
  const drop = (): void => {
    for (const open of left) dropChanges(open);
    // The button is gone then.
    document.querySelector<HTMLElement>('#content h1')?.focus();
  };
  return (
    <div class="notice notice--warn">
      <p>
        {texts.device.leftOver} {left.map(({ list }) => texts.kinds[list.kind]).join(texts.separator)}
      </p>
      <button type="button" class="button" onClick={drop}>
        {texts.device.bar.discard}
      </button>
    </div>
  );
}

/** What is still under way ends by itself. */
function isLeft(unsettled: string | undefined): boolean {
  return unsettled !== undefined && unsettled !== 'saving';
}
