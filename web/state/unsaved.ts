import { signal } from '@preact/signals';

/** How many lists were changed on the page and not saved. */
export const unsavedCount = signal(0);
