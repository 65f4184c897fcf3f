import { useLoaded } from '../state/loaded.js';
import { client } from '../state/session.js';
import { fewestCharacters, routeOf } from '../state/suggestions.js';
import { texts } from '../texts/texts.js';
import { Link } from './link.js';
import { Shown } from './shown.js';
import { Text } from './text.js';
import { hashOf } from '../state/route.js';

interface MeantProps {
  /** The text that was looked up and not found. */
  readonly text: string;
  /** The message if there are no suggestions either. */
  readonly nothing: string;
}

/** Offers suggestions for a text that is not a complete number, name or description. */
export function Meant({ text, nothing }: MeantProps) {
  const isAsked = text.length >= fewestCharacters;
  const { loaded, again } = useLoaded(
    (signal) => (isAsked ? client().suggest(text, { signal }) : Promise.resolve(undefined)),
    [text],
  );
  if (loaded.phase === 'failed') return <p class="quiet">{texts.search.notKnown}</p>;
  return (
    <Shown loaded={loaded} again={again} lines={2}>
      {(found) =>
        found === undefined || found.length === 0 ? (
          <p class="quiet">{found === undefined ? texts.search.notKnown : nothing}</p>
        ) : (
          <>
            <p>{texts.search.meant}</p>
            <ul class="rows">
              {found.map((one) => (
                <li key={`${hashOf(routeOf(one))} ${one.kind === 'number' ? one.partition : ''}`} class="rows__row">
                  <span>
                    <Link to={routeOf(one)} class="code">
                      <Text text={one.kind === 'number' ? one.dirn : one.name} />
                    </Link>{' '}
                    <Text text={one.description} />
                  </span>{' '}
                  <span class="quiet">{texts.home.kinds[one.kind]}</span>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Shown>
  );
}
