import { computed } from '@preact/signals';
import { openLists } from './drafts.js';
import { unsavedRelabels } from './relabel-draft.js';
import { unsettledUndos } from './undoing.js';

/** The lists that were changed on the page and are not saved, as far as anybody knows. */
export const unsaved = computed(() => openLists.value.filter(({ unsettled }) => unsettled.value !== undefined));

const isAnythingUnsettled = computed(
  () => unsaved.value.length > 0 || unsavedRelabels.value.length > 0 || unsettledUndos.value.length > 0,
);

/** Has the browser ask whoever closes or reloads the page while something is not saved or carried out, or an undo is not settled. */
export function warnOfUnsaved(): void {
  const warn = (event: Event): void => {
    event.preventDefault();
  };
  isAnythingUnsettled.subscribe((isUnsettled) => {
    // A page that always listens is kept out of the browser's fast way back.
    if (isUnsettled) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
}
