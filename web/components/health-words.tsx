import { health } from '../state/health.js';
import { texts } from '../texts/texts.js';

/** How the call manager is doing, in a colour and a word. */
export function HealthWords() {
  const state = health.value;
  const { callManager, short, offline } = texts.state;
  return (
    <>
      <span class={`dot dot--${state}`} aria-hidden="true" />{' '}
      <span>{state === 'offline' ? offline : `${callManager} ${short[state]}`}</span>
    </>
  );
}
