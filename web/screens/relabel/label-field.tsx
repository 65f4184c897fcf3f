import { useId } from 'preact/hooks';
import { isLong, lengthOf } from '../../editing/faults.js';
import { texts } from '../../texts/texts.js';

interface LabelFieldProps {
  readonly label: string;
  readonly isFaulty: boolean;
  /** What it means to leave it empty. */
  readonly note?: string;
  readonly onInput: (label: string) => void;
}

/** The label that the chosen buttons are to have. */
export function LabelField({ label, isFaulty, note, onInput }: LabelFieldProps) {
  const id = useId();
  return (
    <label class="field relabel__label">
      <span class="field__name">{texts.relabel.newLabel}</span>
      <input
        class="input"
        value={label}
        autocomplete="off"
        dir="auto"
        aria-invalid={isFaulty}
        aria-describedby={isFaulty ? id : undefined}
        onInput={({ currentTarget }) => {
          onInput(currentTarget.value);
        }}
      />
      {label === '' && note !== undefined && <span class="field__note">{note}</span>}
      {lengthOf(label) >= 25 && !isFaulty && (
        <span class={isLong(label) ? 'field__warning' : 'field__note'} role="status">
          {isLong(label) ? texts.device.labelLong(lengthOf(label)) : texts.device.labelLength(lengthOf(label))}
        </span>
      )}
      {isFaulty && (
        <span class="field__fault" id={id}>
          {texts.relabel.fault}
        </span>
      )}
    </label>
  );
}
