import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { fitTitle, type NumberInPartition, type PointingButton } from '../../../src/client/index.js';
import { dialledForm } from '../../../src/domain/identifiers.js';
import { csvOf } from '../../changes/csv.js';
import { lazy, useSoon } from '../../components/lazy.js';
import { DescribedDevice } from '../../components/link.js';
import { LongRows } from '../../components/long-rows.js';
import { Shown } from '../../components/shown.js';
import { Codes, Label, Text } from '../../components/text.js';
import {
  buttonsMeant,
  devicesOf,
  idOf,
  type Narrowing,
  narrowed,
  partitionsToChoose,
  presentValues,
  type SeenButton,
} from '../../changes/choice.js';
import { mayReview, useReview } from '../../state/asking.js';
import { useKept, useStaying } from '../../state/kept.js';
import { type Loaded, valueOf } from '../../state/loaded.js';
import { mayEdit } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { Choice } from '../../components/choice.js';
import { useSorting } from '../../components/table.js';
import { CopyCsv } from '../../components/copy.js';
import { ExportButtons } from '../../components/export-buttons.js';
import { usePicking } from '../../components/picking.js';
import { Act } from '../../components/act.js';

interface PointingButtonsProps {
  readonly dirn: string;
  /** The number in each of its partitions, as far as that is known. */
  readonly numbers: readonly NumberInPartition[];
  readonly loaded: Loaded<readonly PointingButton[]>;
  readonly again: () => void;
}

const words = texts.number;

const seldom = () => import('../seldom.js');
const NotReviewed = lazy(async () => (await seldom()).NotReviewed);
const RelabelDialog = lazy(async () => (await seldom()).RelabelDialog);
const ReplaceDialog = lazy(async () => (await seldom()).ReplaceDialog);

/** The speed dials and busy lamp fields that point at a number, with their devices, and the actions for them. */
export function PointingButtons({ dirn, numbers, loaded, again }: PointingButtonsProps) {
  const found = valueOf(loaded) ?? [];
  return (
    <section class="card" aria-labelledby="pointing">
      <div class="head">
        <h2 id="pointing">{words.buttonsTitle}</h2>
        {found.length > 0 && <p class="quiet">{words.buttons(found.length, devicesOf(found))}</p>}
      </div>
      <Shown loaded={loaded} again={again} lines={5}>
        {(buttons) =>
          buttons.length === 0 ? (
            <p class="quiet">{words.none}</p>
          ) : (
            <ButtonTable dirn={dirn} numbers={numbers} buttons={buttons} />
          )
        }
      </Shown>
    </section>
  );
}

type Column = 'device' | 'kind' | 'index' | 'partition' | 'label';

const textsOf: Readonly<Record<Column, (button: PointingButton) => string>> = {
  device: ({ description, device }) => `${description} ${device}`,
  kind: ({ kind }) => texts.kind[kind],
  index: ({ index }) => index,
  partition: ({ partition }) => partition,
  label: ({ label }) => label,
};

interface ButtonTableProps extends Pick<PointingButtonsProps, 'dirn' | 'numbers'> {
  readonly buttons: readonly PointingButton[];
}

const everything: Narrowing = { kind: undefined, label: undefined, partition: undefined };

