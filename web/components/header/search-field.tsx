import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useKept } from '../../state/kept.js';
import { recent } from '../../state/recent.js';
import { goTo, hashOf, route, type Route, routeMeant } from '../../state/route.js';
import { fewestCharacters, routeOf, suggested, suggestFor, suggestNothing } from '../../state/suggestions.js';
import { texts } from '../../texts/texts.js';
import { Age } from '../read-at.js';
import { Text } from '../text.js';

/** Something to go to. */
interface Offer {
  readonly to: Route;
  readonly kind: string;
  readonly name: string;
  readonly description: string;
}

/** So many of those that were looked up lately are offered beside what the service suggests. */
const mostRecent = 5;

/** The one field to look anything up with; while one types, it offers what may be meant. */
export function SearchField() {
  const here = route.value;
  const [typed, setTyped] = useKept('search', { at: here, text: textOf(here) });
  const [open, setOpen] = useState<{ readonly at: Route; readonly active: number }>();
  // What was typed on another page is not what this one shows.
  const text = typed.at === here ? typed.text : textOf(here);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isAtHome = here.at === 'home';
  useEffect(() => {
    if (isAtHome) input.current?.focus();
  }, [isAtHome]);
  const offers = open?.at === here ? offersFor(text) : [];
  const active = open?.active ?? -1;
  const { keptAt } = suggested.value;
  const close = (): void => {
    setOpen(undefined);
    suggestNothing();
  };
  const follow = (to: Route | undefined): void => {
    close();
    if (to) goTo(to);
  };
  const keyPressed = (event: KeyboardEvent): void => {
    const { key, altKey } = event;
    if (key === 'Escape' && offers.length > 0) {
      event.preventDefault();
      close();
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && (!altKey || key === 'ArrowDown')) {
      event.preventDefault();
      const all = offersFor(text).length;
      const step = key === 'ArrowDown' ? 1 : -1;
      // Before the first and behind the last is what was typed.
      const next = open?.at === here && offers.length > 0 ? ((active + 1 + step + all + 1) % (all + 1)) - 1 : 0;
      setOpen({ at: here, active: altKey ? active : next });
      suggestFor(text);
    }
  };
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        follow(offers[active]?.to ?? routeMeant(text));
      }}
    >
      <div class="search__field">
        <input
          ref={input}
          class="input"
          type="text"
          enterKeyHint="search"
          role="combobox"
          aria-label={texts.search.label}
          aria-autocomplete="list"
          aria-expanded={offers.length > 0}
          aria-controls={offers.length > 0 ? id : undefined}
          aria-activedescendant={offers[active] ? `${id}-${active}` : undefined}
          placeholder={texts.search.placeholder}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget: { value } }) => {
            setTyped({ at: here, text: value });
            setOpen({ at: here, active: -1 });
            suggestFor(value);
          }}
          onKeyDown={keyPressed}
          onBlur={close}
        />
        {offers.length > 0 && (
          <div class="search__offers">
            <ul class="search__list" role="listbox" id={id} aria-label={texts.search.offers}>
              {offers.map(({ to, kind, name, description }, at) => (
                <li
                  key={hashOf(to)}
                  id={`${id}-${at}`}
                  role="option"
                  class="search__offer"
                  aria-selected={at === active}
                  onMouseDown={(event) => {
                    // The field keeps the focus.
                    event.preventDefault();
                  }}
                  onClick={() => {
                    follow(to);
                  }}
                >
                  <Text text={name} class="code" /> <Text text={description} />
                  <span class="quiet small search__kind">{kind}</span>
                </li>
              ))}
            </ul>
            {keptAt !== undefined && isAbout(text) && <Age at={keptAt} isKept />}
          </div>
        )}
      </div>
      <button class="button" type="submit">
        {texts.search.submit}
      </button>
    </form>
  );
}

/** @returns what may be meant: first what was looked up lately, then what the service has found for this text */
function offersFor(text: string): readonly Offer[] {
  const wanted = text.trim();
  const lately = recent.value
    .map(offerOf)
    .filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()) && name !== wanted)
    .slice(0, mostRecent);
  const found = (isAbout(text) ? suggested.value.found : []).map((suggestion): Offer => {
    const { kind, description } = suggestion;
    const name = suggestion.kind === 'number' ? suggestion.dirn : suggestion.name;
    return { to: routeOf(suggestion), kind: texts.home.kinds[kind], name, description };
  });
  // The answer may be to the beginning of what is typed by now.
  const fitting = suggested.value.text === wanted ? found : found.filter((offer) => holds(offer, wanted));
  const all = new Map([...lately, ...fitting].map((offer) => [hashOf(offer.to), offer]));
  return [...all.values()];
}

/** Whether what the service has found is for a text, or for how it begins. */
function isAbout(text: string): boolean {
  const wanted = text.trim();
  return wanted.length >= fewestCharacters && wanted.startsWith(suggested.value.text);
}

function holds({ name, description }: Offer, text: string): boolean {
  return `${name} ${description}`.toLowerCase().includes(text.toLowerCase());
}

function offerOf(to: Route): Offer {
  const { kind, name } = wordsOf(to);
  return { to, kind: `${texts.search.lately} · ${kind}`, name, description: '' };
}

/** @returns what something that was looked up is called */
export function wordsOf(visited: Route): { readonly kind: string; readonly name: string } {
  const { kinds } = texts.home;
  if (visited.at === 'number') return { kind: kinds.number, name: visited.dirn };
  if (visited.at === 'device') return { kind: kinds[visited.kind], name: visited.name };
  return { kind: kinds.search, name: visited.at === 'search' ? visited.text : '' };
}

/** @returns what the page shows, where it was looked up */
function textOf(to: Route): string {
  if (to.at === 'number' || to.at === 'relabel') return to.dirn;
  if (to.at === 'search') return to.text;
  return to.at === 'device' ? to.name : '';
}
