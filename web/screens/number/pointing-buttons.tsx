import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PointingButton } from '../../../src/client/index.js';
import { csvOf } from '../../changes/csv.js';
import { lazy, useSoon } from '../../components/lazy.js';
import { DescribedDevice } from '../../components/link.js';
import { LongRows } from '../../components/long-rows.js';
import { Shown } from '../../components/shown.js';
import { Codes, Label, Text } from '../../components/text.js';
import { devicesOf } from '../../changes/chosen.js';
import { idOf, narrowed, presentLabels } from '../../changes/choice.js';
import { useKept, useStaying } from '../../state/kept.js';
import { type Loaded, valueOf } from '../../state/loaded.js';
import { editRelabel } from '../../state/relabel-draft.js';
import { goTo } from '../../state/route.js';
import { mayEdit } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { Choice } from '../relabel/filters.js';
import { useSorting } from '../../components/table.js';
import { CopyCsv } from '../../components/copy.js';
import { usePicking } from '../../components/picking.js';
import { Act } from '../../components/act.js';

interface PointingButtonsProps {
  readonly dirn: string;
  /** Whose number it is, if that is known. */
  readonly owner: string;
  readonly loaded: Loaded<readonly PointingButton[]>;
  readonly again: () => void;
}

const words = texts.number;

const seldom = () => import('../seldom.js');
const RemoveDialog = lazy(async () => (await seldom()).RemoveDialog);
const ReplaceDialog = lazy(async () => (await seldom()).ReplaceDialog);

/** The speed dials and busy lamp fields that point at a number, with their devices, and the actions for them. */
export function PointingButtons({ dirn, owner, loaded, again }: PointingButtonsProps) {
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
            <ButtonTable dirn={dirn} owner={owner} buttons={buttons} />
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

interface ButtonTableProps {
  readonly dirn: string;
  readonly owner: string;
  readonly buttons: readonly PointingButton[];
}

function ButtonTable({ dirn, owner, buttons }: ButtonTableProps) {
  const [label, setLabel] = useStaying<string | undefined>('label', undefined);
  const isLabelThere = buttons.some((button) => button.label === label);
  const ofLabel = isLabelThere ? label : undefined;
  const shown = useMemo(
    () => narrowed(buttons, { kind: undefined, label: ofLabel, partition: undefined }),
    [buttons, ofLabel],
  );
  const { sorted, head } = useSorting<PointingButton, Column>(shown, textsOf, 'device');
  const { picked, toggle, pickAll } = usePicking(sorted, idOf);
  useSoon(seldom, picked.length > 0);
  const [isAsking, setAsking] = useKept<'replace' | 'remove' | undefined>('asking', undefined);
  const hasPartition = buttons.some(({ partition }) => partition !== '');
  const isEditor = mayEdit();
  const close = (): void => {
    setAsking(undefined);
  };
  const ask = (what: 'replace' | 'remove') => () => {
    if (picked.length > 0) setAsking(what);
  };
  const columns = hasPartition ? columnsWithPartition : columnsWithout;
  const rows = useMemo(() => {
    const chosen = new Set(picked);
    return sorted.map((button, at) => ({
      ...{ key: idOf(button), button, at, columns, onToggle: isEditor ? toggle : undefined },
      isPicked: chosen.has(button),
    }));
  }, [sorted, picked, columns, isEditor]);
  const labels = useMemo(
    () =>
      presentLabels(buttons).map((one) => ({
        value: one.label,
        words: texts.relabel.labelCount(one.label, one.count),
      })),
    [buttons],
  );
  return (
    <div class="stack">
      <div class="tools">
        <Choice
          name={words.label}
          nothing={words.allLabels}
          value={isLabelThere ? label : undefined}
          options={labels}
          onChoose={setLabel}
        />
        <div class="actions">
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
                  aria-label={texts.relabel.chooseAll}
                  checked={picked.length === shown.length}
                  indeterminate={picked.length > 0 && picked.length < shown.length}
                  onChange={({ currentTarget }) => {
                    pickAll(currentTarget.checked);
                  }}
                />
                <span class="pointing__all" aria-hidden="true">
                  {texts.relabel.chooseAll}
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
              texts.relabel.chosen(picked.length, shown.length)
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
            <Act
              onClick={() => {
                if (picked.length > 0) editRelabel(dirn, { chosen: new Set(picked.map(idOf)) });
                goTo({ at: 'relabel', dirn });
              }}
            >
              {words.relabel}
            </Act>
            <Act isOff={picked.length === 0} onClick={ask('replace')}>
              {texts.many.replace.button}
            </Act>
            <Act isOff={picked.length === 0} onClick={ask('remove')}>
              {texts.many.remove.button}
            </Act>
          </div>
        </div>
      )}
      {isAsking === 'replace' && <ReplaceDialog dirn={dirn} owner={owner} buttons={picked} onClose={close} />}
      {isAsking === 'remove' && <RemoveDialog dirn={dirn} owner={owner} buttons={picked} onClose={close} />}
    </div>
  );
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
            aria-label={texts.relabel.choose(description || device, texts.kind[kind], index)}
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
