import { Link } from '../components/link.js';
import { Page } from '../components/page.js';
import type { Place } from '../state/place.js';
import { recent } from '../state/recent.js';
import { texts } from '../texts/texts.js';

/** Where one begins: what can be looked up, and what was looked up lately. */
export function HomeScreen() {
  return (
    <Page title={texts.home.title} lead={<p>{texts.home.lead}</p>} keepsFocus>
      <section class="card" aria-labelledby="recent">
        <h2 id="recent">{texts.home.recent}</h2>
        {recent.value.length === 0 ? (
          <p class="quiet">{texts.home.noRecent}</p>
        ) : (
          <ul class="rows">
            {recent.value.map((visited) => (
              <Visited key={JSON.stringify(visited)} visited={visited} />
            ))}
          </ul>
        )}
      </section>
    </Page>
  );
}

function Visited({ visited }: { readonly visited: Place }) {
  const { kind, name } = wordsOf(visited);
  return (
    <li class="rows__row">
      <Link to={visited} class="code">
        <bdi>{name}</bdi>
      </Link>
      <span class="quiet">{kind}</span>
    </li>
  );
}

function wordsOf(visited: Place): { readonly kind: string; readonly name: string } {
  const { kinds } = texts.home;
  if (visited.at === 'number') return { kind: kinds.number, name: visited.dirn };
  if (visited.at === 'device') return { kind: kinds[visited.kind], name: visited.name };
  return { kind: kinds.search, name: visited.at === 'search' ? visited.text : '' };
}
