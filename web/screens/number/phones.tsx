import { useId, useState } from 'preact/hooks';
import type { BusyLampField, ChangeEntry, Phone } from '../../../src/client/index.js';
import { EntryList } from '../../components/entries.js';
import { DeviceLink, LineLinks } from '../../components/link.js';
import { Shown } from '../../components/shown.js';
import { Text } from '../../components/text.js';
import { type Loaded, useLoaded, valueOf } from '../../state/loaded.js';
import { client } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { Act } from '../../components/act.js';

interface PhonesProps {
  readonly dirn: string;
  readonly loaded: Loaded<readonly Phone[]>;
  readonly again: () => void;
}

/** How many phones are shown first. The others are shown on request. */
const shownAtFirst = 6;

/** The phones that carry a number, one in each line. */
export function PhonesWithNumber({ dirn, loaded, again }: PhonesProps) {
  const [isAll, setAll] = useState(false);
  const count = valueOf(loaded)?.length;
  return (
    <section class="card" aria-labelledby="phones">
      <h2 id="phones">{count ? texts.number.phones(count) : texts.number.phonesTitle}</h2>
      <Shown loaded={loaded} again={again} lines={2}>
        {(phones) => (
          <>
            {phones.length === 0 && <p class="quiet">{texts.number.nobody}</p>}
            {phones.slice(0, isAll ? undefined : shownAtFirst).map((phone) => (
              <Carrier key={phone.uuid} dirn={dirn} phone={phone} />
            ))}
            {!isAll && phones.length > shownAtFirst && (
              <Act
                onClick={() => {
                  setAll(true);
                }}
              >
                {texts.number.showPhones(phones.length - shownAtFirst)}
              </Act>
            )}
          </>
        )}
      </Shown>
    </section>
  );
}

function Carrier({ dirn, phone }: { readonly dirn: string; readonly phone: Phone }) {
  const { name, description, model, dirns } = phone;
  const called = description || name;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <article class="carrier" aria-label={called}>
      <h3 class="carrier__name">
        <Text text={called} />
      </h3>
      <span class="carrier__device">
        <DeviceLink kind="phone" name={name} /> <span class="quiet">{model}</span>
      </span>
      <div class="lines carrier__lines">
        <span class="quiet">{texts.number.lines} </span>
        <LineLinks dirns={dirns} here={dirn} />
      </div>
      <button
        type="button"
        class="button button--quiet carrier__open"
        aria-label={texts.number.showButtons(called)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {texts.number.itsButtons}
      </button>
      {isOpen && (
        <div class="carrier__buttons" id={id}>
          <Entries title={texts.kinds.speeddial} entries={phone.speeddials} />
          <BusyLampFields name={name} />
        </div>
      )}
    </article>
  );
}

/** The busy lamp fields of a phone. They are requested when they become visible. */
function BusyLampFields({ name }: { readonly name: string }) {
  const { loaded, again } = useLoaded<readonly BusyLampField[]>(
    async (_signal, orKept) => (await client().readBusyLampFields(name, orKept)).entries,
    [name],
  );
  return (
    <Shown loaded={loaded} again={again} lines={1}>
      {(fields) => <Entries title={texts.kinds.busylampfield} entries={fields} />}
    </Shown>
  );
}

function Entries({ title, entries }: { readonly title: string; readonly entries: readonly ChangeEntry[] }) {
  return (
    <div>
      <h4>
        {title} <span class="quiet">{entries.length}</span>
      </h4>
      {entries.length > 0 && <EntryList entries={entries} />}
    </div>
  );
}
