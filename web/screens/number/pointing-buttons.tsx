import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { PointingButton } from '../../../src/client/index.js';
import { csvOf } from '../../changes/csv.js';
import { DescribedDevice } from '../../components/link.js';
import { Shown } from '../../components/shown.js';
import { Label, Text } from '../../components/text.js';
import { idOf, narrowed, presentLabels, rechosen } from '../../runs/choice.js';
import { runOn } from '../../state/button-run.js';
import { useKept } from '../../state/kept.js';
import { type Loaded, valueOf } from '../../state/loaded.js';
import { editRelabel } from '../../state/relabel-draft.js';
import { goTo } from '../../state/route.js';
import { mayChange } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { Choice } from '../relabel/filters.js';
import { RunView } from '../runs/run-view.js';
import { RemoveDialog, ReplaceDialog } from './change-dialogs.js';
import { useSorting } from '../../components/table.js';
import { devicesOf } from '../runs/confirm-change.js';
import { CopyCsv } from '../../components/copy.js';
import { Act } from '../../components/act.js';

interface PointingButtonsProps {
  readonly dirn: string;
  readonly loaded: Loaded<readonly PointingButton[]>;
  readonly again: () => void;
}

const words = texts.number;

/** The speed dials and busy lamp fields that point at a number, on whose devices, and what can be done to them. */
export function PointingButtons({ dirn, loaded, again }: PointingButtonsProps) {
  const run = runOn({ at: 'number', dirn });
  if (run) return <RunView run={run} onClose={again} close={texts.runs.anew} />;
  const found = valueOf(loaded) ?? [];
  return (
    <section class="card" aria-labelledby="pointing">
      <div class="head">
        <h2 id="pointing">{words.buttonsTitle}</h2>
        {found.length > 0 && <p class="quiet">{words.buttons(found.length, devicesOf(found))}</p>}
      </div>
      <Shown loaded={loaded} again={again} lines={5}>
        {(buttons) =>
          buttons.length === 0 ? <p class="quiet">{words.none}</p> : <ButtonTable dirn={dirn} buttons={buttons} />
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
  readonly buttons: readonly PointingButton[];
}

function ButtonTable({ dirn, buttons }: ButtonTableProps) {
  const [label, setLabel] = useKept<string | undefined>('label', undefined);
  const isLabelThere = buttons.some((button) => button.label === label);
  const shown = narrowed(buttons, { kind: undefined, label: isLabelThere ? label : undefined, partition: undefined });
  const { sorted, head } = useSorting<PointingButton, Column>(shown, textsOf, 'device');
  const { picked, toggle, isPicked, pickAll } = usePicking(sorted);
  const [isAsking, setAsking] = useKept<'replace' | 'remove' | undefined>('asking', undefined);
  const hasPartition = buttons.some(({ partition }) => partition !== '');
  const columns: readonly Column[] = [
    'device',
    'kind',
    'index',
    ...(hasPartition ? (['partition'] as const) : []),
    'label',
  ];
  const isEditor = mayChange();
  const close = (): void => {
    setAsking(undefined);
  };
  const ask = (what: 'replace' | 'remove') => () => {
    if (picked.length > 0) setAsking(what);
  };
  const labels = presentLabels(buttons);
  return (
    <div class="stack">
      <div class="tools">
        <Choice
          name={words.label}
          nothing={words.allLabels}
          value={isLabelThere ? label : undefined}
          options={labels.map((one) => ({ value: one.label, words: texts.relabel.labelCount(one.label, one.count) }))}
          onChoose={setLabel}
        />
        <p class="quiet tools__said" role="status">
          {isEditor && (picked.length > 0 ? texts.relabel.chosen(picked.length, shown.length) : words.choose)}
        </p>
        <div class="actions">
          {isEditor && (
            <>
              <Act
                onClick={() => {
                  if (picked.length > 0) editRelabel(dirn, { chosen: new Set(picked.map(idOf)) });
                  goTo({ at: 'relabel', dirn });
                }}
              >
                {words.relabel}
              </Act>
              <Act isOff={picked.length === 0} onClick={ask('replace')}>
                {texts.runs.replace.button}
              </Act>
              <Act isOff={picked.length === 0} onClick={ask('remove')}>
                {texts.runs.remove.button}
              </Act>
            </>
          )}
          <CopyCsv csv={() => csvOfButtons(picked.length > 0 ? picked : sorted)} />
        </div>
      </div>
      <table class="table table--stacked pointing">
        <thead>
          <tr>
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
            </th>
            {columns.map((column) => head(column, texts.table[column]))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((button, at) => (
            <tr key={idOf(button)} class={isPicked(button) ? 'pointing__picked' : undefined}>
              <td class="pointing__box">
                <input
                  type="checkbox"
                  aria-label={texts.relabel.choose(
                    button.description || button.device,
                    texts.kind[button.kind],
                    button.index,
                  )}
                  checked={isPicked(button)}
                  onClick={({ shiftKey, currentTarget }) => {
                    toggle(at, currentTarget.checked, shiftKey);
                  }}
                />
              </td>
              {columns.map((column) => (
                <td key={column} data-name={column === 'index' ? texts.table.index : undefined}>
                  {cells[column](button)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isAsking === 'replace' && <ReplaceDialog dirn={dirn} buttons={picked} onClose={close} />}
      {isAsking === 'remove' && <RemoveDialog dirn={dirn} buttons={picked} onClose={close} />}
    </div>
  );
}

const cells: Readonly<Record<Column, (button: PointingButton) => ComponentChildren>> = {
  device: ({ description, deviceKind, device }) => (
    <DescribedDevice description={description} kind={deviceKind} name={device} />
  ),
  kind: ({ kind }) => texts.kind[kind],
  index: ({ index }) => <span class="code">{index}</span>,
  partition: ({ partition }) => <Text text={partition} class="quiet" />,
  label: ({ label }) => <Label text={label} />,
};

/** Which rows are chosen: one by one, or with Shift all from the last one on. What is not shown is not chosen. */
function usePicking(rows: readonly PointingButton[]) {
  const [ids, setIds] = useKept<ReadonlySet<string>>('picked', new Set());
  const last = useRef<string>(undefined);
  const set = (some: readonly PointingButton[], isPicked: boolean): void => {
    setIds(rechosen(ids, some.map(idOf), isPicked));
  };
  return {
    picked: rows.filter((row) => ids.has(idOf(row))),
    isPicked: (row: PointingButton) => ids.has(idOf(row)),
    toggle: (at: number, isPicked: boolean, isRange: boolean): void => {
      const from = isRange ? rows.findIndex((row) => idOf(row) === last.current) : -1;
      set(from === -1 ? rows.slice(at, at + 1) : rows.slice(Math.min(from, at), Math.max(from, at) + 1), isPicked);
      const row = rows[at];
      last.current = row === undefined ? undefined : idOf(row);
    },
    pickAll: (isPicked: boolean): void => {
      set(rows, isPicked);
    },
  };
}

const csvColumns = ['device', 'deviceKind', 'description', 'kind', 'index', 'dirn', 'partition', 'label'] as const;

function csvOfButtons(buttons: readonly PointingButton[]): string {
  return csvOf(
    csvColumns,
    buttons.map((button) => csvColumns.map((column) => button[column])),
  );
}
