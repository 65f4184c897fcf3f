import { useState } from 'preact/hooks';
import { failedCall } from '../../../calls/failed-call.js';
import { Act } from '../../../components/act.js';
import { useFocus } from '../../../components/focus.js';
import { type Offer, offeredFor, OfferingField } from '../../../components/offering-field.js';
import { ProblemNotice } from '../../../components/problem-notice.js';
import { Text } from '../../../components/text.js';
import type { PhoneProxyError } from '../../../../src/client/index.js';
import { type DeviceMeant, devicesMeant } from '../../../state/devices-meant.js';
import { useKept } from '../../../state/kept.js';
import { recent } from '../../../state/recent.js';
import { type DeviceRoute, hashOf, type Route, routeMeant } from '../../../state/route.js';
import { texts } from '../../../texts/texts.js';

interface DeviceChoiceProps {
  /** The device on the other side, which cannot be chosen. */
  readonly but: DeviceRoute;
  /** The label of the button that looks up the typed text. */
  readonly submit: string;
  readonly onChosen: (device: DeviceRoute) => void;
  /** Takes several devices at once. Then several can be named at once, too, and the field is emptied after each. */
  readonly onAll?: (devices: readonly DeviceRoute[]) => void;
  /** Called when the user types another device. */
  readonly onType?: () => void;
}

/** What was found for the typed text. */
type Found =
  | { readonly is: 'reading' }
  | { readonly is: 'there'; readonly text: string; readonly devices: readonly DeviceMeant[] }
  | { readonly is: 'failed'; readonly error: PhoneProxyError };

const words = texts.device.copy;

/**
 * Finds a device by its number, name or description, as the search field does. If only one device is found, it is
 * chosen.
 */
export function DeviceChoice({ but, submit, onChosen, onAll, onType }: DeviceChoiceProps) {
  const [text, setText] = useKept('copy text', '');
  const [found, setFound] = useState<Found>();
  const focus = useFocus();
  const isOther = ({ to }: DeviceMeant): boolean => hashOf(to) !== hashOf(but);
  const choose = (device: DeviceRoute): void => {
    setFound(undefined);
    if (onAll) setText('');
    onChosen(device);
  };
  const look = async (asked: string): Promise<void> => {
    if (asked === '' || found?.is === 'reading') return;
    setFound({ is: 'reading' });
    try {
      const unclear: string[] = [];
      const sure: DeviceRoute[] = [];
      const devices: DeviceMeant[] = [];
      for (const part of onAll ? namesIn(asked) : [asked]) {
        const some = (await devicesMeant(part)).filter(isOther);
        const [first, ...others] = some;
        if (first !== undefined && others.length === 0) sure.push(first.to);
        else {
          unclear.push(part);
          devices.push(...some);
        }
      }
      if (onAll) {
        onAll(sure);
        setText(unclear.join(texts.separator));
      } else if (sure[0]) onChosen(sure[0]);
      setFound(unclear.length === 0 ? undefined : { is: 'there', text: unclear.join(texts.separator), devices });
      if (unclear.length > 0) focus(() => document.querySelector('.meant-devices button'));
    } catch (thrown) {
      setFound({ is: 'failed', error: failedCall(thrown) });
    }
  };
  return (
    <>
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault();
          void look(text.trim());
        }}
        onPaste={(event) => {
          // A field of one line would join the lines of a column.
          const pasted = event.clipboardData?.getData('text') ?? '';
          if (!onAll || !pasted.trim().includes('\n')) return;
          event.preventDefault();
          void look(pasted.trim());
        }}
      >
        <OfferingField
          text={text}
          name={texts.search.label}
          placeholder={texts.search.placeholder}
          isFocused
          offersFor={(typed) => offersBut(typed, but)}
          onType={(typed) => {
            setText(typed);
            onType?.();
          }}
          onChoose={({ to, name }) => {
            setText(name);
            if (to.at === 'device') choose(to);
            else void look(name);
          }}
        />
        <button class="button" type="submit">
          {submit}
        </button>
      </form>
      <div role="status">
        {found?.is === 'reading' && <p class="quiet">{texts.reading}</p>}
        {found?.is === 'there' && (
          <p>
            {found.devices.length === 0
              ? words.missing(found.text)
              : (onAll ? words.severalOf : words.several)(found.text)}
          </p>
        )}
      </div>
      {found?.is === 'failed' && <ProblemNotice error={found.error} />}
      {found?.is === 'there' && found.devices.length > 0 && (
        <ul class="meant-devices">
          {onAll && found.devices.length > 1 && (
            <li>
              <Act
                onClick={() => {
                  onAll(found.devices.map(({ to }) => to));
                  setText('');
                  setFound(undefined);
                }}
              >
                {words.all(found.devices.length)}
              </Act>
            </li>
          )}
          {found.devices.map(({ to, description }) => (
            <li key={hashOf(to)}>
              <Act
                look="quiet"
                onClick={() => {
                  choose(to);
                }}
              >
                <Text text={to.name} class="code" /> <Text text={description} />{' '}
                <span class="quiet small">{texts.deviceKind[to.kind]}</span>
              </Act>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** @returns the names or numbers of several devices, separated by commas, semicolons or lines, or names by spaces */
function namesIn(text: string): readonly string[] {
  const names = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (names.every((name) => routeMeant(name)?.at === 'device')) return names;
  return text.split(/[,;\n\t]+/).flatMap((part) => part.trim() || []);
}

/** @returns the suggested devices and numbers, without one device */
function offersBut(text: string, but: DeviceRoute): readonly Offer<Route>[] {
  return offeredFor(text, recent.value).filter(({ to }) => to.at !== 'search' && hashOf(to) !== hashOf(but));
}
