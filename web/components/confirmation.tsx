import type { ComponentChildren } from 'preact';
import { texts } from '../texts/texts.js';
import { Dialog } from './dialog.js';
import { Act } from './act.js';

interface ConfirmationProps {
  readonly title: string;
  readonly lead?: ComponentChildren;
  /** What the button says that does it. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  /** What the button says that leaves everything as it is. */
  readonly cancel?: string;
  readonly onCancel: () => void;
  /** It is being done: neither button does anything meanwhile. */
  readonly isBusy?: boolean;
  /** Something is missing before it can be done. */
  readonly isUnready?: boolean;
  /** For a table. */
  readonly isWide?: boolean;
  /** Something is lost by it. */
  readonly isDangerous?: boolean;
  /** Enter does it at once. */
  readonly isConfirmFocused?: boolean;
  readonly children: ComponentChildren;
}

/** Asks before something is done: a button to leave it, and one to do it. */
export function Confirmation({
  title,
  lead,
  confirm,
  onConfirm,
  cancel = texts.cancel,
  onCancel,
  ...more
}: ConfirmationProps) {
  const {
    isBusy = false,
    isUnready = false,
    isWide = false,
    isDangerous = false,
    isConfirmFocused = false,
    children,
  } = more;
  const unlessBusy = (act: () => void) => (): void => {
    if (!isBusy) act();
  };
  return (
    <Dialog
      title={title}
      lead={lead}
      isWide={isWide}
      onClose={unlessBusy(onCancel)}
      actions={
        <>
          <Act isOff={isBusy} onClick={unlessBusy(onCancel)}>
            {cancel}
          </Act>
          <button
            type="button"
            class={isDangerous ? 'button button--danger' : 'button button--main'}
            aria-disabled={isBusy || isUnready}
            autofocus={isConfirmFocused}
            onClick={unlessBusy(() => {
              if (!isUnready) onConfirm();
            })}
          >
            {confirm}
          </button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
