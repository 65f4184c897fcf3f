import { withUnseenNamed } from '../../src/domain/unseen.js';
import { Field } from './field.js';

interface ChoiceProps<Value extends string> {
  readonly name: string;
  /** The text if nothing is chosen. */
  readonly nothing: string;
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly words: string }[];
  readonly onChoose: (value: Value | undefined) => void;
}

/**
 * A choice of one option, or of none. The options are identified by their positions, because any text may be an option,
 * even an empty text.
 */
export function Choice<Value extends string>({ name, nothing, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <Field name={name}>
      <select
        class="select"
        value={String(options.findIndex((option) => option.value === value))}
        onChange={({ currentTarget }) => {
          onChoose(options[Number(currentTarget.value)]?.value);
        }}
      >
        <option value="-1">{nothing}</option>
        {options.map(({ words }, at) => (
          <option key={at} value={String(at)}>
            {withUnseenNamed(words)}
          </option>
        ))}
      </select>
    </Field>
  );
}
