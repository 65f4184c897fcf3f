import type { PointingButton } from '../../../src/client/index.js';
import { Label, Text } from '../../components/text.js';
import { DescribedDevice } from '../../components/link.js';
import { idOf } from '../../runs/choice.js';
import { deviceIdOf, grouped } from '../../runs/chosen.js';
import { texts } from '../../texts/texts.js';

interface ChoiceTableProps {
  readonly shown: readonly PointingButton[];
  /** Those of them that may be chosen. */
  readonly choosable: readonly PointingButton[];
  /** Those of them that are. */
  readonly picked: readonly PointingButton[];
  readonly label: string;
  /** Whether there is a label to be set. */
  readonly isTyped: boolean;
  readonly onChoose: (buttons: readonly PointingButton[], isChosen: boolean) => void;
}

/** The buttons device by device, each with the label that it has and the one that it gets. */
export function ChoiceTable({ shown, choosable, picked, label, isTyped, onChoose }: ChoiceTableProps) {
  if (shown.length === 0) return <p class="quiet">{texts.relabel.noneShown}</p>;
  const [mayBe, is] = [new Set(choosable), new Set(picked)];
  return (
    <table class="table table--stacked choice">
      <thead>
        <tr>
          <th>
            <ChooseAll choosable={choosable} picked={picked} onChoose={onChoose} />
          </th>
          <th>{texts.table.device}</th>
          <th>{texts.table.kind}</th>
          <th>{texts.table.index}</th>
          <th>{texts.table.label}</th>
        </tr>
      </thead>
      {grouped(shown, deviceIdOf).map((some) => (
        <tbody key={deviceIdOf(some[0])} class="choice__device">
          {some.map((button, at) => (
            <Row
              key={idOf(button)}
              button={button}
              isFirst={at === 0}
              isChoosable={mayBe.has(button)}
              isPicked={is.has(button)}
              label={isTyped ? label : undefined}
              onChoose={(isChosen) => {
                onChoose([button], isChosen);
              }}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function ChooseAll({ choosable, picked, onChoose }: Pick<ChoiceTableProps, 'choosable' | 'picked' | 'onChoose'>) {
  const isAll = choosable.length > 0 && picked.length === choosable.length;
  return (
    <label class="choice__all">
      <input
        type="checkbox"
        aria-label={texts.relabel.chooseAll}
        checked={isAll}
        indeterminate={picked.length > 0 && !isAll}
        onChange={() => {
          onChoose(choosable, !isAll);
        }}
      />
      <span class="choice__all-name" aria-hidden="true">
        {texts.relabel.chooseAll}
      </span>
    </label>
  );
}

interface RowProps {
  readonly button: PointingButton;
  /** Whether it is the device's first that is shown: only there the device is named. */
  readonly isFirst: boolean;
  readonly isChoosable: boolean;
  readonly isPicked: boolean;
  /** The new one; undefined as long as it is not typed. */
  readonly label: string | undefined;
  readonly onChoose: (isChosen: boolean) => void;
}

function Row({ button, isFirst, isChoosable, isPicked, label, onChoose }: RowProps) {
  const { device, deviceKind, description, kind, index, partition } = button;
  return (
    <tr class={isChoosable ? undefined : 'choice__other'}>
      <td class="pointing__box">
        <input
          type="checkbox"
          aria-label={texts.relabel.choose(description || device, texts.kind[kind], index)}
          checked={isPicked}
          disabled={!isChoosable}
          onChange={({ currentTarget }) => {
            onChoose(currentTarget.checked);
          }}
        />
      </td>
      <td>{isFirst && <DescribedDevice description={description} kind={deviceKind} name={device} />}</td>
      <td>
        {texts.kind[kind]}
        {partition !== '' && (
          <span class="quiet">
            {' '}
            <Text text={partition} />
          </span>
        )}
      </td>
      <td data-name={texts.table.index}>
        <span class="code">{index}</span>
      </td>
      <td>
        <NextLabel present={button.label} next={isPicked ? label : undefined} />
        {!isChoosable && <span class="tag">{texts.relabel.otherPartition}</span>}
      </td>
    </tr>
  );
}

/** The present label and, where there is to be one, the next. */
function NextLabel({ present, next }: { readonly present: string; readonly next: string | undefined }) {
  if (next === undefined) return <Label text={present} />;
  if (next === present) {
    return (
      <>
        <Label text={present} /> <span class="tag">{texts.relabel.nothingToDo}</span>
      </>
    );
  }
  return (
    <span class="choice__next">
      <del>
        <Label text={present} />
      </del>{' '}
      <span class="quiet" aria-hidden="true">
        →
      </span>
      <span class="hidden">{texts.relabel.becomes}</span>{' '}
      <ins>
        <Label text={next} />
      </ins>
    </span>
  );
}