function ButtonTable({ dirn, numbers, buttons }: ButtonTableProps) {
  const [wanted, setWanted] = useStaying('narrowing', everything);
  const { narrowing, shown } = useMemo(() => {
    const narrowing = stillThere(wanted, buttons);
    return { narrowing, shown: narrowed(buttons, narrowing) };
  }, [buttons, wanted]);
  const { sorted, head } = useSorting<PointingButton, Column>(shown, textsOf, 'device');
  const { picked, toggle, pickAll } = usePicking(sorted, idOf);
  useSoon(seldom, picked.length > 0);
  const [isAsking, setAsking] = useKept<'relabel' | 'replace' | undefined>('asking', undefined);
  const { review, isBusy, error } = useReview();
  // Without a selection, all that are shown get the label, unless they may belong to several people. The label of a
  // button with a code behind the number may name what the code leads to.
  const toRelabel = useMemo(() => {
    if (picked.length > 0) return picked;
    return partitionsToChoose(sorted, numbers).length > 0
      ? []
      : sorted.filter((button) => button.dirn === dialledForm(dirn));
  }, [picked, sorted, numbers, dirn]);
  const hasPartition = buttons.some(({ partition }) => partition !== '');
  const isEditor = mayEdit();
  const close = (): void => {
    setAsking(undefined);
  };
  const ask = (what: 'relabel' | 'replace') => () => {
    setAsking(what);
  };
  const remove = (): void => {
    void review({
      title: fitTitle(texts.many.remove.title(dirn)),
      remove: buttonsMeant(picked, numbers).map((meant) => ({ dirns: [dirn], ...meant })),
    });
  };
  const columns = hasPartition ? columnsWithPartition : columnsWithout;
  const rows = useMemo(() => {
    const chosen = new Set(picked);
    return sorted.map((button, at) => ({
      ...{ key: idOf(button), button, at, columns, onToggle: isEditor ? toggle : undefined },
      isPicked: chosen.has(button),
    }));
  }, [sorted, picked, columns, isEditor]);
  return (
    <div class="stack">
      <div class="tools">
        <Filters buttons={buttons} narrowing={narrowing} onChange={setWanted} />
        <div class="actions">
          <ExportButtons of={{ dirn }} name={dirn} />
          <CopyCsv csv={() => csvOfButtons(picked.length > 0 ? picked : sorted)} />
        </div>
      </div>
      <table
        class={`table table--stacked long pointing ${hasPartition ? 'pointing--partitions' : ''} ${isEditor ? '' : 'pointing--read'}`}
      >
        <thead>
          <tr>
            {isEditor && (
              <th class="pointing__box">
                <input
                  type="checkbox"
                  aria-label={texts.chooseAll}
                  checked={picked.length === shown.length}
                  indeterminate={picked.length > 0 && picked.length < shown.length}
                  onChange={({ currentTarget }) => {
                    pickAll(currentTarget.checked);
                  }}
                />
                <span class="pointing__all" aria-hidden="true">
                  {texts.chooseAll}
                </span>
              </th>
            )}
            {columns.map((column) => head(column, texts.table[column]))}
          </tr>
        </thead>
        <LongRows rows={rows} row={ButtonRow} late={nothingMore} />
      </table>
      {isEditor && (
        <div class="chosen-bar">
          <p class="quiet" role="status">
            {picked.length > 0 ? (
              texts.chosen(picked.length, shown.length)
            ) : (
              <>
                {words.choose} <span class="with-keys">{words.chooseRange}</span>
              </>
            )}
          </p>
          <div class="actions">
            <Act
              look="quiet"
              isOff={picked.length === 0}
              onClick={() => {
                pickAll(false);
              }}
            >
              {texts.selectNone}
            </Act>
            <Act isOff={toRelabel.length === 0} onClick={ask('relabel')}>
              {texts.many.relabel.button}
            </Act>
            <Act isOff={picked.length === 0} onClick={ask('replace')}>
              {texts.many.replace.button}
            </Act>
            <Act isOff={picked.length === 0 || isBusy || !mayReview()} onClick={remove}>
              {isBusy ? texts.many.reviewing : texts.many.remove.button}
            </Act>
          </div>
        </div>
      )}
      {isEditor && (error !== undefined || !mayReview()) && <NotReviewed error={error} />}
      {isAsking === 'relabel' && <RelabelDialog {...{ dirn, numbers }} buttons={toRelabel} onClose={close} />}
      {isAsking === 'replace' && <ReplaceDialog {...{ dirn, numbers }} buttons={picked} onClose={close} />}
    </div>
  );
}

