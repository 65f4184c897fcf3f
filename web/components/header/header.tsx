import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Route, route } from '../../state/route.js';
import { health, status } from '../../state/health.js';
import { findingCounts } from '../../state/findings.js';
import { mayChange, mayPropose, session } from '../../state/session.js';
import { keepStatus } from '../../state/keep-status.js';
import { waitingChanges } from '../../state/waiting-changes.js';
import { texts } from '../../texts/texts.js';
import { KeysButton } from '../keyboard/shortcuts.js';
import { Link } from '../link.js';
import { SearchField } from './search-field.js';
import { SignOut } from './sign-out.js';
import { UnsavedElsewhere } from './unsaved-elsewhere.js';
import { Text } from '../text.js';
import { HealthWords } from '../health-words.js';

/** The top of every page: navigation, the state of the call manager, and the user. */
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
            <NavigationLink to={{ at: 'changes', filter: {} }} isHere={['changes', 'change'].includes(route.value.at)}>
              {texts.header.changes} <WaitingCount />
            </NavigationLink>
          )}
          {status.value?.inventory !== undefined && (
            <NavigationLink to={{ at: 'findings', filter: {} }} isHere={route.value.at === 'findings'}>
              {texts.header.findings} <FindingCount />
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

function NavigationLink({ to, isHere, children }: { to: Route; isHere: boolean; children: ComponentChildren }) {
  return (
    <Link to={to} class={isHere ? 'header__link header__link--here' : 'header__link'}>
      {children}
    </Link>
  );
}

/** How many buttons must be fixed. */
function FindingCount() {
  const all = findingCounts.value?.all ?? 0;
  return <span class="tag">{all > 0 && all}</span>;
}

/** How many changes wait for who is signed in. */
function WaitingCount() {
  const waiting = waitingChanges.value;
  if (waiting === undefined || waiting.count === 0) return <span class="tag" />;
  return (
    <span class="tag" title={texts.header.changesWaiting}>
      {texts.header.changesCount(waiting.count, waiting.hasMore)}
      <span class="hidden"> {texts.header.changesWaiting}</span>
    </span>
  );
}

function Account() {
  return (
    <div class="header__account" role="group" aria-label={texts.header.account}>
      <span>
        <Text text={session.value?.user} />{' '}
        {!mayChange() && <span class="tag">{mayPropose() ? texts.header.proposes : texts.header.readOnly}</span>}
      </span>
      <KeysButton />
      <SignOut />
    </div>
  );
}

/** The state of the call manager, in a word and a color; links to the page with details. */
function StateLink() {
  const { callManager } = status.value ?? {};
  const state = health.value;
  return (
    <NavigationLink to={{ at: 'state' }} isHere={route.value.at === 'state'}>
      <HealthWords />{' '}
      {state !== 'offline' && callManager?.release && <span class="quiet header__release">{callManager.release}</span>}
    </NavigationLink>
  );
}
