import { Header } from './components/header/header.js';
import { Shortcuts } from './components/keyboard/shortcuts.js';
import { IdleWarning } from './components/idle-warning.js';
import { announced } from './state/announcer.js';
import { session } from './state/session.js';
import { hashOf, route, type Route } from './state/route.js';
import { DeviceScreen } from './screens/device/device.js';
import { DevicesScreen } from './screens/devices.js';
import { HomeScreen } from './screens/home.js';
import { NumberScreen } from './screens/number/number.js';
import { SignInScreen } from './screens/sign-in.js';
import { StateScreen } from './screens/state.js';
import { texts } from './texts/texts.js';
import { Link } from './components/link.js';
import { lazy } from './components/lazy.js';
import { Page } from './components/page.js';

const seldom = () => import('./screens/seldom.js');

const ChangesScreen = lazy(async () => (await seldom()).ChangesScreen, true);
const ChangeScreen = lazy(async () => (await seldom()).ChangeScreen, true);
const FindingsScreen = lazy(async () => (await seldom()).FindingsScreen, true);

/** The whole page: a login, or a header and the screen that the address names. */
export function App() {
  if (session.value === undefined) return <SignInScreen />;
  return (
    <>
      <a class="skip" href="#content" onClick={skipToContent}>
        {texts.skip}
      </a>
      <Header />
      <p class="hidden" role="status">
        {announced.value}
      </p>
      <Screen to={route.value} />
      <Shortcuts />
      <IdleWarning />
    </>
  );
}

function Screen({ to }: { readonly to: Route }) {
  switch (to.at) {
    case 'home':
      return <HomeScreen />;
    case 'number':
      return <NumberScreen key={to.dirn} dirn={to.dirn} />;
    case 'device':
      return <DeviceScreen key={`${to.kind} ${to.name}`} kind={to.kind} name={to.name} />;
    case 'search':
      return <DevicesScreen key={to.text} text={to.text} />;
    case 'changes':
      return <ChangesScreen key={hashOf(to)} filter={to.filter} />;
    case 'change':
      return <ChangeScreen key={to.id} id={to.id} />;
    case 'findings':
      return <FindingsScreen filter={to.filter} />;
    case 'state':
      return <StateScreen />;
    case 'nowhere':
      return <NowhereScreen />;
  }
}

/** The part of the address after # names the screen, so the browser's own way would leave the screen. */
function skipToContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content h1')?.focus();
}

/** For an address that names no screen. */
function NowhereScreen() {
  return (
    <Page title={texts.nowhere.title}>
      <p>
        <Link to={{ at: 'home' }}>{texts.nowhere.home}</Link>
      </p>
    </Page>
  );
}
