import { useEffect, useRef, useState } from 'preact/hooks';
import { goTo, place, type Place, placeMeant } from '../../state/place.js';
import { texts } from '../../texts/texts.js';

/** The one field to look anything up with. */
export function SearchField() {
  const here = textOf(place.value);
  const [typed, setTyped] = useState(here);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (here !== '') setTyped(here);
  }, [here]);
  const isAtHome = place.value.at === 'home';
  useEffect(() => {
    if (isAtHome) input.current?.select();
  }, [isAtHome]);
  const lookUp = (event: Event): void => {
    event.preventDefault();
    const meant = placeMeant(typed);
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
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
        }}
      />
      <button class="button" type="submit">
        {texts.search.submit}
      </button>
    </form>
  );
}

function textOf(to: Place): string {
  if (to.at === 'number' || to.at === 'relabel') return to.dirn;
  if (to.at === 'search') return to.text;
  return to.at === 'device' ? to.name : '';
}
