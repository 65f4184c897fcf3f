import { useEffect } from 'preact/hooks';
import { Copy } from '../../components/copy.js';
import { leadingTo, usePageActions } from '../../components/keyboard/shortcuts.js';
import { Link } from '../../components/link.js';
import { Meant } from '../../components/meant.js';
import { Page } from '../../components/page.js';
import { ReadAt } from '../../components/read-at.js';
import { type Loaded, readAtOf, useLoaded, valueOf } from '../../state/loaded.js';
import { remember } from '../../state/recent.js';
import type { Route } from '../../state/route.js';
import { status } from '../../state/health.js';
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
  useEffect(() => {
    remember({ at: 'number', dirn });
  }, [dirn]);
  const numbers = useLoaded((signal) => client().findNumbers(dirn, { signal }), [dirn]);
  const phones = useLoaded((signal) => client().findPhones(dirn, { signal }), [dirn]);
  const buttons = useLoaded((signal) => client().findButtons(dirn, { signal }), [dirn]);
  const isUnknown = valueOf(numbers.loaded)?.length === 0;
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
      tab={texts.number.tab(dirn, ownerOf(valueOf(numbers.loaded)))}
      heading={<Text text={dirn} class="code" />}
      beside={<Copy text={dirn} />}
      lead={<Partitions {...numbers} />}
      actions={
        <>
          <ReadAt at={readAtOf(numbers.loaded, phones.loaded, buttons.loaded)} refresh={refresh} />
          {changes && (
            <Link to={changes} class="button">
              {texts.number.changes}
            </Link>
          )}
        </>
      }
    >
      {isUnknown && (
        <section class="card" aria-label={texts.search.offers}>
          <Meant text={dirn} nothing={texts.number.noneSo} />
        </section>
      )}
      <PhonesWithNumber dirn={dirn} {...phones} />
      <PointingButtons dirn={dirn} {...buttons} />
      {!isUnknown && (
        <p>
          <Link to={{ at: 'search', text: dirn }}>{texts.number.elsewhere(dirn)}</Link>
        </p>
      )}
    </Page>
  );
}

/** @returns the name of a number; empty if it is in several partitions, because it may then belong to several people */
function ownerOf(numbers: readonly NumberInPartition[] = []): string {
  const [only, ...others] = numbers;
  return others.length === 0 ? (only?.description ?? '') : '';
}

interface PartitionsProps {
  readonly loaded: Loaded<readonly NumberInPartition[]>;
  readonly again: () => void;
}

/** The route partitions in which the call manager knows a number, one in each line. */
function Partitions({ loaded, again }: PartitionsProps) {
  if (loaded.phase === 'failed') return <Failed error={loaded.error} again={again} />;
  if (loaded.phase === 'waiting') return <p class="quiet">{texts.waiting.now}</p>;
  const numbers = loaded.value;
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
