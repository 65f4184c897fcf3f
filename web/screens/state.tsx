import { Page } from '../components/page.js';
import { idleMinutes } from '../state/idle.js';
import { isServiceReachable, status } from '../state/session.js';
import { texts } from '../texts/texts.js';

/** How the service and its call manager are doing, and what who is signed in may do. */
export function StateScreen() {
  const now = status.value;
  if (now === undefined) return null;
  const { state, release } = now.callManager;
  const words = texts.state;
  const facts: readonly (readonly [string, string])[] = [
    [words.release, release ?? words.noRelease],
    [words.user, now.user],
    [words.rights, now.readOnly ? texts.table.no : texts.table.yes],
    [words.history, now.history ? words.on : words.off],
    [words.idle, words.minutes(idleMinutes())],
    [words.version, now.version],
  ];
  return (
    <Page title={words.title}>
      {!isServiceReachable.value && (
        <p class="notice notice--bad" role="alert">
          {words.offlineMeaning}
        </p>
      )}
      <section class="card">
        <h2>
          <span class={`dot dot--${state}`} aria-hidden="true" /> {words.callManager} {words.short[state]}
        </h2>
        <p class="quiet">{words.meaning[state]}</p>
        <dl class="facts">
          {facts.map(([name, value]) => (
            <div key={name} class="facts__fact">
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Page>
  );
}
