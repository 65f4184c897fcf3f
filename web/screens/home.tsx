import { useState } from 'preact/hooks';
import { wordsOf } from '../components/offering-field.js';
import { Link } from '../components/link.js';
import { Page } from '../components/page.js';
import { Shown } from '../components/shown.js';
import { Text } from '../components/text.js';
import { Age } from '../components/read-at.js';
import { findingCounts } from '../state/findings.js';
import { health, status } from '../state/health.js';
import { inventory } from '../state/inventory.js';
import { useLoaded } from '../state/loaded.js';
import { recent } from '../state/recent.js';
import { hashOf } from '../state/route.js';
import { session } from '../state/session.js';
import { texts } from '../texts/texts.js';
import { ChangeTable } from './changes/change-table.js';
import { readLines } from './changes/read-lines.js';
import { Act } from '../components/act.js';
import { HealthWords } from '../components/health-words.js';

const words = texts.home;

/** How many changes are shown. */
const mostLines = 8;

/** The start page: recent lookups, the state of everything, and the latest changes. */
export function HomeScreen() {
  return (
    <Page title={words.title} lead={<p>{words.lead}</p>} keepsFocus>
      <div class="beside beside--even">
        <section class="card" aria-labelledby="recent">
          <h2 id="recent">{words.recent}</h2>
          {recent.value.length === 0 ? (
            <p class="quiet">{words.noRecent}</p>
          ) : (
            <ul class="rows">
              {recent.value.map((visited) => {
                const { kind, name } = wordsOf(visited);
                return (
                  <li key={hashOf(visited)} class="rows__row">
                    <Link to={visited} class="code">
                      <Text text={name} />
                    </Link>
                    <span class="quiet">{kind}</span>
                  </li>
                );
              })}
            </ul>
          )}
        </section>
        <div class="stack">
          <State />
          <ToFix />
        </div>
      </div>
      {status.value?.history === true && <LastChanges />}
    </Page>
  );
}

/** The state of the call manager, in a sentence. */
function State() {
  const state = health.value;
  const release = status.value?.callManager.release;
  const asOf = inventory.value?.asOf;
  return (
    <section class="card" aria-labelledby="state">
      <h2 id="state">
        <HealthWords />
      </h2>
      <p class="quiet">
        {state === 'offline' ? texts.state.offlineMeaning : texts.state.meaning[state]}
        {state !== 'offline' && release && ` ${texts.state.release} ${release}.`}
      </p>
      <p>
        {asOf && (
          <>
            {words.inventory}: <Age at={Date.parse(asOf)} isKept />{' '}
          </>
        )}
        <Link to={{ at: 'state' }}>{words.more}</Link>
      </p>
    </section>
  );
}

/** How many buttons are probably wrong, by kind. */
function ToFix() {
  const counts = findingCounts.value;
  if (counts === undefined) return null;
  return (
    <section class="card" aria-labelledby="to-fix">
      <h2 id="to-fix">{words.toFix}</h2>
      {counts.all === 0 ? (
        <p class="quiet">{words.nothingToFix}</p>
      ) : (
        <ul class="rows">
          {counts.byKind.map(([kind, count]) => (
            <li key={kind} class="rows__row">
              <Link to={{ at: 'findings', filter: { kind } }}>{texts.findings.kind(kind)}</Link>
              <span>{count}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function LastChanges() {
  const [isMine, setMine] = useState(false);
  const user = session.value?.user;
  const filter = isMine && user !== undefined ? { user } : {};
  const { loaded, again } = useLoaded((signal) => readLines(filter, undefined, signal), [isMine ? user : '']);
  return (
    <section class="card" aria-labelledby="changes">
      <div class="head">
        <h2 id="changes">{words.changes}</h2>
        <div class="actions">
          <span class="choice-of-one" role="group" aria-labelledby="changes">
            {[false, true].map((mine) => (
              <Act
                key={String(mine)}
                aria-pressed={isMine === mine}
                onClick={() => {
                  setMine(mine);
                }}
              >
                {mine ? words.mine : words.everybodys}
              </Act>
            ))}
          </span>
          <Link to={{ at: 'changes', filter }} class="button button--quiet">
            {words.allChanges}
          </Link>
        </div>
      </div>
      <Shown loaded={loaded} again={again} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="quiet">{words.noChanges}</p>
          ) : (
            <ChangeTable lines={items.slice(0, mostLines)} />
          )
        }
      </Shown>
    </section>
  );
}
