import { describe, expect, it, onTestFinished } from 'vitest';
import { lacksPostgres } from '../support/postgres-server.js';
import { place, usePostgres } from '../support/use-postgres.js';
import { sinceKilled } from '../support/watching.js';
import { openStore } from './inventories.js';

/** A sweep of an instance that was killed, one of several with one database. */

const pace = { betweenSweepsMs: 0 };

describe.skipIf(lacksPostgres())('a sweep that does not go on', () => {
  if (!lacksPostgres()) usePostgres();

  it('is continued by another instance after two minutes, and not before', async () => {
    const [one, other] = await Promise.all([openStore.postgres(), openStore.postgres()]);
    onTestFinished(() => Promise.all([one.close(), other.close()]).then(() => undefined));
    const begun = await one.claim('one', pace, 0);
    const { host, port, user, password, database } = place;
    const waitIsOver = await sinceKilled({ host, port, user, password, database });
    const refused = await other.claim('other', pace, 0);
    if (!('dueInMs' in refused)) throw new Error('it was taken at once');
    expect(refused.dueInMs).toBeLessThanOrEqual(120_000);
    expect(refused.dueInMs).toBeGreaterThan(0);
    await waitIsOver();
    if ('dueInMs' in begun) throw new Error('the first sweep is not due');
    const { generation, began } = begun;
    expect(await other.claim('other', pace, 0)).toMatchObject({ sweeper: 'other', generation, began });
  });
});
