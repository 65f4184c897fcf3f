import { computed } from '@preact/signals';
import { openLists } from './drafts.js';
import { unsettledUndos } from './undoing.js';

/** Lists that were changed on the page, and of which it is not known that they are saved. */
export const unsaved = computed(() => openLists.value.filter(({ unsettled }) => unsettled.value !== undefined));

const isAnythingUnsettled = computed(() => unsaved.value.length > 0 || unsettledUndos.value.length > 0);

/**
 * Makes the browser ask before the page is closed or reloaded while something is not saved or carried out, or an undo
 * is not settled.
 */
export function warnOfUnsaved(): void {
  const warn = (event: Event): void => {
    event.preventDefault();
  };
  isAnythingUnsettled.subscribe((isUnsettled) => {
    // Listen only while something is unsettled: a browser does not keep a page with such a listener in its back/forward
    // cache.
    if (isUnsettled) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
}
