import { useEffect } from 'preact/hooks';
import type { ChangeWithLists } from '../../../src/client/index.js';
import { Page } from '../../components/page.js';
import { Paged, type Part } from '../../components/paged.js';
import { Failed } from '../../components/problem-notice.js';
import { Shown } from '../../components/shown.js';
import { status } from '../../state/health.js';
import { type Loaded, useLoaded, valueOf } from '../../state/loaded.js';
import type { ChangesFilter } from '../../state/route.js';
import { countWaiting } from '../../state/waiting-changes.js';
import { texts } from '../../texts/texts.js';
import { ChangeTable } from './change-table.js';
import { Export } from './export.js';
import { FilterForm } from './filter-form.js';
import { askedFor, readChanges, readWaiting } from './read-changes.js';
import { useAnnounced } from '../../state/announcer.js';

/** All changes: the user, what and when, newest first. */
export function ChangesScreen({ filter }: { readonly filter: ChangesFilter }) {
  return (
    <Page title={texts.changes.title} lead={<p>{texts.changes.lead}</p>}>
      {status.value?.history === false ? (
        <p class="notice notice--info">{texts.problem.plain['history-off']}</p>
      ) : (
        <Changes filter={filter} />
      )}
    </Page>
  );
}

interface Read {
  readonly first: Part<ChangeWithLists>;
  /** The proposed changes that the user may approve. */
  readonly waiting: readonly ChangeWithLists[];
}

function Changes({ filter }: { readonly filter: ChangesFilter }) {
  const isWhole = Object.keys(filter).length === 0;
  // Both at once, so that nothing moves when the second one comes.
  const { loaded, again } = useLoaded<Read>(
    async (signal) => {
      const [first, waiting] = await Promise.all([
        readChanges(filter, undefined, signal),
        isWhole ? readWaiting(signal).catch(() => []) : [],
      ]);
      return { first, waiting };
    },
    [JSON.stringify(filter)],
  );
  const read = valueOf(loaded);
  useAnnounced(read && texts.changes.told(read.first.items.length, read.first.next !== undefined));
  useEffect(() => {
    if (isWhole) void countWaiting();
  }, [isWhole]);
  return (
    <>
      <FilterForm filter={filter} again={again} />
      {loaded.phase === 'failed' ? (
        <Failed error={loaded.error} again={again} />
      ) : (
        <>
          {read && read.waiting.length > 0 && <WaitingForYou changes={read.waiting} />}
          <section key={loaded.phase} class="card" aria-label={texts.changes.title}>
            <Lines filter={filter} loaded={loaded} again={again} height={10} />
            {read && read.first.items.length > 0 && <Export {...askedFor(filter)} />}
          </section>
        </>
      )}
    </>
  );
}

function WaitingForYou({ changes }: { readonly changes: readonly ChangeWithLists[] }) {
  return (
    <section class="card" aria-labelledby="waiting">
      <h2 id="waiting">{texts.changes.waiting}</h2>
      <p class="quiet">{texts.changes.waitingLead}</p>
      <ChangeTable changes={changes} />
    </section>
  );
}

interface LinesProps {
  readonly filter: ChangesFilter;
  readonly loaded: Loaded<Read>;
  readonly again: () => void;
  /** How many gray rows are shown while they are loaded. */
  readonly height: number;
}

/** The changes that match a filter: the first page, and more on request. */
function Lines({ filter, loaded, again, height }: LinesProps) {
  return (
    <Shown loaded={loaded} again={again} lines={height}>
      {({ first }) => (
        <Paged
          key={JSON.stringify(first.items)}
          first={first}
          read={(next) => readChanges(filter, next)}
          more={texts.changes.older}
          nothing={Object.keys(filter).length > 0 ? texts.changes.none : texts.home.noChanges}
        >
          {(all) => <ChangeTable changes={all} />}
        </Paged>
      )}
    </Shown>
  );
}
