import { signal } from '@preact/signals';

/** Something that can be done on the page that is shown. */
export interface PageAction {
  readonly name: string;
  readonly act: () => void;
}

/** What can be done on the page that is shown, for whoever asks by Ctrl+K. */
export const pageActions = signal<readonly PageAction[]>([]);

/** What is to be known of the page that is shown, a paragraph each. */
export const pageHelp = signal<readonly string[]>([]);

const stored = 'single-keys';

/** Whether keys of one letter or sign do something; a choice of this browser, the one thing that the console stores. */
export const singleKeys = signal(isAllowed());

export function allowSingleKeys(allowed: boolean): void {
  singleKeys.value = allowed;
  try {
    if (allowed) localStorage.removeItem(stored);
    else localStorage.setItem(stored, 'off');
  } catch {
    // Where a browser stores nothing, the choice is one of this page.
  }
}

function isAllowed(): boolean {
  try {
    return localStorage.getItem(stored) !== 'off';
  } catch {
    return true;
  }
}
