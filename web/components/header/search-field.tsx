import { useKept } from '../../state/kept.js';
import { recent } from '../../state/recent.js';
import { goTo, route, type Route, routeMeant } from '../../state/route.js';
import { texts } from '../../texts/texts.js';
import { type Offer, offeredFor, OfferingField } from '../offering-field.js';

/** The search field for everything. It offers suggestions for the typed text. */
export function SearchField() {
  const here = route.value;
  const [typed, setTyped] = useKept('search', { at: here, text: textOf(here) });
  // Text that was typed on another page is not shown on this page.
  const text = typed.at === here ? typed.text : textOf(here);
  const isAtHome = here.at === 'home';
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const to = routeMeant(text);
        if (to) goTo(to);
      }}
    >
      <OfferingField
        text={text}
        name={texts.search.label}
        placeholder={texts.search.placeholder}
        isFocused={isAtHome}
        offersFor={offersFor}
        onType={(value) => {
          setTyped({ at: here, text: value });
        }}
        onChoose={({ to }) => {
          goTo(to);
        }}
      />
      <button class="button" type="submit">
        {texts.search.submit}
      </button>
    </form>
  );
}

/** @returns suggestions for a text */
function offersFor(text: string): readonly Offer<Route>[] {
  return offeredFor(text, recent.value);
}

/** @returns the text of the lookup that the page shows */
function textOf(to: Route): string {
  if (to.at === 'number') return to.dirn;
  if (to.at === 'search') return to.text;
  return to.at === 'device' ? to.name : '';
}
