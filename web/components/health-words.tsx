import { health } from '../state/health.js';
import { texts } from '../texts/texts.js';

/** The state of the service or the call manager, in a color and a word. */
export function HealthWords() {
  const state = health.value;
  const { callManager, short, service } = texts.state;
  return (
    <>
      <span class={`dot dot--${state}`} aria-hidden="true" />{' '}
      <span>{state === 'offline' || state === 'overloaded' ? service[state] : `${callManager} ${short[state]}`}</span>
    </>
  );
}
