import { useState } from 'preact/hooks';
import type { NumberInPartition, PointingButton } from '../../../src/client/index.js';
import { longestText, unfitText } from '../../../src/domain/identifiers.js';
import { idOf, isChoosable, narrowed, type Narrowing, partitionsToChoose } from '../../relabel/choice.js';
import { deviceIdOf } from '../../relabel/chosen.js';
import { texts } from '../../texts/texts.js';
import { ChoiceTable } from './choice-table.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { Filters } from './filters.js';
import { LabelField } from './label-field.js';

interface ChooserProps {
  readonly dirn: string;
  readonly buttons: readonly PointingButton[];
  readonly numbers: readonly NumberInPartition[];
}

/** Which buttons get which label. Only what is shown, chosen, and has another label is changed. */
export function Chooser({ dirn, buttons, numbers }: ChooserProps) {
  const partitions = partitionsToChoose(buttons, numbers);
  const [label, setLabel] = useState('');
  const [narrowing, setNarrowing] = useState<Narrowing>({ kind: undefined, label: undefined, partition: undefined });
  const { chosen, choose } = useChosen(partitions.length > 0 ? [] : buttons);
  const [isAsking, setAsking] = useState(false);
  const shown = narrowed(buttons, narrowing);
  const choosable = shown.filter((button) => isChoosable(button, numbers, partitions, narrowing.partition));
  const picked = choosable.filter((button) => chosen.has(idOf(button)));
  const different = picked.filter((button) => button.label !== label);
  const isFaulty = unfitText(label, longestText) !== undefined;
  const missing = whatIsMissing(label, isFaulty, different.length);
  const devices = new Set(different.map(deviceIdOf)).size;
  const ask = (event: Event): void => {
    event.preventDefault();
    if (missing === undefined) setAsking(true);
  };
  return (
    <form class="stack" onSubmit={ask}>
      <p class="quiet">{texts.relabel.lead}</p>
      {partitions.length > 0 && <p class="notice notice--warn">{texts.relabel.several}</p>}
      <LabelField label={label} isFaulty={isFaulty} onInput={setLabel} />
      <Filters {...{ buttons, partitions, numbers, narrowing }} onChange={setNarrowing} />
      <ChoiceTable {...{ shown, choosable, picked, label }} isTyped={label !== '' && !isFaulty} onChoose={choose} />
      <div class="relabel__go">
        <p class="quiet" role="status">
          {texts.relabel.chosen(picked.length, shown.length)}
          {missing !== undefined && ` · ${missing}`}
        </p>
        <button class="button button--main" type="submit" aria-disabled={missing !== undefined}>
          {texts.relabel.change(different.length, devices)}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          {...{ dirn, label, devices }}
          buttons={different}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </form>
  );
}

/** The buttons that are chosen, by their ids; at first, those that are given. */
function useChosen(first: readonly PointingButton[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(first.map(idOf)));
  const choose = (some: readonly PointingButton[], isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const button of some) {
      if (isChosen) next.add(idOf(button));
      else next.delete(idOf(button));
    }
    setChosen(next);
  };
  return { chosen, choose };
}

/** @returns what has to be done before anything can be changed */
function whatIsMissing(label: string, isFaulty: boolean, different: number): string | undefined {
  if (label.trim() === '') return texts.relabel.typeFirst;
  if (isFaulty) return texts.relabel.fault;
  return different === 0 ? texts.relabel.chooseFirst : undefined;
}
