import { useEffect, useId, useRef } from 'preact/hooks';
import { isLong, lengthOf } from '../editing/faults.js';
import { UnseenNote } from './text.js';
import { texts } from '../texts/texts.js';

interface LabelFieldProps {
  readonly label: string;
  readonly isFaulty: boolean;
  /** What an empty label means. */
  readonly note?: string;
  /** A label that is offered; empty if none is known. */
  readonly offer: string;
  /** Whether the field has the focus at first, and what is in it is selected. */
  readonly isFirst?: boolean;
  readonly onInput: (label: string) => void;
}

/** The new label of the selected buttons. */
export function LabelField({ label, isFaulty, note, offer, isFirst = false, onInput }: LabelFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) input.current?.select();
  }, [isFirst]);
  return (
    <label class="field relabel__label">
      <span class="field__name">{texts.many.newLabel}</span>
      <input
        ref={input}
        class="input"
        value={label}
        autofocus={isFirst}
        autocomplete="off"
        dir="auto"
        list={offer === '' ? undefined : `${id}-offer`}
        aria-invalid={isFaulty}
        aria-describedby={isFaulty ? id : undefined}
        onInput={({ currentTarget }) => {
          onInput(currentTarget.value);
        }}
      />
      {offer !== '' && (
        <datalist id={`${id}-offer`}>
          <option value={offer} />
        </datalist>
      )}
      {!isFaulty && <UnseenNote text={label} class="field__warning" />}
      <span class={isFaulty ? 'field__fault' : isLong(label) ? 'field__warning' : 'field__note'} id={id} role="status">
        {isFaulty ? texts.many.labelFault : isLong(label) ? texts.device.labelLong(lengthOf(label)) : note}
      </span>
    </label>
  );
}
