import { fitTitle, type NumberInPartition, type PointingButton } from '../../../src/client/index.js';
import { rulesOf } from '../../../src/domain/button-kinds.js';
import { dialledForm, longestText, unfitText } from '../../../src/domain/identifiers.js';
import { soughtIn } from '../../../src/domain/sought.js';
import { unseenProblem } from '../../../src/domain/unseen.js';
import { buttonsMeant, devicesOf } from '../../changes/choice.js';
import { Choice } from '../../components/choice.js';
import { Field } from '../../components/field.js';
import { LabelField } from '../../components/label-field.js';
import { useSettled } from '../../components/later.js';
import { Failed } from '../../components/problem-notice.js';
import { Text } from '../../components/text.js';
import { useKept } from '../../state/kept.js';
import { soleOwner } from '../../state/known-numbers.js';
import { useLoaded, valueOf } from '../../state/loaded.js';
import { client } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { ReviewDialog } from '../changes/review-dialog.js';

interface ChangeDialogProps {
  readonly dirn: string;
  /** The number in each of its partitions. */
  readonly numbers: readonly NumberInPartition[];
  /** The selected buttons. */
  readonly buttons: readonly PointingButton[];
  readonly onClose: () => void;
}

/** Asks for the new label of the buttons. */
export function RelabelDialog({ dirn, numbers, buttons, onClose }: ChangeDialogProps) {
  const words = texts.many.relabel;
  const owner = soleOwner(numbers);
  const [typed, setTyped] = useKept<string | undefined>('relabel label', undefined);
  const label = typed ?? owner;
  const isFaulty = unfitText(label, longestText) !== undefined;
  const different = buttons.filter((button) => button.label !== label);
  const isReady = label.trim() !== '' && !isFaulty && different.length > 0;
  return (
    <ReviewDialog
      title={words.heading(buttons.length, texts.number.called(dirn, owner))}
      lead={words.lead}
      intent={
        isReady
          ? {
              title: fitTitle(words.title(dirn, label)),
              relabel: buttonsMeant(different, numbers).map((meant) => ({ dirn, label, ...meant })),
            }
          : undefined
      }
      onClose={onClose}
    >
      <LabelField label={label} isFaulty={isFaulty} offer={owner} isFirst onInput={setTyped} />
      <p class="quiet" role="status">
        {label.trim() === '' ? words.typeFirst : words.changes(different.length, devicesOf(different))}
      </p>
    </ReviewDialog>
  );
}

/** How long the user must pause before a typed number is looked up, in milliseconds. */
const restMs = 300;

/** Asks for the new number of the buttons. */
export function ReplaceDialog({ dirn, numbers: own, buttons, onClose }: ChangeDialogProps) {
  const words = texts.many.replace;
  const [typed, setTyped] = useKept('replace by', '');
  const [label, setLabel] = useKept('replace label', '');
  const [chosen, setChosen] = useKept<string | undefined>('replace partition', undefined);
  const to = useSettled(soughtIn(typed).target ?? typed.trim(), restMs);
  const isUnfit = (unfitText(to, longestText) ?? unseenProblem(typed)) !== undefined;
  const isLabelUnfit = unfitText(label, longestText) !== undefined;
  const isSame = dialledForm(to) === dialledForm(dirn);
  const isAsked = to !== '' && !isUnfit && !isSame;
  const { loaded, again } = useLoaded<readonly NumberInPartition[] | undefined>(
    (signal) => (isAsked ? client().findNumbers(to, { signal }) : Promise.resolve(undefined)),
    [isAsked ? to : ''],
  );
  const found = valueOf(loaded);
  const numbers = found ?? [];
  const hasLamps = buttons.some(watches);
  const partition =
    numbers.length === 1 ? numbers[0]?.partition : numbers.find((one) => one.partition === chosen)?.partition;
  const isLookedUp = found !== undefined;
  const isReady = isAsked && isLookedUp && !isLabelUnfit && (!hasLamps || partition !== undefined);
  const asked = {
    ...{ dirn, to, ...(label !== '' && { label }) },
    ...(hasLamps && { toPartition: partition }),
  };
  return (
    <ReviewDialog
      title={words.heading(buttons.length, texts.number.called(dirn, soleOwner(own)))}
      intent={
        isReady
          ? {
              title: fitTitle(words.title(dirn, to)),
              replace: buttonsMeant(buttons, own).map((meant) => ({ ...asked, ...meant })),
            }
          : undefined
      }
      onClose={onClose}
    >
      <div class="filters">
        <Field name={words.dirn}>
          <input
            class="input"
            value={typed}
            autofocus
            autocomplete="off"
            inputMode="tel"
            aria-invalid={isUnfit || (to !== '' && isSame)}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value);
            }}
          />
        </Field>
        <LabelField
          label={label}
          isFaulty={isLabelUnfit}
          note={words.labelNote}
          offer={soleOwner(numbers)}
          onInput={setLabel}
        />
      </div>
      <div role="status" class="said">
        {isUnfit && <p class="field__fault">{words.fault}</p>}
        {to !== '' && isSame && <p class="field__fault">{words.same}</p>}
        {isAsked && loaded.phase === 'waiting' && <p class="quiet">{texts.waiting.now}</p>}
        {isAsked && isLookedUp && numbers.length === 0 && (
          <p class={hasLamps ? 'field__fault' : 'quiet'}>{hasLamps ? words.unknown : words.unknownDial}</p>
        )}
        {numbers.length === 1 && (
          <p class="quiet">
            <Text text={numbers[0]?.description} /> <Text text={numbers[0]?.partition} />
          </p>
        )}
      </div>
      {loaded.phase === 'failed' && <Failed error={loaded.error} again={again} />}
      {numbers.length > 1 && hasLamps && (
        <Choice
          name={words.partition}
          nothing={words.choosePartition}
          value={chosen}
          options={numbers.map((number) => ({ value: number.partition, words: partitionWords(number) }))}
          onChoose={setChosen}
        />
      )}
    </ReviewDialog>
  );
}

/** Whether a button watches a number in a partition. */
function watches({ kind }: PointingButton): boolean {
  return rulesOf(kind).columns.includes('partition');
}

/** @returns a partition, and the description of the number in it */
function partitionWords({ partition, description }: NumberInPartition): string {
  const name = partition || texts.table.noPartition;
  return description === '' ? name : `${name} – ${description}`;
}
