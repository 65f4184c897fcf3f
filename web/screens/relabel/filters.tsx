import type { NumberInPartition, PointingButton } from '../../../src/client/index.js';
import { buttonKinds } from '../../../src/domain/button-kinds.js';
import { withUnseenNamed } from '../../../src/domain/unseen.js';
import { type Narrowing, presentLabels } from '../../changes/choice.js';
import { texts } from '../../texts/texts.js';
import { Field } from '../../components/field.js';

interface FiltersProps {
  readonly buttons: readonly PointingButton[];
  readonly numbers: readonly NumberInPartition[];
  /** The partitions from which the user must choose one. */
  readonly partitions: readonly string[];
  readonly narrowing: Narrowing;
  readonly onChange: (narrowing: Narrowing) => void;
}

/** Restricts which buttons are shown. Hidden buttons are not changed. */
export function Filters({ buttons, numbers, partitions, narrowing, onChange }: FiltersProps) {
  const described = (partition: string): string =>
    partitionWords(numbers.find((known) => known.partition === partition) ?? { partition, description: '' });
  return (
    <fieldset class="filters">
      <legend class="hidden">{texts.relabel.filters}</legend>
      {partitions.length > 0 && (
        <Choice
          name={texts.relabel.partition}
          nothing={texts.relabel.choosePartition}
          value={narrowing.partition}
          options={partitions.map((partition) => ({ value: partition, words: described(partition) }))}
          onChoose={(partition) => {
            onChange({ ...narrowing, partition });
          }}
        />
      )}
      <Choice
        name={texts.relabel.kind}
        nothing={texts.relabel.all}
        value={narrowing.kind}
        options={buttonKinds.map((kind) => ({ value: kind, words: texts.kinds[kind] }))}
        onChoose={(kind) => {
          onChange({ ...narrowing, kind });
        }}
      />
      <Choice
        name={texts.relabel.presentLabel}
        nothing={texts.relabel.all}
        value={narrowing.label}
        options={presentLabels(buttons).map(({ label, count }) => ({
          value: label,
          words: texts.relabel.labelCount(label, count),
        }))}
        onChoose={(label) => {
          onChange({ ...narrowing, label });
        }}
      />
    </fieldset>
  );
}

/** @returns a partition, and the description of the number in it */
export function partitionWords({ partition, description }: Omit<NumberInPartition, 'dirn'>): string {
  const name = partition || texts.table.noPartition;
  return description === '' ? name : `${name} – ${description}`;
}

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
