import { useEffect } from 'preact/hooks';
import { type Place, place } from '../../state/place.js';
import { mayChange, session, status } from '../../state/session.js';
import { keepStatus } from '../../state/keep-status.js';
import { texts } from '../../texts/texts.js';
import { Link } from '../link.js';
import { SearchField } from './search-field.js';
import { SignOut } from './sign-out.js';
import { StateLink } from './state-link.js';
import { UnsavedElsewhere } from './unsaved-elsewhere.js';

/** On top of every page: where one can go, how the call manager is doing, and who is signed in. */
export function Header() {
  useEffect(keepStatus, []);
  return (
    <header class="header">
      <div class="header__inner">
        <Link to={{ at: 'home' }} class="header__name">
          {texts.name}
        </Link>
        <SearchField />
        <nav class="header__navigation" aria-label={texts.header.navigation}>
          {status.value?.history === true && (
            <NavigationLink to={{ at: 'changes', filter: {} }} isHere={['changes', 'change'].includes(place.value.at)}>
              {texts.header.changes}
            </NavigationLink>
          )}
          <StateLink />
        </nav>
        <Account />
      </div>
      <UnsavedElsewhere />
    </header>
  );
}

function NavigationLink({ to, isHere, children }: { to: Place; isHere: boolean; children: string }) {
  return (
    <Link to={to} class={isHere ? 'header__link header__link--here' : 'header__link'}>
      {children}
    </Link>
  );
}

function Account() {
  return (
    <div class="header__account" role="group" aria-label={texts.header.account}>
      <span>
        <bdi>{session.value?.user}</bdi>
        {!mayChange() && <span class="tag">{texts.header.readOnly}</span>}
      </span>
      <SignOut />
    </div>
  );
}
