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
import { type DeviceRoute, hashOf, type Route } from '../../../state/route.js';
import { texts } from '../../../texts/texts.js';

interface DeviceChoiceProps {
  /** The device on the other side, which cannot be chosen. */
  readonly but: DeviceRoute;
  /** The label of the button that looks up the typed text. */
  readonly submit: string;
  readonly onChosen: (device: DeviceRoute) => void;
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
export function DeviceChoice({ but, submit, onChosen, onType }: DeviceChoiceProps) {
  const [text, setText] = useKept('copy text', '');
  const [found, setFound] = useState<Found>();
  const focus = useFocus();
  const choose = (device: DeviceRoute): void => {
    setFound(undefined);
    onChosen(device);
  };
  const look = async (asked: string): Promise<void> => {
    if (asked === '' || found?.is === 'reading') return;
    setFound({ is: 'reading' });
    try {
      const devices = (await devicesMeant(asked)).filter(({ to }) => hashOf(to) !== hashOf(but));
      const [first, ...others] = devices;
      if (first !== undefined && others.length === 0) {
        choose(first.to);
        return;
      }
      setFound({ is: 'there', text: asked, devices });
      focus(() => document.querySelector('.meant-devices button'));
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
          <p>{found.devices.length === 0 ? words.missing(found.text) : words.several(found.text)}</p>
        )}
      </div>
      {found?.is === 'failed' && <ProblemNotice error={found.error} />}
      {found?.is === 'there' && found.devices.length > 0 && (
        <ul class="meant-devices">
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

/** @returns the suggested devices and numbers, without one device */
function offersBut(text: string, but: DeviceRoute): readonly Offer<Route>[] {
  return offeredFor(text, recent.value).filter(({ to }) => to.at !== 'search' && hashOf(to) !== hashOf(but));
}
