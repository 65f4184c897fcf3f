import { useId } from 'preact/hooks';
import { texts } from '../../texts/texts.js';

interface LabelFieldProps {
  readonly label: string;
  readonly isFaulty: boolean;
  readonly onInput: (label: string) => void;
}

/** The label that the chosen buttons are to have. */
export function LabelField({ label, isFaulty, onInput }: LabelFieldProps) {
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
      {isFaulty && (
        <span class="field__fault" id={id}>
          {texts.relabel.fault}
        </span>
      )}
    </label>
  );
}
