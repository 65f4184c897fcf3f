import { type ButtonKind, buttonKinds } from '../../../../src/domain/button-kinds.js';
import { deviceToFind } from '../../../changes/choice.js';
import { Act } from '../../../components/act.js';
import { DescribedDevice } from '../../../components/link.js';
import { useKept } from '../../../state/kept.js';
import { type DeviceRoute, hashOf } from '../../../state/route.js';
import { texts } from '../../../texts/texts.js';
import { ReviewDialog } from '../../changes/review-dialog.js';
import { DeviceChoice } from './device-choice.js';

const words = texts.device.give;

interface GiveDialogProps {
  readonly from: DeviceRoute;
  /** The same device in words. */
  readonly called: string;
  readonly close: () => void;
}

/** Asks which devices get the buttons of this one, in place of their own. */
export function GiveDialog({ from, called, close }: GiveDialogProps) {
  const [targets, setTargets] = useKept<readonly DeviceRoute[]>('copy targets', []);
  const [kinds, setKinds] = useKept<readonly ButtonKind[]>('copy kinds', buttonKinds);
  const add = (some: readonly DeviceRoute[]): void => {
    setTargets((before) => [...new Map([...before, ...some].map((device) => [hashOf(device), device])).values()]);
  };
  const isReady = targets.length > 0 && kinds.length > 0;
  const to = targets.map(({ kind, name }) => deviceToFind(kind, name));
  return (
    <ReviewDialog
      title={words.title(called)}
      lead={words.lead}
      intent={isReady ? { copy: { from: deviceToFind(from.kind, from.name), to, kinds } } : undefined}
      onClose={close}
    >
      <DeviceChoice
        but={from}
        submit={words.add}
        onChosen={(device) => {
          add([device]);
        }}
        onAll={add}
      />
      <fieldset class="copying__kinds">
        <legend class="quiet">{words.kinds}</legend>
        {buttonKinds.map((kind) => (
          <label key={kind} class="check">
            <input
              type="checkbox"
              checked={kinds.includes(kind)}
              onChange={({ currentTarget: { checked } }) => {
                setKinds(buttonKinds.filter((one) => (one === kind ? checked : kinds.includes(one))));
              }}
            />
            {texts.kinds[kind]}
          </label>
        ))}
      </fieldset>
      <section aria-label={words.targets(targets.length)}>
        <p class="quiet" role="status">
          {words.targets(targets.length)}
        </p>
        <ul class="copying__targets">
          {targets.map((target) => (
            <li key={hashOf(target)}>
              <span>
                <DescribedDevice kind={target.kind} name={target.name} />
              </span>{' '}
              <Act
                look="small"
                aria-label={words.remove(target.name)}
                onClick={() => {
                  setTargets(targets.filter((other) => other !== target));
                }}
              >
                {words.removeShort}
              </Act>
            </li>
          ))}
        </ul>
      </section>
    </ReviewDialog>
  );
}
