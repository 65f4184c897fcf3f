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
  /** What else can be done. */
  readonly also?: ComponentChildren;
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
  confirm,
  onConfirm,
  cancel = texts.cancel,
  onCancel,
  children,
  ...more
}: ConfirmationProps) {
  const { title, lead, also, isBusy = false, isUnready = false, isWide, isDangerous, isConfirmFocused } = more;
  return (
    <Dialog
      title={title}
      lead={lead}
      isWide={isWide}
      onClose={() => {
        if (!isBusy) onCancel();
      }}
      actions={
        <>
          <Act
            isOff={isBusy}
            onClick={() => {
              onCancel();
            }}
          >
            {cancel}
          </Act>
          {also}
          <Act
            look={isDangerous ? 'danger' : 'main'}
            isOff={isBusy || isUnready}
            autofocus={isConfirmFocused}
            onClick={() => {
              onConfirm();
            }}
          >
            {confirm}
          </Act>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
