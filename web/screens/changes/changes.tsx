import { Page } from '../../components/page.js';
import { Paged } from '../../components/paged.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { Shown } from '../../components/shown.js';
import { sinceTime } from '../../changes/since.js';
import { isCode } from '../../calls/failures.js';
import { useLoaded } from '../../state/loaded.js';
import type { ChangesFilter } from '../../state/place.js';
import { client, status } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { ChangeTable } from './change-table.js';
import { FilterForm } from './filter-form.js';
import { HistoryOff } from './history-off.js';

/** Who changed what and when, the newest first. */
export function ChangesScreen({ filter }: { readonly filter: ChangesFilter }) {
  return (
    <Page title={texts.changes.title} lead={<p>{texts.changes.lead}</p>}>
      {status.value?.history === false ? <HistoryOff /> : <Changes filter={filter} />}
    </Page>
  );
}

function Changes({ filter }: { readonly filter: ChangesFilter }) {
  const asked = askedFor(filter);
  const { loaded, again } = useLoaded((signal) => client().listChanges(asked, { signal }), [JSON.stringify(asked)]);
  const readOlder = async (before: string | undefined) => {
    const { changes, next } = await client().listChanges({ ...asked, before });
    return { items: changes, next };
  };
  if (loaded.phase === 'failed' && isCode(loaded.error, 'history-off')) return <HistoryOff />;
  return (
    <>
      <FilterForm filter={filter} again={again} />
      {loaded.phase === 'failed' ? (
        <ProblemNotice error={loaded.error} again={again} />
      ) : (
        <section class="card" aria-label={texts.changes.title}>
          <Shown loaded={loaded} again={again} lines={10}>
            {({ changes, next }) => (
              <Paged
                key={JSON.stringify(changes)}
                first={{ items: changes, next }}
                read={readOlder}
                more={texts.changes.older}
                nothing={texts.changes.none}
              >
                {(all) => <ChangeTable changes={all} />}
              </Paged>
            )}
          </Shown>
        </section>
      )}
    </>
  );
}

/** @returns what the service is asked for: a phone's name goes before a profile's */
function askedFor({ phone, profile, user, dirn, since }: ChangesFilter) {
  const of = phone ?? (profile === undefined ? undefined : { profile });
  return { of, user, dirn, since: since === undefined ? undefined : sinceTime(since) };
}
