import type { NumberInPartition, PointingButton } from '../../../src/client/index.js';
import { rulesOf } from '../../../src/domain/button-kinds.js';
import { dialledForm, longestText, renumbered, unfitText } from '../../../src/domain/identifiers.js';
import { soughtIn } from '../../../src/domain/sought.js';
import { unseenProblem } from '../../../src/domain/unseen.js';
import { Failed } from '../../components/problem-notice.js';
import { Text } from '../../components/text.js';
import { type ButtonPatch, withEdit } from '../../changes/chosen.js';
import { useKept } from '../../state/kept.js';
import { useLoaded, valueOf } from '../../state/loaded.js';
import { client } from '../../state/session.js';
import { useSettled } from '../../components/later.js';
import { texts } from '../../texts/texts.js';
import { LabelField } from '../relabel/label-field.js';
import { ConfirmChange } from '../changes/confirm-change.js';
import { Field } from '../../components/field.js';
import { Choice, partitionWords } from '../relabel/filters.js';

interface ChangeDialogProps {
  readonly dirn: string;
  /** Whose number it is; empty if that is not known, or not one person. */
  readonly owner: string;
  /** The selected buttons. */
  readonly buttons: readonly PointingButton[];
  readonly onClose: () => void;
}

/** Asks before buttons are removed from their devices. */
export function RemoveDialog({ dirn, owner, buttons, onClose }: ChangeDialogProps) {
  const words = texts.many.remove;
  return (
    <ConfirmChange
      heading={words.heading(buttons.length, texts.number.called(dirn, owner))}
      confirm={words.start(buttons.length)}
      isDangerous
      title={words.title(dirn, buttons.length)}
      buttons={withEdit(buttons, { remove: true })}
      onClose={onClose}
    />
  );
}

/** How long the user must pause before a typed number is looked up, in milliseconds. */
const restMs = 300;

/** Asks for the new number of the buttons. */
export function ReplaceDialog({ dirn, owner, buttons, onClose }: ChangeDialogProps) {
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
  const edited = buttons.flatMap((button) => {
    const patch: ButtonPatch = {
      dirn: renumbered(button.dirn, dialledForm(dirn), to),
      ...(label !== '' && { label }),
      ...(watches(button) && partition !== undefined && { partition }),
    };
    return withEdit([button], { set: patch });
  });
  return (
    <ConfirmChange
      heading={words.heading(buttons.length, texts.number.called(dirn, owner))}
      title={words.title(dirn, to, buttons.length)}
      buttons={edited}
      isFaulty={!isReady}
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
        <LabelField label={label} isFaulty={isLabelUnfit} note={words.labelNote} onInput={setLabel} />
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
          name={texts.relabel.partition}
          nothing={texts.relabel.choosePartition}
          value={chosen}
          options={numbers.map((number) => ({ value: number.partition, words: partitionWords(number) }))}
          onChoose={setChosen}
        />
      )}
    </ConfirmChange>
  );
}

/** Whether a button watches a number in a partition. */
function watches({ kind }: PointingButton): boolean {
  return rulesOf(kind).columns.includes('partition');
}
