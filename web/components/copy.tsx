import type { ButtonHTMLAttributes } from 'preact';
import { announce } from '../state/announcer.js';
import { texts } from '../texts/texts.js';
import { useState } from 'preact/hooks';

interface CopyProps extends ButtonHTMLAttributes {
  readonly text: string;
  /** A description of the text, if the text alone is not clear. */
  readonly what?: string;
}

/** Copies a name, a number or an id with one click. */
export function Copy({ text, what = text, ...more }: CopyProps) {
  return (
    <button
      type="button"
      class="copy"
      aria-label={texts.copy(what)}
      title={texts.copy(what)}
      onClick={({ currentTarget }) => {
        void copy(text, currentTarget);
      }}
      {...more}
    />
  );
}

/**
 * A copy button beside a link. It is only for the mouse: the Tab key and screen readers skip it. With the keyboard,
 * Ctrl+C on the link copies.
 */
export function CopyBeside({ text }: { readonly text: string }) {
  return (
    <Copy
      text={text}
      class="copy copy--beside"
      tabIndex={-1}
      aria-hidden="true"
      onMouseDown={(event) => {
        // Keeps the focus where it is.
        event.preventDefault();
      }}
    />
  );
}

/** Makes Ctrl+C copy the name or number whose link has the focus, if nothing is selected. */
export function copyFocused(event: ClipboardEvent): void {
  const { activeElement } = document;
  if (!activeElement?.matches('.named > a') || document.getSelection()?.isCollapsed === false) return;
  event.clipboardData?.setData('text/plain', activeElement.textContent);
  event.preventDefault();
  announce(texts.copied);
}

/** How long a button shows that it has copied, in milliseconds. */
const shownMs = 1500;

async function copy(text: string, button: HTMLElement): Promise<void> {
  if (!(await isCopied(text))) return;
  announce(texts.copied);
  button.dataset['copied'] = '';
  setTimeout(() => {
    delete button.dataset['copied'];
  }, shownMs);
}

/**
 * If the page is loaded over http, it may write to the clipboard only through the browser's copy command. @returns
 * whether it was written
 */
export async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const put = (event: ClipboardEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      event.clipboardData?.setData('text/plain', text);
    };
    document.addEventListener('copy', put, { capture: true });
    try {
      // oxlint-disable-next-line typescript/no-deprecated -- the only way where there is no clipboard
      return document.execCommand('copy');
    } finally {
      document.removeEventListener('copy', put, { capture: true });
    }
  }
}

/** A button that copies a table, and shows when it has copied. */
export function CopyCsv({ csv }: { readonly csv: () => string }) {
  const [words, setWords] = useState(texts.csv.copy);
  const copy = async (): Promise<void> => {
    const said = (await isCopied(csv())) ? texts.csv.copied : texts.csv.notCopied;
    setWords(said);
    announce(said);
    setTimeout(() => {
      setWords(texts.csv.copy);
    }, 2000);
  };
  return (
    <button type="button" class="button button--steady" onClick={() => void copy()}>
      {words}
    </button>
  );
}
