import type { ComponentChildren } from 'preact';
import { texts } from '../texts/texts.js';
import { Dialog } from './dialog.js';
import { Act } from './act.js';

interface ConfirmationProps {
  readonly title: string;
  readonly lead?: ComponentChildren;
  /** The label of the button that confirms. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  /** The label of the button that changes nothing. */
  readonly cancel?: string;
  /** Other actions, beside the two buttons. */
  readonly also?: ComponentChildren;
  readonly onCancel: () => void;
  /** The confirmed action is running. Both buttons do nothing in the meantime. */
  readonly isBusy?: boolean;
  /** Something is still missing before the user can confirm. */
  readonly isUnready?: boolean;
  /** Makes the dialog wide enough for a table. */
  readonly isWide?: boolean;
  /** The confirmed action will lose something. */
  readonly isDangerous?: boolean;
  readonly children?: ComponentChildren;
}

/** Asks the user before something is done. It has a button to cancel and a button to confirm. */
export function Confirmation({
  confirm,
  onConfirm,
  cancel = texts.cancel,
  onCancel,
  children,
  ...more
}: ConfirmationProps) {
  const { title, lead, also, isBusy = false, isUnready = false, isWide, isDangerous } = more;
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
