import type { Phone } from '../../../src/client/index.js';
import { DeviceLink, NumberLink } from '../../components/link.js';
import { Shown } from '../../components/shown.js';
import type { Loaded } from '../../state/loaded.js';
import { texts } from '../../texts/texts.js';
import { PhoneButtons } from './phone-buttons.js';

interface PhonesProps {
  readonly dirn: string;
  readonly loaded: Loaded<readonly Phone[]>;
  readonly again: () => void;
}

/** So many phones are shown with their buttons; those of the others are shown when they are opened. */
const openAtFirst = 3;

/** The phones that carry a number, with their lines and buttons. */
export function PhonesWithNumber({ dirn, loaded, again }: PhonesProps) {
  const count = loaded.phase === 'there' ? loaded.value.length : undefined;
  return (
    <section class="card" aria-labelledby="phones">
      <h2 id="phones">{count ? texts.number.phones(count) : texts.number.phonesTitle}</h2>
      <Shown loaded={loaded} again={again} lines={5}>
        {(phones) =>
          phones.length === 0 ? (
            <p class="quiet">{texts.number.nobody}</p>
          ) : (
            phones.map((phone, at) => (
              <PhoneCard key={phone.uuid} dirn={dirn} phone={phone} isOpen={at < openAtFirst} />
            ))
          )
        }
      </Shown>
    </section>
  );
}

function PhoneCard({ dirn, phone, isOpen }: { dirn: string; phone: Phone; isOpen: boolean }) {
  const { name, description, model, dirns } = phone;
  return (
    <article class="phone stack stack--dense" aria-label={description === '' ? name : description}>
      <div>
        <h3>
          <bdi>{description === '' ? name : description}</bdi>
        </h3>
        <p>
          <DeviceLink kind="phone" name={name} /> <span class="quiet">{model}</span>
        </p>
      </div>
      <p class="lines">
        <span class="quiet">{texts.number.lines} </span>
        {dirns.map((line) => (
          <span key={line} class={line === dirn ? 'line--this' : undefined}>
            <NumberLink dirn={line} />
          </span>
        ))}
      </p>
      <PhoneButtons phone={phone} isOpen={isOpen} />
    </article>
  );
}
