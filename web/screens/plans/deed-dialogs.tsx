import { useState } from 'preact/hooks';
import { planBounds } from '../../../src/client/index.js';
import { Confirmation } from '../../components/confirmation.js';
import { Field } from '../../components/field.js';
import { useKept } from '../../state/kept.js';
import { planTexts as words } from '../../texts/plans.js';
import { texts } from '../../texts/texts.js';

interface DialogProps<Given> {
  readonly isBusy: boolean;
  readonly onConfirm: (given: Given) => Promise<void>;
  readonly onClose: () => void;
}

const { rejection: longestReason } = planBounds;

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

const { usual: usualPerHour, most: mostPerHour } = planBounds.perHour;

interface ApplyDialogProps extends DialogProps<number> {
  /** Of the plan. */
  readonly title: string;
  /** The number of lists to set. */
  readonly count: number;
}

/** Asks for the pace at which a plan is applied. */
export function ApplyDialog({ title, count, isBusy, onConfirm, onClose }: ApplyDialogProps) {
  const [typed, setTyped] = useState(String(usualPerHour));
  const perHour = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  const isWrong = !(perHour <= mostPerHour);
  const minutes = Math.ceil((count / perHour) * 60);
  const confirm = (): void => {
    void onConfirm(perHour);
  };
  return (
    <Confirmation
      title={words.apply.title(title, count)}
      lead={words.apply.lead}
      confirm={isBusy ? texts.waiting.now : words.apply.start}
      isBusy={isBusy}
      isUnready={isWrong}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Field name={words.apply.perHour}>
        <input
          class="input"
          inputMode="numeric"
          value={typed}
          autocomplete="off"
          aria-invalid={isWrong}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
          }}
        />
        {isWrong ? (
          <span class="field__fault" role="alert">
            {words.apply.wrong(mostPerHour)}
          </span>
        ) : (
          <span class="field__note">
            {words.apply.perHourNote} {perHour > 0 && minutes > 1 && words.apply.takes(minutes)}
          </span>
        )}
      </Field>
    </Confirmation>
  );
}
