import { useState } from 'preact/hooks';
import { failedCall } from '../../calls/failed-call.js';
import type { PhoneProxyError } from '../../../src/client/index.js';
import { ProblemError } from '../../../src/client/index.js';
import { type ButtonList, readList } from '../../calls/lists.js';
import { Dialog } from '../../components/dialog.js';
import { EntryList } from '../../components/entries.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import type { ListRead } from '../../editing/draft.js';
import type { Copying } from '../../editing/steps.js';
import { useKept } from '../../state/kept.js';
import { recent } from '../../state/recent.js';
import { client } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import type { Editing } from './use-editing.js';
import { Act } from '../../components/act.js';
import { Field } from '../../components/field.js';

const words = texts.device.copy;

interface CopyFromProps {
  readonly list: ButtonList;
  readonly editing: Editing;
}

/** Takes over the entries that another device has in the same list; they are reviewed and saved like any other change. */
export function CopyFrom({ list, editing }: CopyFromProps) {
  const [isAsking, setAsking] = useKept(`copy ${list.kind}`, false);
  return (
    <>
      <Act
        look="quiet"
        onClick={() => {
          setAsking(true);
        }}
      >
        {words.open}
      </Act>
      {isAsking && (
        <CopyDialog
          list={list}
          editing={editing}
          close={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

/** What was found under a name. */
type Found =
  | { readonly is: 'reading' }
  | { readonly is: 'there'; readonly device: ButtonList['device']; readonly read: ListRead }
  | { readonly is: 'missing'; readonly name: string }
  | { readonly is: 'failed'; readonly error: PhoneProxyError };

function CopyDialog({ list, editing, close }: CopyFromProps & { readonly close: () => void }) {
  const [name, setName] = useKept(`copy ${list.kind} from`, '');
  const [found, setFound] = useState<Found>();
  const look = async (event: Event): Promise<void> => {
    event.preventDefault();
    const asked = name.trim();
    if (asked === '' || found?.is === 'reading') return;
    setFound({ is: 'reading' });
    setFound(await find(asked, list));
  };
  const copy = (copying: Copying): void => {
    if (found?.is !== 'there') return;
    close();
    editing.copy(found.read.entries, copying, found.device.name);
  };
  const isThere = found?.is === 'there' && found.read.entries.length > 0;
  return (
    <Dialog
      title={words.title[list.kind](list.device.name)}
      lead={words.lead}
      onClose={close}
      actions={
        <>
          <Act onClick={close}>{texts.cancel}</Act>
          {isThere &&
            (['fill', 'replace'] as const).map((copying) => (
              <Act
                key={copying}
                onClick={() => {
                  copy(copying);
                }}
              >
                {words[copying]}
              </Act>
            ))}
        </>
      }
    >
      <form class="inline" onSubmit={(event) => void look(event)}>
        <Field name={words.from}>
          <input
            class="input"
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            autofocus
            list="copy-from"
            value={name}
            onInput={({ currentTarget }) => {
              setName(currentTarget.value);
            }}
          />
        </Field>
        <datalist id="copy-from">
          {recent.value.map((visited) =>
            visited.at === 'device' && visited.name !== list.device.name ? (
              <option key={visited.name} value={visited.name} />
            ) : null,
          )}
        </datalist>
        <button class="button" type="submit">
          {words.read}
        </button>
      </form>
      <div class="stack stack--dense" role="status">
        {found?.is === 'reading' && <p class="quiet">{texts.reading}</p>}
        {found?.is === 'missing' && <p>{words.missing(found.name)}</p>}
        {found?.is === 'failed' && <ProblemNotice error={found.error} />}
        {found?.is === 'there' && (
          <>
            <h3>{words.found(texts.deviceKind[found.device.kind], found.device.name, found.read.entries.length)}</h3>
            {isThere ? <EntryList entries={found.read.entries} /> : <p class="quiet">{words.nothing}</p>}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The list of a phone of this name, or of a device profile where there is no such phone. */
async function find(name: string, { kind }: ButtonList): Promise<Found> {
  const asked = client();
  for (const device of [
    { kind: 'phone', name },
    { kind: 'profile', name },
  ] as const) {
    try {
      return { is: 'there', device, read: await readList(asked, { device, kind }) };
    } catch (thrown) {
      const error = failedCall(thrown);
      if (!(error instanceof ProblemError) || !error.code.endsWith('-not-found')) return { is: 'failed', error };
    }
  }
  return { is: 'missing', name };
}
