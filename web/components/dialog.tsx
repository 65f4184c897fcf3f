import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { announced } from '../state/announcer.js';

interface DialogProps {
  readonly title: string;
  /** What it is about, in a sentence or two: a screen reader says it with the title. */
  readonly lead?: ComponentChildren;
  /** Called for Escape too. */
  readonly onClose: () => void;
  readonly actions: ComponentChildren;
  readonly children?: ComponentChildren;
  /** For two things side by side. */
  readonly isWide?: boolean | undefined;
}

/** @returns what is to refer to a dialog, which is in front of the page as long as it is drawn */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it is still in the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // The page behind is hidden now; what was said there would be said again when it is back.
    announced.value = '';
    // One reads first what is asked; what has `autofocus` is to be pressed at once.
    if (current?.querySelector('[autofocus]') === null) current.querySelector('h2')?.focus();
    return () => {
      current?.close();
    };
  }, []);
  return dialog;
}

/** Asks something that has to be answered first. The browser keeps the focus inside, and gives it back. */
export function Dialog({ title, lead, onClose, actions, children, isWide = false }: DialogProps) {
  const dialog = useModal();
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // What is longer than the window can be scrolled with the keyboard too.
    const { current } = body;
    if (current && current.scrollHeight > current.clientHeight) current.tabIndex = 0;
    else current?.removeAttribute('tabindex');
  });
  const cancelled = (event: Event): void => {
    event.preventDefault();
    onClose();
  };
  const keyPressed = (event: KeyboardEvent): void => {
    // A browser closes the dialog by itself at the second Escape; and Enter that is still held from opening it would
    // press a button that nobody has seen.
    if (event.key === 'Escape') cancelled(event);
    else if (event.key === 'Enter' && event.repeat) event.preventDefault();
  };
  return (
    <dialog
      class={isWide ? 'dialog dialog--wide' : 'dialog'}
      ref={dialog}
      aria-labelledby={id}
      aria-describedby={lead ? `${id}-lead` : undefined}
      onCancel={cancelled}
      onKeyDown={keyPressed}
    >
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <div class="dialog__body" ref={body} role="group" aria-labelledby={id}>
        {lead && (
          <p class="quiet" id={`${id}-lead`}>
            {lead}
          </p>
        )}
        {children}
      </div>
      <div class="dialog__actions">{actions}</div>
    </dialog>
  );
}
