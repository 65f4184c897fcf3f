import { place } from '../../state/place.js';
import { isServiceReachable, status } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { Link } from '../link.js';

/** How the call manager is doing, in a word and a colour; leads to the page that says more. */
export function StateLink() {
  const { callManager } = status.value ?? {};
  const state = isServiceReachable.value ? (callManager?.state ?? 'unknown') : 'offline';
  const word = state === 'offline' ? texts.state.offline : texts.state.short[state];
  const isHere = place.value.at === 'state';
  return (
    <Link to={{ at: 'state' }} class={isHere ? 'header__link header__link--here' : 'header__link'}>
      <span class={`dot dot--${state}`} aria-hidden="true" />
      <span class="header__state-name">{texts.state.callManager} </span>
      {word}
      {state !== 'offline' && callManager?.release && <span class="quiet"> {callManager.release}</span>}
    </Link>
  );
}
