import { computed } from '@preact/signals';
import { openLists } from './drafts.js';

/** The lists that were changed on the page and are not saved, as far as anybody knows. */
export const unsaved = computed(() => openLists.value.filter(({ unsettled }) => unsettled.value !== undefined));

/** Has the browser ask whoever closes or reloads the page while something is not saved. */
export function warnOfUnsaved(): void {
  const warn = (event: Event): void => {
    event.preventDefault();
  };
  unsaved.subscribe((lists) => {
    // A page that always listens is kept out of the browser's fast way back.
    if (lists.length > 0) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
}
