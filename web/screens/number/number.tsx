import { useEffect } from 'preact/hooks';
import { Copy } from '../../components/copy.js';
import { leadingTo, usePageActions } from '../../components/keyboard/shortcuts.js';
import { Link } from '../../components/link.js';
import { Meant } from '../../components/meant.js';
import { Page } from '../../components/page.js';
import { ReadAt } from '../../components/read-at.js';
import { isKeptIn, type Loaded, readAtOf, useLoaded, valueOf } from '../../state/loaded.js';
import { remember } from '../../state/recent.js';
import type { Route } from '../../state/route.js';
import { status } from '../../state/health.js';
import { soleOwner } from '../../state/known-numbers.js';
import { client } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { PhonesWithNumber } from './phones.js';
import { PointingButtons } from './pointing-buttons.js';
import { Text } from '../../components/text.js';
import type { NumberInPartition } from '../../../src/client/index.js';
import { Failed } from '../../components/problem-notice.js';
import { useAnnounced } from '../../state/announcer.js';

/** A number, with a short list of the phones that carry it, and the buttons that point at it. */
export function NumberScreen({ dirn }: { readonly dirn: string }) {
  const numbers = useLoaded((_signal, orKept) => client().findNumbers(dirn, orKept), [dirn]);
  const phones = useLoaded((_signal, orKept) => client().findPhones(dirn, orKept), [dirn]);
  const buttons = useLoaded((_signal, orKept) => client().findButtons(dirn, orKept), [dirn]);
  const owner = soleOwner(valueOf(numbers.loaded));
  const isUnknown = valueOf(numbers.loaded)?.length === 0;
  const isFound = [numbers, phones, buttons].some(
    ({ loaded }) => (valueOf<readonly unknown[]>(loaded)?.length ?? 0) > 0,
  );
  useEffect(() => {
    if (isFound) remember({ at: 'number', dirn }, owner);
  }, [dirn, isFound, owner]);
  useAnnounced(
    phones.loaded.phase === 'there' && buttons.loaded.phase === 'there'
      ? texts.number.told(phones.loaded.value.length, buttons.loaded.value.length)
      : undefined,
  );
  const refresh = (): void => {
    for (const { again } of [numbers, phones, buttons]) again();
  };
  const changes: Route | undefined = status.value?.history === true ? { at: 'changes', filter: { dirn } } : undefined;
  usePageActions([{ name: texts.refresh, act: refresh }, ...leadingTo(texts.number.changes, changes)]);
  return (
    <Page
      title={texts.number.document(dirn)}
      tab={texts.number.tab(dirn, owner)}
      heading={<Text text={dirn} class="code" />}
      beside={<Copy text={dirn} />}
      isWaiting={numbers.loaded.phase === 'waiting'}
      lead={<Partitions {...numbers} />}
      actions={
        <>
          <ReadAt
            at={readAtOf(numbers.loaded, phones.loaded, buttons.loaded)}
            isKept={isKeptIn(numbers.loaded, phones.loaded, buttons.loaded)}
            refresh={refresh}
          />
          {changes && (
            <Link to={changes} class="button">
              {texts.number.changes}
            </Link>
          )}
        </>
      }
    >
      <PhonesWithNumber dirn={dirn} {...phones} />
      <PointingButtons dirn={dirn} numbers={valueOf(numbers.loaded) ?? noNumbers} {...buttons} />
      {isUnknown && (
        <section class="card" aria-label={texts.search.offers}>
          <Meant text={dirn} nothing={texts.number.noneSo} />
        </section>
      )}
      {!isUnknown && (
        <p>
          <Link to={{ at: 'search', text: dirn }}>{texts.number.elsewhere(dirn)}</Link>
        </p>
      )}
    </Page>
  );
}

const noNumbers: readonly NumberInPartition[] = [];

interface PartitionsProps {
  readonly loaded: Loaded<readonly NumberInPartition[]>;
  readonly again: () => void;
}

/** The route partitions in which the call manager knows a number, one in each line. */
function Partitions({ loaded, again }: PartitionsProps) {
  if (loaded.phase === 'failed') return <Failed error={loaded.error} again={again} />;
  const numbers = valueOf(loaded) ?? [];
  if (numbers.length === 0) return <p class="quiet">{texts.number.unknown}</p>;
  return (
    <>
      <ul class="partitions" aria-label={texts.number.partitions}>
        {numbers.map(({ partition, description }) => (
          <li key={partition}>
            <span class="tag">{partition === '' ? texts.table.noPartition : <Text text={partition} />}</span>{' '}
            <Text text={description} />
          </li>
        ))}
      </ul>
      {numbers.length > 1 && <p class="notice notice--warn">{texts.number.several}</p>}
    </>
  );
}
