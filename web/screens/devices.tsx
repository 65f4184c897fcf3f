import { useEffect } from 'preact/hooks';
import type { Device } from '../../src/client/index.js';
import { usePageActions } from '../components/keyboard/shortcuts.js';
import { DeviceLink, Link } from '../components/link.js';
import { Meant } from '../components/meant.js';
import { Page } from '../components/page.js';
import { Paged } from '../components/paged.js';
import { ReadAt } from '../components/read-at.js';
import { Shown } from '../components/shown.js';
import { Table } from '../components/table.js';
import { readAtOf, useLoaded } from '../state/loaded.js';
import { remember } from '../state/recent.js';
import { client } from '../state/session.js';
import { texts } from '../texts/texts.js';
import { Text } from '../components/text.js';
import { useAnnounced } from '../state/announcer.js';

/** The phones and device profiles with a text in their name or description. */
export function DevicesScreen({ text }: { readonly text: string }) {
  useEffect(() => {
    remember({ at: 'search', text });
  }, [text]);
  const { loaded, again } = useLoaded((signal) => client().searchDevices(text, { signal }), [text]);
  useAnnounced(
    loaded.phase === 'there'
      ? texts.devices.told(loaded.value.devices.length, loaded.value.next !== undefined)
      : undefined,
  );
  usePageActions([{ name: texts.refresh, act: again }]);
  const readMore = async (after: string | undefined) => {
    const { devices, next } = await client().searchDevices(text, { after });
    return { items: devices, next };
  };
  return (
    <Page
      title={texts.devices.title(text)}
      lead={<p>{texts.devices.lead}</p>}
      actions={
        <>
          <ReadAt at={readAtOf(loaded)} refresh={again} />
          <Link to={{ at: 'number', dirn: text }} class="button">
            {texts.devices.asNumber(text)}
          </Link>
        </>
      }
    >
      <section class="card">
        <Shown loaded={loaded} again={again} lines={6}>
          {({ devices, next }) =>
            devices.length === 0 && next === undefined ? (
              <Meant text={text} nothing={texts.devices.none} />
            ) : (
              <Paged
                key={JSON.stringify(devices)}
                first={{ items: devices, next }}
                read={readMore}
                more={texts.devices.more}
                nothing={texts.search.notKnown}
              >
                {(all) => <DeviceTable devices={all} />}
              </Paged>
            )
          }
        </Shown>
      </section>
    </Page>
  );
}

function DeviceTable({ devices }: { readonly devices: readonly Device[] }) {
  const { device, description: words, kind, model: product } = texts.table;
  return (
    <Table columns={[device, words, kind, product]}>
      {devices.map(({ uuid, name, deviceKind, description, model }) => (
        <tr key={uuid}>
          <td>
            <DeviceLink kind={deviceKind} name={name} />
          </td>
          <td>
            <Text text={description} />
          </td>
          <td>{texts.deviceKind[deviceKind]}</td>
          <td class="quiet">{model}</td>
        </tr>
      ))}
    </Table>
  );
}
