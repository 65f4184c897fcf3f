import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { announced } from '../state/announcer.js';

interface DialogProps {
  readonly title: string;
  /** The subject, in a sentence or two; a screen reader reads it with the title. */
  readonly lead?: ComponentChildren;
  /** Also called for Escape. */
  readonly onClose: () => void;
  readonly actions: ComponentChildren;
  readonly children?: ComponentChildren;
  /** Makes the dialog wide enough for two things side by side. */
  readonly isWide?: boolean | undefined;
}

/** @returns the ref for a dialog that is in front of the page while it is drawn */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // Close the dialog while it is still in the page. Otherwise the browser does not restore the focus.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // The page behind the dialog is hidden now. If an old announcement stayed in it, it would be read again when the
    // page comes back.
    announced.value = '';
    // The heading gets the focus, so that the question is read first. An element with `autofocus` takes precedence.
    if (current?.querySelector('[autofocus]') === null) current.querySelector('h2')?.focus();
    return () => {
      current?.close();
    };
  }, []);
  return dialog;
}

/**
 * Asks a question that must be answered first. The browser keeps the focus inside, and restores it afterwards. Enter
 * presses the main button, unless it is pressed on something that has a meaning for it: another button, or a field with
 * a form of its own.
 */
export function Dialog({ title, lead, onClose, actions, children, isWide = false }: DialogProps) {
  const dialog = useModal();
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const actionsBar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Makes content that is longer than the window scrollable with the keyboard.
    const { current } = body;
    if (current && current.scrollHeight > current.clientHeight) current.tabIndex = 0;
    else current?.removeAttribute('tabindex');
  });
  const cancelled = (event: Event): void => {
    event.preventDefault();
    onClose();
  };
  const keyPressed = (event: KeyboardEvent): void => {
    // At the second Escape, a browser closes the dialog by itself.
    if (event.key === 'Escape') cancelled(event);
    if (event.key !== 'Enter' || !(event.target instanceof Element)) return;
    // If the user has opened the dialog with Enter and still holds the key, it would press a button that the user has
    // not seen.
    const isOther = event.target.closest('button, a, summary, select, .dialog form');
    if (event.repeat || !isOther) event.preventDefault();
    if (!event.repeat && !isOther)
      actionsBar.current?.querySelector<HTMLElement>('.button--main, .button--danger')?.click();
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
      <div class="dialog__actions" ref={actionsBar}>
        {actions}
      </div>
    </dialog>
  );
}
