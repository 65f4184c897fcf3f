import type { ComponentChildren } from 'preact';
import { failedCall } from '../../calls/failed-call.js';
import { useEffect, useId, useState } from 'preact/hooks';
import type { NumberInPartition } from '../../../src/client/index.js';
import type { NumberLamp } from '../../../src/domain/busy-lamp-field.js';
import type { Row } from '../../editing/draft.js';
import { knownNumbers } from '../../state/known-numbers.js';
import { texts } from '../../texts/texts.js';
import type { Editing } from './use-editing.js';
import { Text } from '../../components/text.js';

interface PartitionCellProps {
  readonly row: Row;
  readonly entry: NumberLamp;
  /**
   * A number that was typed. Its partitions are requested at once. The partitions of other numbers are requested when
   * the user reaches their cell.
   */
  readonly typed: string;
  readonly editing: Editing;
  /** The id of the message about what is wrong. */
  readonly faultId: string | undefined;
}

/** What is known about one number. */
type Known =
  | { readonly dirn: string; readonly numbers: readonly NumberInPartition[] }
  | { readonly dirn: string; readonly numbers: undefined };

/** The partition of a number. The user chooses among the partitions in which the call manager knows the number. */
export function PartitionCell({ row: { key }, entry, typed, editing, faultId }: PartitionCellProps) {
  const { dirn, partition, index } = entry;
  const { known, look } = useKnown(dirn);
  const id = useId();
  useEffect(() => {
    if (typed === '' || typed !== dirn) return;
    void look().then((numbers) => {
      if (numbers) editing.found(key, { dirn, partition, partitions: numbers.map((found) => found.partition) });
    });
  }, [typed]);
  const options = [...new Set(['', partition, ...(known?.numbers ?? []).map((number) => number.partition)])];
  const hint =
    faultId === undefined && known && (known.dirn === typed || known.numbers === undefined)
      ? hintOf(known, partition)
      : undefined;
  return (
    <span role="gridcell" class="slot row__partition" data-stop="partition" tabIndex={-1}>
      <select
        tabIndex={-1}
        class="cell cell--partition"
        data-field="partition"
        aria-label={texts.device.of(texts.table.partition, index)}
        aria-invalid={faultId !== undefined}
        aria-describedby={faultId ?? (hint === undefined ? undefined : id)}
        value={partition}
        onFocus={() => void look()}
        onPointerEnter={() => void look()}
        onChange={({ currentTarget }) => {
          editing.set(key, 'partition', currentTarget.value, false);
        }}
      >
        {options.map((option) => (
          <option key={option} value={option} selected={option === partition}>
            {option === '' ? texts.table.noPartition : option}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <span class="row__hint" id={id} role="status">
          {hint}
        </span>
      )}
    </span>
  );
}

/** The partitions of a number, after `look` has requested them. */
function useKnown(dirn: string) {
  const [held, setHeld] = useState<Known>();
  const known = held?.dirn === dirn ? held : undefined;
  const look = async (): Promise<readonly NumberInPartition[] | undefined> => {
    if (dirn === '') return undefined;
    try {
      const numbers = await knownNumbers(dirn);
      setHeld({ dirn, numbers });
      return numbers;
    } catch (error) {
      failedCall(error);
      setHeld({ dirn, numbers: undefined });
      return undefined;
    }
  };
  return { known, look };
}

function hintOf({ numbers }: Known, partition: string): ComponentChildren {
  if (numbers === undefined) return texts.device.noPartitions;
  const [only, ...others] = numbers;
  if (only === undefined) return texts.number.unknown;
  if (numbers.some((number) => number.partition === partition)) return undefined;
  if (others.length > 0) return texts.device.severalPartitions;
  if (only.partition === '') return texts.device.onlyPartition('');
  return (
    <>
      {texts.device.otherPartition} <Text text={only.partition} />
    </>
  );
}
