import { changeBounds } from '../../../src/client/index.js';
import { Confirmation } from '../../components/confirmation.js';
import { Field } from '../../components/field.js';
import { useKept } from '../../state/kept.js';
import { listTexts as words } from '../../texts/change-lists.js';

interface DialogProps<Given> {
  readonly isBusy: boolean;
  readonly onConfirm: (given: Given) => Promise<void>;
  readonly onClose: () => void;
}

const { rejection: longestReason } = changeBounds;

interface ReasonDialogProps extends DialogProps<string> {
  readonly title: string;
  readonly texts: { readonly lead: string; readonly start: string };
  /** How many characters a reason may have. */
  readonly longest?: number;
  readonly isDangerous?: boolean;
}

/** Asks for the reason of a decision. */
export function ReasonDialog({
  title,
  texts: { lead, start },
  isBusy,
  onConfirm,
  onClose,
  ...more
}: ReasonDialogProps) {
  const { longest = longestReason, isDangerous = true } = more;
  const [reason, setReason] = useKept('reason', '');
  const { length } = reason.trim();
  return (
    <Confirmation
      {...{ title, lead, isBusy, isDangerous }}
      isUnready={length === 0 || length > longest}
      confirm={start}
      onConfirm={() => void onConfirm(reason.trim())}
      onCancel={onClose}
    >
      <TextField name={words.reason} value={reason} longest={longest} isFirst onInput={setReason} />
    </Confirmation>
  );
}

interface TextFieldProps {
  readonly name: string;
  readonly value: string;
  readonly longest: number;
  readonly isFirst?: boolean;
  readonly onInput: (value: string) => void;
}

/** A line of text with a limit. A text that is too long stays, with a message. */
export function TextField({ name, value, longest, isFirst = false, onInput }: TextFieldProps) {
  const { length } = value.trim();
  return (
    <Field name={name}>
      <input
        class="input"
        value={value}
        autofocus={isFirst}
        autocomplete="off"
        dir="auto"
        aria-invalid={length > longest}
        onInput={({ currentTarget }) => {
          onInput(currentTarget.value);
        }}
      />
      {length > longest && (
        <span class="field__fault" role="alert">
          {words.tooLong(length, longest)}
        </span>
      )}
    </Field>
  );
}
