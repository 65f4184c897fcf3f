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
import { Files } from './files.js';
import { ChangeTable } from './changes/change-table.js';
import { readChanges } from './changes/read-changes.js';
import { Act } from '../components/act.js';
import { HealthWords } from '../components/health-words.js';

const words = texts.home;

/** How many changes are shown. */
const mostLines = 8;

/** The start page: recent lookups and the latest changes, and beside them the state of everything. */
export function HomeScreen() {
  return (
    <Page title={words.title} lead={<p>{words.lead}</p>} keepsFocus>
      <div class="home">
        <div class="stack stack--wide">
          <Recent />
          {status.value?.history === true && <LastChanges />}
        </div>
        <div class="stack stack--wide">
          <State />
          <ToFix />
          <Files />
        </div>
      </div>
    </Page>
  );
}

function Recent() {
  if (recent.value.length === 0) return null;
  return (
    <section class="card" aria-labelledby="recent">
      <h2 id="recent">{words.recent}</h2>
      <ul class="rows">
        {recent.value.map((visited) => {
          const { kind, name } = wordsOf(visited.to);
          return (
            <li key={hashOf(visited.to)} class="rows__row">
              <span>
                <Text text={visited.called} />{' '}
                <Link to={visited.to} class="code">
                  <Text text={name} />
                </Link>
              </span>{' '}
              <span class="quiet">{kind}</span>
            </li>
          );
        })}
      </ul>
    </section>
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
  const toCheck = inventory.value?.listsToCheck ?? 0;
  if (counts === undefined || counts.all + toCheck === 0) return null;
  return (
    <section class="card" aria-labelledby="to-fix">
      <h2 id="to-fix">{words.toFix}</h2>
      {counts.all === 0 ? (
        <p class="quiet">{texts.findings.toCheck(toCheck)}</p>
      ) : (
        <ul class="rows">
          {counts.byKind.map(([kind, count]) => (
            <li key={kind} class="rows__row">
              <Link to={{ at: 'findings', filter: { kind } }}>{texts.findings.kind(kind)}</Link> <span>{count}</span>
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
  const { loaded, again } = useLoaded((signal) => readChanges(filter, undefined, signal), [isMine ? user : '']);
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
            <ChangeTable changes={items.slice(0, mostLines)} />
          )
        }
      </Shown>
    </section>
  );
}
