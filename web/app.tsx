import { Header } from './components/header/header.js';
import { session } from './state/session.js';
import { hashOf, place, type Place } from './state/place.js';
import { ChangeScreen } from './screens/changes/change.js';
import { ChangesScreen } from './screens/changes/changes.js';
import { DeviceScreen } from './screens/device/device.js';
import { DevicesScreen } from './screens/devices.js';
import { HomeScreen } from './screens/home.js';
import { NowhereScreen } from './screens/nowhere.js';
import { NumberScreen } from './screens/number/number.js';
import { RelabelScreen } from './screens/relabel/relabel.js';
import { SignInScreen } from './screens/sign-in.js';
import { StateScreen } from './screens/state.js';
import { texts } from './texts/texts.js';

/** The whole page: a login, or a header with what the address names below it. */
export function App() {
  if (session.value === undefined) return <SignInScreen />;
  return (
    <>
      <a class="skip" href="#content" onClick={skipToContent}>
        {texts.skip}
      </a>
      <Header />
      <Screen to={place.value} />
    </>
  );
}

function Screen({ to }: { readonly to: Place }) {
  switch (to.at) {
    case 'home':
      return <HomeScreen />;
    case 'number':
      return <NumberScreen key={to.dirn} dirn={to.dirn} />;
    case 'device':
      return <DeviceScreen key={`${to.kind} ${to.name}`} kind={to.kind} name={to.name} />;
    case 'search':
      return <DevicesScreen key={to.text} text={to.text} />;
    case 'relabel':
      return <RelabelScreen key={to.dirn} dirn={to.dirn} />;
    case 'changes':
      return <ChangesScreen key={hashOf(to)} filter={to.filter} />;
    case 'change':
      return <ChangeScreen key={to.id} id={to.id} />;
    case 'state':
      return <StateScreen />;
    default:
      return <NowhereScreen />;
  }
}

/** The part of the address behind # names the place, so the browser's own way would leave it. */
function skipToContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content h1')?.focus();
}
