import { useEffect, useState } from 'preact/hooks';
import { unsaved as unsavedLists } from '../../state/unsaved.js';
import { type Place, place } from '../../state/place.js';
import { mayChange, session, signOut, status } from '../../state/session.js';
import { relabelRun } from '../../state/relabel-run.js';
import { keepStatus } from '../../state/keep-status.js';
import { texts } from '../../texts/texts.js';
import { Confirmation } from '../confirmation.js';
import { Link } from '../link.js';
import { SearchField } from './search-field.js';
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
  const [isAsking, setAsking] = useState(false);
  const unsaved = unsavedLists.value.length;
  const isRelabelling = relabelRun.value?.isRunning === true;
  const leave = (): void => {
    if (unsaved > 0 || isRelabelling) setAsking(true);
    else signOut();
  };
  return (
    <div class="header__account" role="group" aria-label={texts.header.account}>
      <span>
        <bdi>{session.value?.user}</bdi>
        {!mayChange() && <span class="tag">{texts.header.readOnly}</span>}
      </span>
      <button type="button" class="button button--quiet" onClick={leave}>
        {texts.header.signOut}
      </button>
      {isAsking && (
        <Confirmation
          title={unsaved > 0 ? texts.header.leave.title : texts.header.leave.titleOfRun}
          cancel={texts.header.leave.stay}
          confirm={texts.header.leave.leave}
          isDangerous
          onConfirm={signOut}
          onCancel={() => {
            setAsking(false);
          }}
        >
          {unsaved > 0 && <p>{texts.header.unsaved(unsaved)}</p>}
          {isRelabelling && <p>{texts.header.leave.run}</p>}
        </Confirmation>
      )}
    </div>
  );
}
