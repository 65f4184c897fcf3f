import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type PhoneProxyClient } from '../../src/client/index.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import {
  as,
  changeOf,
  planned,
  type PlanAnswer,
  type ShownPlan,
  usersFile,
  type UsersFile,
} from '../support/plan-users.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { serviceSettings, startTestService, type TestService } from '../support/test-service.js';

/** Plans over the whole service, with a history in a file, in front of the simulator. */

const phones = ['SEP00A1B2C30002', 'SEP00A1B2C30003', 'SEP00A1B2C30004', 'SEP00A1B2C30005'];
const [first = '', second = '', third = ''] = phones;

let simulator: RunningSimulator;
let service: TestService;
let users: UsersFile;
let history: string;
let url: string;

async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const all = { ...serviceSettings(simulator.url), DATABASE_URL: `sqlite:${history}`, ...users.settings, ...settings };
  service = await startTestService(all);
  ({ url } = service);
}

beforeEach(async () => {
  simulator = await startSimulator({});
  users = usersFile();
  history = path.join(emptyFolder(), 'history.db');
  await start();
});
afterEach(async () => {
  await service.stop('test');
  await simulator.close();
  await tidy();
});

const propose = async (label: string, of: readonly string[] = phones, more: object = {}): Promise<PlanAnswer> => {
  const changes = await Promise.all(of.map((phone) => changeOf(url, phone, label)));
  return as('agent', `${url}/plans`, 'POST', { title: 'New reception', reason: 'A new name.', changes, ...more });
};
const plan = async (id: string): Promise<ShownPlan> => (await as('reader', `${url}/plans/${id}`)).plan;
const ended = async (id: string): Promise<ShownPlan> => {
  await expect.poll(async () => (await plan(id)).state, { timeout: 20_000 }).toMatch(/^(partly-)?applied$/);
  return plan(id);
};
const approve = ({ id, digest }: ShownPlan) => as('boss', `${url}/plans/${id}/approval`, 'POST', { digest });
const apply = ({ id }: ShownPlan, query = '?perHour=0') => as('boss', `${url}/plans/${id}/application${query}`, 'POST');
const dialsOf = async (phone: string) => {
  const { plan: dials } = await as('reader', `${url}/speeddials?phone=${phone}`);
  return dials as unknown;
};

