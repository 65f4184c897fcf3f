import { groupsOf } from '../../../src/domain/grouped.js';
import type { NumberInPartition, PointingButton } from '../../../src/client/index.js';
import { Link } from '../../components/link.js';
import { Page } from '../../components/page.js';
import { Shown } from '../../components/shown.js';
import { useLoaded } from '../../state/loaded.js';
import { soleOwner } from '../../state/known-numbers.js';
import { client, mayEdit } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { ConfirmChange } from '../changes/confirm-change.js';
import { Text } from '../../components/text.js';
import { useMemo, useState } from 'preact/hooks';
import { dialledForm, longestText, unfitText } from '../../../src/domain/identifiers.js';
import { idOf, isChoosable, narrowed, partitionsToChoose, stillMeant } from '../../changes/choice.js';
import { deviceIdOf, devicesOf, withEdit } from '../../changes/chosen.js';
import {
  chooseButtons,
  discardRelabel,
  editRelabel,
  relabelDraft,
  unsavedRelabels,
} from '../../state/relabel-draft.js';
import { ChoiceTable } from './choice-table.js';
import { Filters } from './filters.js';
import { LabelField } from './label-field.js';
import { Act } from '../../components/act.js';

/**
 * Sets a new label for the buttons that point at a number. The user selects and reviews them, and then they are changed
 * device by device.
 */
export function RelabelScreen({ dirn }: { readonly dirn: string }) {
  return (
    <Page
      title={texts.relabel.document(dirn)}
      above={texts.relabel.above}
      heading={<Text text={dirn} class="code" />}
      actions={
        <Link to={{ at: 'number', dirn }} class="button button--quiet">
          {texts.relabel.back}
        </Link>
      }
    >
      <Content dirn={dirn} />
    </Page>
  );
}

function Content({ dirn }: { readonly dirn: string }) {
  if (!mayEdit()) return <p class="notice notice--info">{texts.relabel.readOnly}</p>;
  return <Buttons dirn={dirn} />;
}

interface Found {
  readonly buttons: readonly PointingButton[];
  readonly numbers: readonly NumberInPartition[];
}

function Buttons({ dirn }: { readonly dirn: string }) {
  const { loaded, again } = useLoaded<Found>(
    async (signal) => {
      const [buttons, numbers] = await Promise.all([
        client().findButtons(dirn, { signal }),
        client().findNumbers(dirn, { signal }),
      ]);
      return { buttons, numbers };
    },
    [dirn],
  );
  return (
    <section class="card" aria-label={texts.relabel.document(dirn)}>
      <Shown loaded={loaded} again={again} lines={8}>
        {(found) =>
          found.buttons.length === 0 ? <p class="quiet">{texts.number.none}</p> : <Chooser dirn={dirn} {...found} />
        }
      </Shown>
    </section>
  );
}

const none: readonly PointingButton[] = [];

interface ChooserProps {
  readonly dirn: string;
  readonly buttons: readonly PointingButton[];
  readonly numbers: readonly NumberInPartition[];
}

/** Which buttons get which label. Only visible, selected buttons with another label are changed. */
function Chooser({ dirn, buttons, numbers }: ChooserProps) {
  const [isAsking, setAsking] = useState(false);
  const partitions = useMemo(() => partitionsToChoose(buttons, numbers), [buttons, numbers]);
  const ids = useMemo(() => new Map(buttons.map((button) => [button, idOf(button)])), [buttons]);
  // The label of a button with a code behind the number may name what the code leads to.
  const first = useMemo(
    () => (partitions.length > 0 ? none : buttons.filter((button) => button.dirn === dialledForm(dirn))),
    [partitions, buttons, dirn],
  );
  const draft = relabelDraft(dirn);
  const { label } = draft;
  const chosen = useMemo(() => draft.chosen ?? new Set(first.map(idOf)), [draft.chosen, first]);
  const narrowing = useMemo(
    () => stillMeant(draft.narrowing, buttons, partitions),
    [draft.narrowing, buttons, partitions],
  );
  // None of these changes while a label is typed.
  const { shown, choosable, rows } = useMemo(() => {
    const some = narrowed(buttons, narrowing);
    return {
      shown: some,
      choosable: some.filter((button) => isChoosable(button, numbers, partitions, narrowing.partition)),
      rows: groupsOf(some, deviceIdOf).flatMap((ofDevice) =>
        ofDevice.map((button, at) => ({ id: ids.get(button) ?? '', button, isFirst: at === 0 })),
      ),
    };
  }, [buttons, numbers, partitions, narrowing, ids]);
  const picked = useMemo(
    () => choosable.filter((button) => chosen.has(ids.get(button) ?? '')),
    [choosable, chosen, ids],
  );
  const filters = useMemo(
    () => (
      <Filters
        {...{ buttons, partitions, numbers, narrowing }}
        onChange={(next) => {
          editRelabel(dirn, { narrowing: next });
        }}
      />
    ),
    [dirn, buttons, partitions, numbers, narrowing],
  );
  const different = useMemo(() => picked.filter((button) => button.label !== label), [picked, label]);
  const isFaulty = unfitText(label, longestText) !== undefined;
  const missing = whatIsMissing(label, isFaulty, different.length);
  const devices = useMemo(() => devicesOf(different), [different]);
  const ask = (event: Event): void => {
    event.preventDefault();
    if (missing === undefined) setAsking(true);
  };
  return (
    <form class="stack" onSubmit={ask}>
      <p class="quiet">{texts.relabel.lead}</p>
      {partitions.length > 0 && <p class="notice notice--warn">{texts.relabel.several}</p>}
      <LabelField
        label={label}
        isFaulty={isFaulty}
        isFirst
        onInput={(typed) => {
          editRelabel(dirn, { label: typed });
        }}
      />
      {filters}
      <ChoiceTable
        {...{ choosable, picked }}
        shown={rows}
        label={label !== '' && !isFaulty ? label : undefined}
        onChoose={(some, isChosen) => {
          chooseButtons(dirn, first, some, isChosen);
        }}
      />
      <div class="chosen-bar">
        <p class="quiet" role="status">
          {texts.relabel.chosen(picked.length, shown.length)}
          {` · ${missing ?? texts.relabel.changes(different.length, devices)}`}
        </p>
        {unsavedRelabels.value.includes(dirn) && (
          <Act
            onClick={() => {
              discardRelabel(dirn);
            }}
          >
            {texts.relabel.discard}
          </Act>
        )}
        <button class="button button--main" type="submit" aria-disabled={missing !== undefined}>
          {texts.relabel.change}
        </button>
      </div>
      {isAsking && (
        <ConfirmChange
          heading={texts.relabel.heading(different.length, texts.number.called(dirn, soleOwner(numbers)))}
          title={texts.relabel.title(dirn, label)}
          buttons={withEdit(different, { set: { label } })}
          onAsked={() => {
            editRelabel(dirn, { isCarriedOut: true });
          }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </form>
  );
}

/** @returns what is missing before anything can be changed */
function whatIsMissing(label: string, isFaulty: boolean, different: number): string | undefined {
  if (label.trim() === '') return texts.relabel.typeFirst;
  if (isFaulty) return texts.relabel.fault;
  return different === 0 ? texts.relabel.chooseFirst : undefined;
}
