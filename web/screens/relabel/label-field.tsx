import { useEffect, useId, useRef } from 'preact/hooks';
import { isLong, lengthOf } from '../../editing/faults.js';
import { UnseenNote } from '../../components/text.js';
import { texts } from '../../texts/texts.js';

interface LabelFieldProps {
  readonly label: string;
  readonly isFaulty: boolean;
  /** What an empty label means. */
  readonly note?: string;
  /** Whether the field takes the focus from the heading of the page when it appears. */
  readonly isFirst?: boolean;
  readonly onInput: (label: string) => void;
}

/** The new label of the selected buttons. */
export function LabelField({ label, isFaulty, note, isFirst = false, onInput }: LabelFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // If the user has moved the focus elsewhere in the meantime, it stays there.
    if (isFirst && document.activeElement?.matches('body, h1') === true) input.current?.focus({ preventScroll: true });
  }, [isFirst]);
  return (
    <label class="field relabel__label">
      <span class="field__name">{texts.relabel.newLabel}</span>
      <input
        ref={input}
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
      {!isFaulty && <UnseenNote text={label} class="field__warning" />}
      <span class={isFaulty ? 'field__fault' : isLong(label) ? 'field__warning' : 'field__note'} id={id} role="status">
        {isFaulty ? texts.relabel.fault : isLong(label) ? texts.device.labelLong(lengthOf(label)) : note}
      </span>
    </label>
  );
}