describe('a plan', () => {
  it('is proposed, approved by another user, applied as one run, and undone', async () => {
    const before = await dialsOf(first);
    const proposed = await propose('Sandström');
    expect([proposed.status, proposed.plan.state]).toEqual([201, 'proposed']);
    expect(proposed.headers.get('location')).toBe(`plans/${proposed.plan.id}`);
    expect(proposed.headers.get('etag')).toBe(`"${proposed.plan.digest}"`);
    expect(proposed.plan.may).toEqual(['withdraw']);
    expect(await dialsOf(first)).toEqual(before);
    expect((await propose('Sandström')).plan.id).toBe(proposed.plan.id);

    const { plan: shown } = await as('boss', `${url}/plans/${proposed.plan.id}`);
    expect(shown.may).toEqual(['approve', 'reject']);
    expect(shown.changes?.map((change) => [change.device, change.state])).toEqual(phones.map((name) => [name, 'open']));
    expect(shown.changes?.[0]?.difference).toMatchObject({ added: planned('Sandström') });
    expect((await apply(shown)).plan.code).toBe('plan-state');
    const other = await approve({ ...shown, digest: 'x' });
    expect([other.status, other.plan.code, other.headers.get('etag')]).toEqual([
      412,
      'other-digest',
      `"${shown.digest}"`,
    ]);
    expect((await approve(shown)).plan.state).toBe('approved');
    expect((await approve(shown)).status).toBe(200);

    const applying = await apply(shown);
    expect([applying.status, applying.plan.state]).toEqual([202, 'applying']);
    const applied = await ended(shown.id);
    expect([applied.state, applied.lists]).toEqual(['applied', { changed: 4 }]);
    expect(applied.application?.why).toBeNull();
    for (const phone of phones) expect(await dialsOf(phone)).toEqual(planned('Sandström'));
    expect((await apply(shown)).status).toBe(409);

    const run = applied.application?.run ?? '';
    const result = (await as('reader', `${url}/runs/${run}`)).plan as unknown;
    expect(result).toMatchObject({ title: 'New reception', user: 'boss', outcomes: { replaced: 4 }, plan: shown.id });
    const changes = (await as('reader', `${url}/changes?run=${run}`)).plan as unknown as { id: string; user: string }[];
    expect(changes.map(({ user }) => user)).toEqual(['boss', 'boss', 'boss', 'boss']);
    for (const { id } of changes) expect((await as('boss', `${url}/changes/${id}/undo`, 'POST')).status).toBe(200);
    expect(await dialsOf(first)).toEqual(before);
  });

  it('is refused to users without the right, with a sentence', async () => {
    const { plan: shown } = await propose('one');
    const to = (what: string) => `${url}/plans/${shown.id}/${what}`;
    const refusals = [
      await as('reader', `${url}/plans`, 'POST', {}),
      await as('reader', to('rejection'), 'POST', { reason: 'No.' }),
      await as('agent', to('approval'), 'POST', { digest: shown.digest }),
      await as('agent', to('application'), 'POST'),
      await as('agent', to('stop'), 'POST'),
    ];
    expect(refusals.map(({ status, plan: { code } }) => [status, code])).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
      [403, 'may-only-propose'],
      [403, 'may-only-propose'],
      [403, 'may-only-propose'],
    ]);
    expect(refusals[2]?.plan.detail).toBe('This user may only propose plans (POST /plans) and cannot approve plans.');
    const own = await as('boss', `${url}/plans`, 'POST', {
      title: 'Own',
      changes: [await changeOf(url, first, 'own')],
    });
    const approval = await as('boss', `${url}/plans/${own.plan.id}/approval`, 'POST', { digest: own.plan.digest });
    expect([approval.status, approval.plan.code]).toEqual([403, 'own-plan']);
    expect(approval.plan.detail).toContain('PLANS_APPROVAL=any');
    const foreign = await as('agent', `${url}/plans/${own.plan.id}/rejection`, 'POST', { reason: 'No.' });
    expect([foreign.status, foreign.plan.code]).toEqual([403, 'may-only-propose']);
    const withdrawn = await as('agent', to('rejection'), 'POST', { reason: 'A mistake.' });
    expect([withdrawn.status, withdrawn.plan.state]).toEqual([200, 'withdrawn']);
    expect((await as('chief', `${url}/plans/${own.plan.id}/rejection`, 'POST', { reason: 'No.' })).plan.state).toBe(
      'rejected',
    );
  });

  it('can be approved by its own proposer with PLANS_APPROVAL=any', async () => {
    await service.stop('test');
    await start({ PLANS_APPROVAL: 'any' });
    const own = await as('boss', `${url}/plans`, 'POST', {
      title: 'Own',
      changes: [await changeOf(url, first, 'own')],
    });
    expect(own.plan.may).toContain('approve');
    expect((await approve(own.plan)).plan.state).toBe('approved');
  });

  it('names every fault of its lists, and every device that does not exist', async () => {
    const good = await changeOf(url, first, 'one');
    const wrong = await as('agent', `${url}/plans`, 'POST', {
      title: '',
      changes: [good, { ...good, ifMatch: '*' }, { ...good, list: 'lines' }, 7],
    });
    const fields = (answer: PlanAnswer) =>
      (answer.plan.errors as { field: string }[] | undefined)?.map(({ field }) => field);
    expect([wrong.status, fields(wrong)]).toEqual([
      400,
      ['body.title', 'body.changes[1].ifMatch', 'body.changes[2].list', 'body.changes[3]'],
    ]);
    const entries = [
      { index: '1', dirn: '1' },
      { index: 'x', dirn: '1' },
      { index: '01', dirn: '2' },
    ];
    const inside = await as('agent', `${url}/plans`, 'POST', {
      title: 'Wrong',
      changes: [{ ...good, entries }, good],
    });
    expect(fields(inside)).toEqual(['body.changes[0].entries[1].index', 'body.changes[1]']);
    const missing = await as('agent', `${url}/plans`, 'POST', {
      title: 'Missing',
      changes: [good, { ...good, device: 'SEP0' }, { ...good, device: 'UDP0', deviceKind: 'profile' }],
    });
    expect([missing.status, missing.plan.code, fields(missing)]).toEqual([
      422,
      'plan-not-settable',
      ['body.changes[1].device', 'body.changes[2].device'],
    ]);
    expect((await as('agent', `${url}/plans`)).plan).toEqual([]);
  });

  it('is outdated if a list has changed before it was proposed, and skips lists that changed since', async () => {
    const changes = await Promise.all([first, second].map((phone) => changeOf(url, phone, 'plan')));
    await as('chief', `${url}/speeddials?phone=${second}`, 'POST', []);
    const outdated = await as('agent', `${url}/plans`, 'POST', { title: 'Late', changes });
    expect([outdated.status, outdated.plan.state]).toEqual([201, 'outdated']);
    expect((await approve(outdated.plan)).plan.code).toBe('plan-state');

    const { plan: shown } = await propose('plan', [first, second, third]);
    await approve(shown);
    await as('chief', `${url}/busylampfields?phone=${third}`, 'POST', []);
    await as('chief', `${url}/speeddials?phone=${second}`, 'POST', planned('of somebody else'));
    expect((await plan(shown.id)).changes?.map(({ changedSince }) => changedSince !== null)).toEqual([
      false,
      true,
      false,
    ]);
    await apply(shown);
    const result = await ended(shown.id);
    expect([result.state, result.lists]).toEqual(['partly-applied', { changed: 2, 'changed-meanwhile': 1 }]);
    expect(result.changes?.[1]?.problem?.code).toBe('changed-meanwhile');
    expect(await dialsOf(second)).toEqual(planned('of somebody else'));
    expect((await apply(shown)).plan.code).toBe('plan-state');
  });

  it('is stopped, and continues', async () => {
    const { plan: shown } = await propose('slowly');
    await approve(shown);
    // Two at once, and then one in ten minutes.
    await apply(shown, '?perHour=6');
    await expect.poll(async () => (await plan(shown.id)).lists['changed'] ?? 0).toBeGreaterThan(0);
    expect((await as('chief', `${url}/plans/${shown.id}/stop`, 'POST')).status).toBe(202);
    const stopped = await ended(shown.id);
    expect([stopped.state, stopped.application?.why]).toEqual(['partly-applied', 'It was stopped.']);
    expect(stopped.lists['open']).toBeGreaterThan(0);
    expect((await apply(shown)).status).toBe(202);
    const done = await ended(shown.id);
    expect([done.state, done.lists]).toEqual(['applied', { changed: 4 }]);
    expect(done.application?.run).toBe(stopped.application?.run);
  });

  it('stops when its user may not write any more', async () => {
    const { plan: shown } = await propose('removed');
    await approve(shown);
    await apply(shown, '?perHour=1200');
    await expect.poll(async () => (await plan(shown.id)).lists['changed'] ?? 0).toBeGreaterThan(0);
    users.keep('chief', 'agent', 'reader');
    const result = await ended(shown.id);
    expect([result.state, result.application?.why]).toEqual([
      'partly-applied',
      'boss may not change buttons any more.',
    ]);
    expect(result.lists['open']).toBeGreaterThan(0);
  });

  it('continues at the next start where it was when the service ended', async () => {
    const { plan: shown } = await propose('restart');
    await approve(shown);
    await apply(shown, '?perHour=6');
    await expect.poll(async () => (await plan(shown.id)).lists['changed'] ?? 0).toBeGreaterThan(0);
    await service.stop('test');
    await start();
    expect((await plan(shown.id)).state).toBe('applying');
    await as('chief', `${url}/plans/${shown.id}/stop`, 'POST');
    expect((await ended(shown.id)).application?.why).toBe('It was stopped.');
  });

  it('with many lists is checked after the answer', async () => {
    const devices = simulator
      .state()
      .filter(({ name }) => name.startsWith('SEP'))
      .slice(0, 30);
    const proposed = await propose(
      'many',
      devices.map(({ name }) => name),
    );
    expect([proposed.status, proposed.plan.state]).toEqual([202, 'checking']);
    await expect.poll(async () => (await plan(proposed.plan.id)).state, { timeout: 20_000 }).toBe('proposed');
    const shown = await plan(proposed.plan.id);
    expect(shown.digest).toBe(proposed.plan.digest);
    expect(shown.changes?.every(({ difference }) => difference !== null)).toBe(true);
    const late = await Promise.all(devices.map(({ name }) => changeOf(url, name, 'late')));
    await as('chief', `${url}/speeddials?phone=${devices[7]?.name ?? ''}`, 'POST', planned('before'));
    const other = await as('agent', `${url}/plans`, 'POST', { title: 'Late', changes: late });
    await expect.poll(async () => (await plan(other.plan.id)).state, { timeout: 20_000 }).toBe('outdated');
  });

  it('works in the same way with the typed client', async () => {
    const [agent, boss] = ['agent', 'boss'].map((name) =>
      createClient({ baseUrl: url, username: name, password: name }),
    ) as [PhoneProxyClient, PhoneProxyClient];
    const { etag } = await agent.readSpeedDials(first);
    const change = {
      device: first,
      deviceKind: 'phone',
      list: 'speeddial',
      ifMatch: etag,
      entries: planned('typed'),
    } as const;
    const proposed = await agent.proposePlan({ title: 'Typed', changes: [change] });
    const other = await agent.proposePlan({ title: 'Other', changes: [change] });
    expect((await boss.rejectPlan(other.id, 'Not this one.')).rejection?.reason).toBe('Not this one.');
    expect(await boss.listPlans({ limit: 1 })).toMatchObject({ plans: [{ state: 'rejected' }], next: other.id });
    expect((await boss.listPlans({ state: 'proposed' })).plans.map(({ id }) => id)).toEqual([proposed.id]);
    await expect(boss.approvePlan(proposed.id, 'x')).rejects.toMatchObject({ code: 'other-digest' });
    await expect(agent.applyPlan(proposed.id)).rejects.toMatchObject({ code: 'may-only-propose' });
    expect((await boss.approvePlan(proposed.id, proposed.digest)).state).toBe('approved');
    expect((await boss.applyPlan(proposed.id, { perHour: 0 })).application?.perHour).toBe(0);
    await expect.poll(async () => (await boss.readPlan(proposed.id)).plan.state).toBe('applied');
    const { plan: read, next } = await boss.readPlan(proposed.id, { limit: 1, after: '0' });
    expect([read.changes, next]).toEqual([[], undefined]);
    await expect(boss.stopPlan(proposed.id)).rejects.toMatchObject({ code: 'plan-state' });
  });

  it('does not exist without a history', async () => {
    await service.stop('test');
    await start({ DATABASE_URL: 'off' });
    for (const [method, at] of [
      ['GET', ''],
      ['GET', '/1'],
      ['POST', '/1/application'],
      ['POST', '/1/stop'],
    ] as const) {
      expect((await as('boss', `${url}/plans${at}`, method)).plan.code).toBe('history-off');
    }
  });
});
