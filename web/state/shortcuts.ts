import { signal } from '@preact/signals';

/** An action on the shown page. */
export interface PageAction {
  readonly name: string;
  readonly act: () => void;
}

/** The actions on the shown page, for Ctrl+K. */
export const pageActions = signal<readonly PageAction[]>([]);

/** The help for the shown page, one paragraph each. */
export const pageHelp = signal<readonly string[]>([]);

const stored = 'single-keys';

/** Whether single keys have an action. The choice is stored in this browser; the console stores nothing else. */
export const singleKeys = signal(isAllowed());

export function allowSingleKeys(allowed: boolean): void {
  singleKeys.value = allowed;
  try {
    if (allowed) localStorage.removeItem(stored);
    else localStorage.setItem(stored, 'off');
  } catch {
    // If the browser stores nothing, the choice applies only to this page.
  }
}

function isAllowed(): boolean {
  try {
    return localStorage.getItem(stored) !== 'off';
  } catch {
    return true;
  }
}
