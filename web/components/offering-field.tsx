import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { holds, type Sought, soughtIn } from '../../src/domain/sought.js';
import { type DeviceRoute, hashOf, route, type Route } from '../state/route.js';
import type { Visited } from '../state/recent.js';
import { fewestCharacters, routeOf, suggested, suggestFor, suggestNothing } from '../state/suggestions.js';
import { texts } from '../texts/texts.js';
import { selectAtFirstClick } from './focus.js';
import { Age } from './read-at.js';
import { Text } from './text.js';

/** A suggestion, and the page that shows it. */
export interface Offer<To extends Route> {
  readonly to: To;
  readonly kind: string;
  readonly name: string;
  readonly description: string;
}

/** How many recent lookups are offered in addition to the service's suggestions. */
const mostRecent = 5;

interface OfferingFieldProps<To extends Route> {
  readonly text: string;
  /**
   * The accessible name of the field. The field has no label around it, because then the offers would become part of
   * its name.
   */
  readonly name: string;
  /** Its name in a form. */
  readonly field?: string;
  readonly placeholder?: string;
  /** If true, it gets the focus. */
  readonly isFocused?: boolean;
  readonly offersFor: (text: string) => readonly Offer<To>[];
  readonly onType: (text: string) => void;
  readonly onChoose: (offer: Offer<To>) => void;
}

/** A field that offers suggestions while the user types. Enter without a chosen offer submits its form. */
export function OfferingField<To extends Route>(props: OfferingFieldProps<To>) {
  const { text, name, field, placeholder, isFocused = false, offersFor, onType, onChoose } = props;
  const here = route.value;
  const [open, setOpen] = useState<{ readonly at: Route; readonly active: number }>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  const offers = open?.at === here ? offersFor(text) : [];
  const active = open?.active ?? -1;
  const { keptAt } = suggested.value;
  const close = (): void => {
    setOpen(undefined);
    suggestNothing();
  };
  const choose = (offer: Offer<To>): void => {
    close();
    onChoose(offer);
  };
  const keyPressed = (event: KeyboardEvent): void => {
    const { key, altKey } = event;
    const chosen = offers[active];
    if (key === 'Escape' && offers.length > 0) {
      event.preventDefault();
      close();
    } else if (key === 'Enter') {
      if (chosen) {
        event.preventDefault();
        choose(chosen);
      } else close();
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && (!altKey || key === 'ArrowDown')) {
      event.preventDefault();
      const all = offersFor(text).length;
      const step = key === 'ArrowDown' ? 1 : -1;
      // With the arrow keys, the typed text comes before the first offer and after the last offer.
      const next = open?.at === here && offers.length > 0 ? ((active + 1 + step + all + 1) % (all + 1)) - 1 : 0;
      setOpen({ at: here, active: altKey ? active : next });
      suggestFor(text);
    }
  };
  return (
    <div class="search__field">
      <input
        ref={input}
        class="input"
        type="text"
        name={field}
        enterKeyHint="search"
        role="combobox"
        aria-label={name}
        aria-autocomplete="list"
        aria-expanded={offers.length > 0}
        aria-controls={offers.length > 0 ? id : undefined}
        aria-activedescendant={offers[active] ? `${id}-${active}` : undefined}
        placeholder={placeholder}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          onType(value);
          setOpen({ at: here, active: -1 });
          suggestFor(value);
        }}
        {...selectAtFirstClick}
        onKeyDown={keyPressed}
        onBlur={close}
      />
      {offers.length > 0 && (
        <div class="search__offers">
          <ul class="search__list" role="listbox" id={id} aria-label={texts.search.offers}>
            {offers.map((offer, at) => (
              <li
                key={hashOf(offer.to)}
                id={`${id}-${at}`}
                role="option"
                class="search__offer"
                aria-selected={at === active}
                onMouseDown={(event) => {
                  // Keeps the focus in the field.
                  event.preventDefault();
                }}
                onClick={() => {
                  choose(offer);
                }}
              >
                <Text text={offer.name} class="code" /> <Text text={offer.description} />{' '}
                <span class="quiet small search__kind">{offer.kind}</span>
              </li>
            ))}
          </ul>
          {keptAt !== undefined && isAbout(text) && <Age at={keptAt} isKept />}
        </div>
      )}
    </div>
  );
}

/** @returns the devices that are suggested for a text */
export function devicesFor(text: string, recent: readonly Visited[]): readonly Offer<DeviceRoute>[] {
  return offeredFor(text, recent).filter((offer): offer is Offer<DeviceRoute> => isDevice(offer.to));
}

function isDevice(to: Route): to is DeviceRoute {
  return to.at === 'device';
}

/** @returns the suggestions: first recent lookups, then the service's suggestions for this text */
export function offeredFor(text: string, recent: readonly Visited[]): readonly Offer<Route>[] {
  const wanted = text.trim();
  const sought = soughtIn(text);
  const visited = recent
    .map(offerOf)
    .filter((offer) => isSought(offer, sought) && offer.name !== wanted)
    .slice(0, mostRecent);
  const found = (isAbout(text) ? suggested.value.found : []).map((suggestion): Offer<Route> => {
    const { kind, description } = suggestion;
    const name = suggestion.kind === 'number' ? suggestion.dirn : suggestion.name;
    return { to: routeOf(suggestion), kind: texts.home.kinds[kind], name, description };
  });
  // The answer may be for a shorter text that is the beginning of the present text.
  const fitting = suggested.value.text === wanted ? found : found.filter((offer) => isSought(offer, sought));
  const all = new Map([...visited, ...fitting].map((offer) => [hashOf(offer.to), offer]));
  return [...all.values()];
}

/** Whether the service's suggestions are for this text, or for its beginning. */
function isAbout(text: string): boolean {
  const wanted = text.trim();
  return wanted.length >= fewestCharacters && wanted.startsWith(suggested.value.text);
}

/** Whether an offer is what a text looks for. A number also counts by its end. */
function isSought(offer: Offer<Route>, sought: Sought): boolean {
  const digits = sought.ending ?? sought.number;
  return holds(offer, sought) || (digits !== undefined && offer.name.includes(digits));
}

function offerOf({ to, called }: Visited): Offer<Route> {
  const { kind, name } = wordsOf(to);
  return { to, kind: `${texts.search.recent} · ${kind}`, name, description: called };
}

/** @returns the words for a recent lookup */
export function wordsOf(visited: Route): { readonly kind: string; readonly name: string } {
  const { kinds } = texts.home;
  if (visited.at === 'number') return { kind: kinds.number, name: visited.dirn };
  if (visited.at === 'device') return { kind: kinds[visited.kind], name: visited.name };
  return { kind: kinds.search, name: visited.at === 'search' ? visited.text : '' };
}
