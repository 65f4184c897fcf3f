import { useEffect, useState } from 'preact/hooks';
import type { Device, Suggestion } from '../../src/client/index.js';
import { usePageActions } from '../components/keyboard/shortcuts.js';
import { ExportButtons } from '../components/export-buttons.js';
import { DeviceLink, Link, NumberLink } from '../components/link.js';
import { Meant } from '../components/meant.js';
import { Page } from '../components/page.js';
import { Paged } from '../components/paged.js';
import { ReadAt } from '../components/read-at.js';
import { Shown, Skeleton } from '../components/shown.js';
import { Table } from '../components/table.js';
import { inventory } from '../state/inventory.js';
import { type Loaded, readAtOf, useLoaded, valueOf } from '../state/loaded.js';
import { remember } from '../state/recent.js';
import { client } from '../state/session.js';
import { keptSearch } from '../../src/domain/sought.js';
import { fewestCharacters } from '../state/suggestions.js';
import { texts } from '../texts/texts.js';
import { Text } from '../components/text.js';
import { useAnnounced } from '../state/announcer.js';

/**
 * The numbers, phones and device profiles that match a text. If there is an inventory, they come from it, until the
 * user selects Refresh.
 */
export function DevicesScreen({ text }: { readonly text: string }) {
  const [askedLive, setAskedLive] = useState<string>();
  const isLive = askedLive === text;
  const read = async (after: string | undefined, signal?: AbortSignal) => {
    let keptAt: number | undefined;
    const onAge = (seconds: number | undefined): void => {
      keptAt = seconds === undefined ? undefined : Date.now() - seconds * 1000;
    };
    const from = isLive ? {} : { cacheControl: keptSearch, onAge };
    const { devices, next } = await client().searchDevices(text, { after, signal, ...from });
    return { items: devices, next, keptAt };
  };
  const { loaded, again } = useLoaded((signal) => read(undefined, signal), [text, String(isLive)]);
  const called = useNumbersCalled(text);
  const numbers = valueOf(called) ?? [];
  const found = valueOf(loaded);
  const isFound = numbers.length > 0 || (found?.items.length ?? 0) > 0;
  useEffect(() => {
    if (isFound) remember({ at: 'search', text }, '');
  }, [text, isFound]);
  useAnnounced(found && texts.devices.told(found.items.length, found.next !== undefined));
  const refresh = (): void => {
    if (isLive) again();
    else setAskedLive(text);
  };
  usePageActions([{ name: texts.refresh, act: refresh }]);
  return (
    <Page
      title={texts.devices.title(text)}
      lead={<p>{inventory.value ? texts.devices.lead : texts.devices.leadWithoutInventory}</p>}
      actions={
        <>
          <ReadAt at={found?.keptAt ?? readAtOf(loaded)} isKept={found?.keptAt !== undefined} refresh={refresh} />
          <ExportButtons of={{ search: text }} name={text} />
          <Link to={{ at: 'number', dirn: text }} class="button">
            {texts.devices.asNumber(text)}
          </Link>
        </>
      }
    >
      {called.phase === 'waiting' && <Skeleton lines={6} />}
      {numbers.length > 0 && <NumbersCard numbers={numbers} />}
      <section class="card">
        <Shown loaded={loaded} again={again} lines={6}>
          {(first) =>
            first.items.length === 0 && first.next === undefined ? (
              numbers.length > 0 ? (
                <p class="quiet">{texts.devices.none}</p>
              ) : (
                <Meant text={text} nothing={texts.devices.none} />
              )
            ) : (
              <Paged
                key={JSON.stringify(first.items)}
                first={first}
                read={read}
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

type SuggestedNumber = Extract<Suggestion, { kind: 'number' }>;

/** @returns the numbers with the text in their names */
function useNumbersCalled(text: string): Loaded<readonly SuggestedNumber[]> {
  const { loaded } = useLoaded(
    async (signal): Promise<readonly SuggestedNumber[]> => {
      if (text.length < fewestCharacters) return [];
      const found = await client().suggest(text, { signal, cacheControl: keptSearch });
      return found.filter((one): one is SuggestedNumber => one.kind === 'number');
    },
    [text],
  );
  return loaded;
}

function NumbersCard({ numbers }: { readonly numbers: readonly SuggestedNumber[] }) {
  return (
    <section class="card stack stack--dense">
      <h2>{texts.devices.numbers}</h2>
      <Table columns={[texts.table.number, texts.table.description, texts.table.partition]}>
        {numbers.map(({ dirn, partition, description }) => (
          <tr key={`${dirn} ${partition}`}>
            <td>
              <NumberLink dirn={dirn} />
            </td>
            <td>
              <Text text={description} />
            </td>
            <td class="quiet">{partition}</td>
          </tr>
        ))}
      </Table>
    </section>
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
