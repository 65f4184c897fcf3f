import { Page } from '../components/page.js';
import { Age } from '../components/read-at.js';
import { idleMinutes } from '../state/idle.js';
import { health, status } from '../state/health.js';
import { inventory } from '../state/inventory.js';
import { texts } from '../texts/texts.js';
import { Text } from '../components/text.js';
import { type Fact, Facts } from '../components/facts.js';
import { HealthWords } from '../components/health-words.js';

/** The state of the service and its call manager, and what the user may do. */
export function StateScreen() {
  const now = status.value;
  if (now === undefined) return null;
  const { release } = now.callManager;
  const state = health.value;
  const words = texts.state;
  const asOf = inventory.value?.asOf;
  const facts: readonly Fact[] = [
    [words.release, release ?? words.noRelease],
    [words.user, <Text text={now.user} />],
    [words.rights, now.readOnly ? (now.mayPropose ? words.onlyPropose : texts.table.no) : texts.table.yes],
    [words.history, now.history ? words.on : words.off],
    [words.inventory, asOf ? <Age at={Date.parse(asOf)} isKept /> : inventory.value ? words.on : words.off],
    [words.idle, words.minutes(idleMinutes())],
    [words.version, now.version],
  ];
  return (
    <Page title={words.title}>
      {state === 'offline' && (
        <p class="notice notice--bad" role="alert">
          {words.offlineMeaning} {words.saidBefore}
        </p>
      )}
      <section class="card">
        <h2>
          <HealthWords />
        </h2>
        {state !== 'offline' && <p class="quiet">{words.meaning[state]}</p>}
        <Facts facts={facts} />
      </section>
    </Page>
  );
}
