import { signal } from '@preact/signals';

/** How many lists were changed on the page and not saved. */
export const unsavedCount = signal(0);

/** Has the browser ask whoever closes or reloads the page while something is not saved. */
export function warnOfUnsaved(): void {
  const warn = (event: Event): void => {
    event.preventDefault();
  };
  unsavedCount.subscribe((count) => {
    // A page that always listens is kept out of the browser's fast way back.
    if (count > 0) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
}