/** @returns the restrictions, without the values that no button has any more */
function stillThere(wanted: Narrowing, buttons: readonly PointingButton[]): Narrowing {
  const { kind, label, partition } = wanted;
  return {
    kind: buttons.some((button) => button.kind === kind) ? kind : undefined,
    label: buttons.some((button) => button.label === label) ? label : undefined,
    partition: buttons.some((button) => button.partition === partition) ? partition : undefined,
  };
}

interface FiltersProps {
  readonly buttons: readonly PointingButton[];
  readonly narrowing: Narrowing;
  readonly onChange: (narrowing: Narrowing) => void;
}

/** Restricts which buttons are shown. Those that are hidden are not selected. */
function Filters({ buttons, narrowing, onChange }: FiltersProps) {
  const options = useMemo(
    () => ({
      kind: optionsOf(buttons, 'kind', (kind) => texts.kinds[kind]),
      partition: optionsOf(buttons, 'partition', (partition) => partition || texts.table.noPartition),
      label: optionsOf(buttons, 'label', (label) => label || texts.table.noLabel),
    }),
    [buttons],
  );
  const filter = (name: keyof Narrowing) => (
    <Choice
      name={texts.table[name]}
      nothing={words.all}
      value={narrowing[name]}
      options={options[name]}
      onChoose={(value) => {
        onChange({ ...narrowing, [name]: value });
      }}
    />
  );
  return (
    <div class="filters" role="group" aria-label={words.filters}>
      {options.kind.length > 1 && filter('kind')}
      {options.partition.length > 1 && filter('partition')}
      {filter('label')}
    </div>
  );
}

function optionsOf<Name extends keyof Narrowing>(
  buttons: readonly PointingButton[],
  name: Name,
  called: (value: SeenButton[Name]) => string,
): readonly { readonly value: string; readonly words: string }[] {
  return presentValues(buttons, name).map(({ value, count }) => ({ value, words: `${called(value)} (${count})` }));
}

const columnsWithout: readonly Column[] = ['device', 'kind', 'index', 'label'];
const columnsWithPartition: readonly Column[] = ['device', 'kind', 'index', 'partition', 'label'];
const nothingMore = {};

interface ButtonRowProps {
  readonly button: PointingButton;
  readonly at: number;
  readonly columns: readonly Column[];
  readonly isPicked: boolean;
  /** Undefined for users who may only look up: they have nothing to do with a selection. */
  readonly onToggle: ((at: number, isPicked: boolean, isRange: boolean) => void) | undefined;
}

function ButtonRow({ button, at, columns, isPicked, onToggle }: ButtonRowProps) {
  const { description, device, kind, index } = button;
  return (
    <tr class={isPicked ? 'pointing__picked' : undefined}>
      {onToggle && (
        <td class="pointing__box">
          <input
            type="checkbox"
            aria-label={texts.choose(description || device, texts.kind[kind], index)}
            checked={isPicked}
            onClick={({ shiftKey, currentTarget }) => {
              onToggle(at, currentTarget.checked, shiftKey);
            }}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column} data-name={column === 'index' ? texts.table.index : undefined}>
          {cells[column](button)}
        </td>
      ))}
    </tr>
  );
}

const cells: Readonly<Record<Column, (button: PointingButton) => ComponentChildren>> = {
  device: ({ description, deviceKind, device }) => (
    <DescribedDevice description={description} kind={deviceKind} name={device} />
  ),
  kind: ({ kind, dirn }) => (
    <>
      {texts.kind[kind]}
      <Codes dirn={dirn} />
    </>
  ),
  index: ({ index }) => <span class="code">{index}</span>,
  partition: ({ partition }) => <Text text={partition} class="quiet" />,
  label: ({ label }) => <Label text={label} />,
};

const csvColumns = ['device', 'deviceKind', 'description', 'kind', 'index', 'dirn', 'partition', 'label'] as const;

function csvOfButtons(buttons: readonly PointingButton[]): string {
  return csvOf(
    csvColumns,
    buttons.map((button) => csvColumns.map((column) => button[column])),
  );
}
