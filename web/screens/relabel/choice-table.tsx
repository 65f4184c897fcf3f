import { useMemo } from 'preact/hooks';
import type { PointingButton } from '../../../src/client/index.js';
import { Codes, Label, Text } from '../../components/text.js';
import { DescribedDevice } from '../../components/link.js';
import { LongRows } from '../../components/long-rows.js';
import { useSteady } from '../../components/steady.js';
import { texts } from '../../texts/texts.js';

interface ChoiceTableProps {
  /** Ordered by device. */
  readonly shown: readonly ShownButton[];
  /** The ones that may be selected. */
  readonly choosable: readonly PointingButton[];
  /** The selected ones. */
  readonly picked: readonly PointingButton[];
  /** The new label; undefined until it is typed. */
  readonly label: string | undefined;
  readonly onChoose: (buttons: readonly PointingButton[], isChosen: boolean) => void;
}

/** A button in the table. */
export interface ShownButton {
  /** Its id among all buttons. */
  readonly id: string;
  readonly button: PointingButton;
  /** Whether it is the first shown button of its device. Only the line of that button names the device. */
  readonly isFirst: boolean;
}

/** The buttons device by device, each with its present label and the new one. */
export function ChoiceTable({ shown, choosable, picked, label, onChoose }: ChoiceTableProps) {
  const choose = useSteady((button: PointingButton, isChosen: boolean) => {
    onChoose([button], isChosen);
  });
  const rows = useMemo(() => {
    const [mayBe, is] = [new Set(choosable), new Set(picked)];
    return shown.map(({ id, button, isFirst }) => ({
      ...{ key: id, button, isFirst, onChoose: choose },
      isChoosable: mayBe.has(button),
      isPicked: is.has(button),
    }));
  }, [shown, choosable, picked, choose]);
  if (shown.length === 0) return <p class="quiet">{texts.relabel.noneShown}</p>;
  return (
    <table class="table table--stacked long choice">
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
      <LongRows rows={rows} row={Row} late={{ label }} />
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
  readonly isFirst: boolean;
  readonly isChoosable: boolean;
  readonly isPicked: boolean;
  readonly label: string | undefined;
  readonly onChoose: (button: PointingButton, isChosen: boolean) => void;
}

function Row({ label, ...props }: RowProps) {
  const { button, isFirst, isChoosable, isPicked, onChoose } = props;
  // While a label is typed, only the last cell changes.
  const before = useMemo(() => <CellsBefore {...props} />, [button, isFirst, isChoosable, isPicked, onChoose]);
  return (
    <tr class={`${isFirst ? '' : 'choice__more'} ${isChoosable ? '' : 'choice__other'}`}>
      {before}
      <td>
        <NextLabel present={button.label} next={isPicked ? label : undefined} />{' '}
        {!isChoosable && <span class="tag">{texts.relabel.otherPartition}</span>}
      </td>
    </tr>
  );
}

/** The cells of a row before the label. */
function CellsBefore({ button, isFirst, isChoosable, isPicked, onChoose }: Omit<RowProps, 'label'>) {
  const { device, deviceKind, description, kind, index, dirn, partition } = button;
  return (
    <>
      <td class="pointing__box">
        <input
          type="checkbox"
          aria-label={texts.relabel.choose(description || device, texts.kind[kind], index)}
          checked={isPicked}
          disabled={!isChoosable}
          onChange={({ currentTarget }) => {
            onChoose(button, currentTarget.checked);
          }}
        />
      </td>
      <td>{isFirst && <DescribedDevice description={description} kind={deviceKind} name={device} />}</td>
      <td>
        {texts.kind[kind]}
        <Codes dirn={dirn} />
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
    </>
  );
}

/** The present label and the new one, if any. */
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
