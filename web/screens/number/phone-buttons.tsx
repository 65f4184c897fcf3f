import { useState } from 'preact/hooks';
import type { BusyLampField, ChangeEntry, Phone } from '../../../src/client/index.js';
import { EntryList } from '../../components/entries.js';
import { Shown } from '../../components/shown.js';
import { useLoaded } from '../../state/loaded.js';
import { client } from '../../state/session.js';
import { texts } from '../../texts/texts.js';

/** The buttons of a phone, to look at. Its busy lamp fields are asked for when they are to be seen. */
export function PhoneButtons({ phone, isOpen: isOpenAtFirst }: { readonly phone: Phone; readonly isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      class="phone__buttons"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <summary>{texts.number.itsButtons}</summary>
      <Entries title={texts.kinds.speeddial} entries={phone.speeddials} />
      {isOpen && <BusyLampFields name={phone.name} />}
    </details>
  );
}

function BusyLampFields({ name }: { readonly name: string }) {
  const { loaded, again } = useLoaded<readonly BusyLampField[]>(
    async (signal) => (await client().readBusyLampFields(name, { signal })).entries,
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
    <>
      <h4>
        {title} <span class="quiet">{entries.length}</span>
      </h4>
      {entries.length > 0 && <EntryList entries={entries} />}
    </>
  );
}
