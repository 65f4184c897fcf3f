import { useEffect, useState } from 'preact/hooks';
import { type Device, type DevicePage, PhoneProxyError } from '../../src/client/index.js';
import { DeviceLink, Link } from '../components/link.js';
import { Page } from '../components/page.js';
import { ProblemNotice } from '../components/problem-notice.js';
import { Shown } from '../components/shown.js';
import { useLoaded } from '../state/loaded.js';
import { remember } from '../state/recent.js';
import { client } from '../state/session.js';
import { texts } from '../texts/texts.js';

/** The phones and device profiles with a text in their name or description. */
export function DevicesScreen({ text }: { readonly text: string }) {
  useEffect(() => {
    remember({ at: 'search', text });
  }, [text]);
  const { loaded, again } = useLoaded((signal) => client().searchDevices(text, { signal }), [text]);
  return (
    <Page
      title={texts.devices.title(text)}
      lead={<p>{texts.devices.lead}</p>}
      actions={
        <Link to={{ at: 'number', dirn: text }} class="button button--quiet">
          {texts.devices.asNumber(text)}
        </Link>
      }
    >
      <section class="card">
        <Shown loaded={loaded} again={again} lines={6}>
          {(first) => <Pages key={JSON.stringify(first.devices)} text={text} first={first} />}
        </Shown>
      </section>
    </Page>
  );
}

function Pages({ text, first }: { readonly text: string; readonly first: DevicePage }) {
  const [{ devices, next }, setPage] = useState(first);
  const [isWaiting, setWaiting] = useState(false);
  const [error, setError] = useState<PhoneProxyError>();
  const more = async (): Promise<void> => {
    setWaiting(true);
    setError(undefined);
    try {
      const page = await client().searchDevices(text, { after: next });
      setPage({ devices: [...devices, ...page.devices], next: page.next });
    } catch (thrown) {
      if (!(thrown instanceof PhoneProxyError)) throw thrown;
      setError(thrown);
    } finally {
      setWaiting(false);
    }
  };
  if (devices.length === 0) return <p class="quiet">{texts.devices.none}</p>;
  return (
    <>
      <DeviceTable devices={devices} />
      {error && <ProblemNotice error={error} />}
      {next !== undefined && (
        <button type="button" class="button" disabled={isWaiting} onClick={() => void more()}>
          {isWaiting ? texts.waiting.now : texts.devices.more}
        </button>
      )}
    </>
  );
}

function DeviceTable({ devices }: { readonly devices: readonly Device[] }) {
  return (
    <table class="table table--stacked">
      <thead>
        <tr>
          <th>{texts.table.device}</th>
          <th>{texts.table.description}</th>
          <th>{texts.table.kind}</th>
          <th>{texts.table.model}</th>
        </tr>
      </thead>
      <tbody>
        {devices.map(({ uuid, name, deviceKind, description, model }) => (
          <tr key={uuid}>
            <td>
              <DeviceLink kind={deviceKind} name={name} />
            </td>
            <td>
              <bdi>{description}</bdi>
            </td>
            <td>{texts.deviceKind[deviceKind]}</td>
            <td class="quiet">{model}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
