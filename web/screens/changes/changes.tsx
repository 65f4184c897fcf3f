import type { Line } from '../../changes/lines.js';
import { Page } from '../../components/page.js';
import { Paged, type Part } from '../../components/paged.js';
import { Failed } from '../../components/problem-notice.js';
import { Shown } from '../../components/shown.js';
import { status } from '../../state/health.js';
import { type Loaded, useLoaded } from '../../state/loaded.js';
import type { ChangesFilter } from '../../state/route.js';
import { texts } from '../../texts/texts.js';
import { ChangeTable } from './change-table.js';
import { Export } from './export.js';
import { FilterForm } from './filter-form.js';
import { askedFor, readLines } from './read-lines.js';
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

function Changes({ filter }: { readonly filter: ChangesFilter }) {
  const { loaded, again } = useLoaded((signal) => readLines(filter, undefined, signal), [JSON.stringify(filter)]);
  useAnnounced(
    loaded.phase === 'there'
      ? texts.changes.told(loaded.value.items.length, loaded.value.next !== undefined)
      : undefined,
  );
  return (
    <>
      <FilterForm filter={filter} again={again} />
      {loaded.phase === 'failed' ? (
        <Failed error={loaded.error} again={again} />
      ) : (
        <section class="card" aria-label={texts.changes.title}>
          <Lines filter={filter} loaded={loaded} again={again} height={10} />
          {loaded.phase === 'there' && loaded.value.items.length > 0 && <Export {...askedFor(filter)} />}
        </section>
      )}
    </>
  );
}

interface LinesProps {
  readonly filter: ChangesFilter;
  readonly loaded: Loaded<Part<Line>>;
  readonly again: () => void;
  /** How many gray rows are shown while they are loaded. */
  readonly height: number;
}

/** The lines that match a filter: the first page, and more on request. */
export function Lines({ filter, loaded, again, height }: LinesProps) {
  return (
    <Shown loaded={loaded} again={again} lines={height}>
      {(first) => (
        <Paged
          key={JSON.stringify(first.items)}
          first={first}
          read={(next) => readLines(filter, next)}
          more={texts.changes.older}
          nothing={Object.keys(filter).length > 0 ? texts.changes.none : texts.home.noChanges}
        >
          {(all) => <ChangeTable lines={all} />}
        </Paged>
      )}
    </Shown>
  );
}
