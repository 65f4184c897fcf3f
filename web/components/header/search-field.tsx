import { useEffect, useRef, useState } from 'preact/hooks';
import { goTo, place, type Place, placeMeant } from '../../state/place.js';
import { texts } from '../../texts/texts.js';

/** The one field to look anything up with. */
export function SearchField() {
  const here = place.value;
  const [typed, setTyped] = useState({ at: here, text: textOf(here) });
  // What was typed on another page is not what this one shows.
  const text = typed.at === here ? typed.text : textOf(here);
  const input = useRef<HTMLInputElement>(null);
  const isAtHome = here.at === 'home';
  useEffect(() => {
    if (isAtHome) input.current?.focus();
  }, [isAtHome]);
  const lookUp = (event: Event): void => {
    event.preventDefault();
    const meant = placeMeant(text);
    if (meant) goTo(meant);
  };
  return (
    <form class="search" role="search" onSubmit={lookUp}>
      <input
        ref={input}
        class="input"
        type="search"
        aria-label={texts.search.label}
        placeholder={texts.search.placeholder}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setTyped({ at: here, text: currentTarget.value });
        }}
      />
      <button class="button" type="submit">
        {texts.search.submit}
      </button>
    </form>
  );
}

/** @returns what the page shows, where it was looked up */
function textOf(to: Place): string {
  if (to.at === 'number' || to.at === 'relabel') return to.dirn;
  if (to.at === 'search') return to.text;
  return to.at === 'device' ? to.name : '';
}
