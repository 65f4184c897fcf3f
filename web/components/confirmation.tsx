import type { ComponentChildren } from 'preact';
import { texts } from '../texts/texts.js';
import { Dialog } from './dialog.js';
import { Act } from './act.js';

interface ConfirmationProps {
  readonly title: string;
  readonly lead?: ComponentChildren;
  /** The label of the button that does it. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  /** The label of the button that changes nothing. */
  readonly cancel?: string;
  /** What else can be done. */
  readonly also?: ComponentChildren;
  readonly onCancel: () => void;
  /** It is being done; both buttons do nothing in the meantime. */
  readonly isBusy?: boolean;
  /** Something is still missing. */
  readonly isUnready?: boolean;
  /** For a table. */
  readonly isWide?: boolean;
  /** Something will be lost. */
  readonly isDangerous?: boolean;
  /** Enter confirms at once. */
  readonly isConfirmFocused?: boolean;
  readonly children: ComponentChildren;
}

/** Asks before something is done, with a button to cancel and one to confirm. */
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
