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
  readonly texts: typeof words.reject;
}

/** Asks for the reason why a plan is rejected or withdrawn. */
export function ReasonDialog({ texts: { title, lead, start }, isBusy, onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useKept('reason', '');
  const { length } = reason.trim();
  const isUnready = length === 0 || length > longestReason;
  const confirm = (): void => {
    void onConfirm(reason.trim());
  };
  return (
    <Confirmation
      {...{ title, lead, isBusy, isUnready }}
      confirm={start}
      isDangerous
      onConfirm={confirm}
      onCancel={onClose}
    >
      <TextField
        name={words.reason}
        value={reason}
        longest={longestReason}
        isFirst
        onInput={setReason}
        onEnter={() => {
          if (!isUnready && !isBusy) confirm();
        }}
      />
    </Confirmation>
  );
}

interface TextFieldProps {
  readonly name: string;
  readonly value: string;
  readonly longest: number;
  readonly isFirst?: boolean;
  readonly onInput: (value: string) => void;
  readonly onEnter: () => void;
}

/** A line of text with a limit. A text that is too long stays, with a message. */
export function TextField({ name, value, longest, isFirst = false, onInput, onEnter }: TextFieldProps) {
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
        onKeyDown={({ key }) => {
          if (key === 'Enter') onEnter();
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
  /** The number of lists to set. */
  readonly count: number;
}

/** Asks for the pace at which a plan is applied. */
export function ApplyDialog({ count, isBusy, onConfirm, onClose }: ApplyDialogProps) {
  const [typed, setTyped] = useState(String(usualPerHour));
  const perHour = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  const isWrong = !(perHour <= mostPerHour);
  const minutes = Math.ceil((count / perHour) * 60);
  const confirm = (): void => {
    void onConfirm(perHour);
  };
  return (
    <Confirmation
      title={words.apply.title(count)}
      lead={words.apply.lead}
      confirm={isBusy ? texts.waiting.now : words.apply.start}
      isBusy={isBusy}
      isUnready={isWrong}
      isConfirmFocused
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
          onKeyDown={({ key }) => {
            if (key === 'Enter' && !isWrong && !isBusy) confirm();
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
