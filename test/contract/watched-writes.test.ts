import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import type { SpeedDial } from '../../src/domain/phone.js';
import { type WriteContraryName, writeContraries } from '../../src/simulator/misbehaviour/contraries.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { ask, authorization } from '../support/caller.js';
import { temporaryFolder } from '../support/files.js';
import { startTestService, environmentFor } from '../support/test-service.js';

/** What the service answers to a write, in front of call managers whose writes do not hold or do harm. */

const phone = 'SEP00A1B2C30001';
const list = [
  { index: '1', dirn: '0100', label: 'Reception of the main building' },
  { index: '2', dirn: '+4989123456', label: '' },
  { index: '4', dirn: '0102', label: 'Büro ' },
  { index: '7', dirn: '0103', label: 'Last' },
];

const lamps = [
  { index: '1', dirn: '2003', partition: 'PT-Internal', label: 'Assistant of the board', pickup: true },
  { index: '3', destination: 'alice@example.com', label: 'Alice', pickup: false },
  { index: '5', destination: '0102', label: 'Free', pickup: false },
];

type Problem = Readonly<Record<'code' | 'reason' | 'detail', string>> & {
  readonly present?: unknown;
  readonly difference?: readonly { readonly index: string }[];
};

async function serviceBefore(
  contrary: WriteContraryName | undefined,
  environment: Record<string, string> = {},
  atEnd: TestContext['onTestFinished'] = onTestFinished,
) {
  const simulator = await startSimulator({ strictRequests: true, ...(contrary && { contrary }) });
  atEnd(() => simulator.close());
  const service = await startTestService({
    ...environmentFor(simulator),
    ...{ AXL_VERSION: '14.0', CONSOLE: 'off', AXL_TIMEOUT_MS: '5000', REQUEST_DEADLINE_MS: '8000' },
    ...environment,
  });
  atEnd(() => service.stop('test'));
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: authorization(), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    service,
    simulator,
    send,
    set: async (entries: readonly object[] = list, of = `phone=${phone}`) => {
      const path = entries === lamps ? 'busylampfields' : 'speeddials';
      const { status, body } = await ask(`${service.url}/${path}?${of}`, entries as readonly SpeedDial[]);
      return { status, problem: (status === 200 ? {} : JSON.parse(body)) as Problem };
    },
    read: async (of = 'speeddials') => (await send('GET', `/${of}?phone=${phone}`)).json(),
    gets: () => service.observations.filter((one) => one.kind === 'axl-call' && one.operation === 'getPhone').length,
  };
}

interface Answered {
  readonly status: 200 | 502 | 504;
  readonly reason?: string;
  /** The entries that differ. */
  readonly differs?: readonly string[];
  /** True if every later write is refused. */
  readonly stops?: boolean;
  /** True if busy lamp fields are set. */
  readonly ofLamps?: boolean;
}

const rows: Readonly<Record<WriteContraryName, Answered>> = {
  'labels lose letters': {
    ...{ status: 502, differs: ['4'] },
    reason: 'the call manager lost the letters outside ASCII of the label at index 4',
  },
  'gaps are closed': {
    ...{ status: 502, differs: ['3', '4', '7'] },
    reason: 'the call manager closed the gap at 3',
  },
  'empty labels are filled': {
    ...{ status: 502, differs: ['2'] },
    reason: 'the call manager filled the empty label at index 2',
  },
  'only 3 entries are kept': {
    ...{ status: 502, differs: ['7'] },
    reason: 'the call manager kept only the first 3 of 4 entries',
  },
  'labels lose white space': { status: 200 },
  'an update sets nothing': { status: 504 },
  'an update is a fault, and is carried out': { status: 200 },
  'labels of lamps are cut': {
    ...{ status: 502, differs: ['1'], ofLamps: true },
    reason: 'the call manager cut the label at index 1 to 10 characters',
  },
  'lamps change places': {
    ...{ status: 502, differs: ['1', '3', '5'], ofLamps: true },
    reason: 'the call manager changed the order of the entries',
  },
  'addresses of lamps lose their domain': {
    ...{ status: 502, differs: ['3'], ofLamps: true },
    reason: 'the call manager lost the domain of the destination at index 3',
  },
  'lamps lose their pickup': {
    ...{ status: 502, differs: ['1'], ofLamps: true },
    reason: 'the call manager lost the pickup at index 1',
  },
  'the publisher lags': { status: 200 },
  'the publisher lags long': { status: 504 },
  'the other list is cleared': {
    ...{ status: 502, differs: [], stops: true },
    reason: 'the call manager removed the busy lamp fields',
  },
  'lines are lost': { ...{ status: 502, differs: [], stops: true }, reason: 'the call manager removed the lines' },
  'labels of lines are lost': {
    ...{ status: 502, differs: [], stops: true },
    reason: 'the call manager emptied the labels of the lines',
  },
  'someone else changes the other list once': { status: 200 },
};

describe('a write before a call manager where', () => {
  it.concurrent.for(Object.keys(writeContraries) as WriteContraryName[])(
    '%s',
    async (contrary, { expect, onTestFinished: atEnd }) => {
      const { status, reason, differs, stops = false, ofLamps = false } = rows[contrary];
      const { set, read } = await serviceBefore(contrary, {}, atEnd);
      const answer = await set(ofLamps ? lamps : list);
      expect([answer.status, answer.problem.reason]).toEqual([status, reason]);
      if (status === 502) {
        expect(answer.problem.code).toBe('stored-otherwise');
        expect(answer.problem.difference?.map(({ index }) => index)).toEqual(differs);
        expect(answer.problem.present).toEqual(await read(ofLamps ? 'busylampfields' : 'speeddials'));
      }
      if (status === 504) expect(answer.problem.code).toBe('outcome-unknown');
      if (stops) expect((await set([])).problem.code).toBe('writing-stopped');
    },
  );

  it('a profile loses its lines', async () => {
    const { set } = await serviceBefore('lines are lost');
    const { status, problem } = await set(list, 'profile=UDP_SHIFT1');
    expect([status, problem.reason]).toEqual([502, 'the call manager removed the lines']);
  });
});

it('costs one read more, from the second write on', async () => {
  const { set, gets } = await serviceBefore(undefined);
  expect((await set()).status).toBe(200);
  expect(gets()).toBe(2);
  expect((await set([])).status).toBe(200);
  expect(gets()).toBe(3);
});

it('is not looked at with AXL_VERIFY_WRITES=off', async () => {
  const { set, gets } = await serviceBefore('labels lose letters', { AXL_VERIFY_WRITES: 'off' });
  expect((await set()).status).toBe(200);
  expect(gets()).toBe(0);
});

it('has the list that was set in the history, and undo restores the list before it', async () => {
  const { set, send, read } = await serviceBefore('gaps are closed', {
    DATABASE_URL: `sqlite:${temporaryFolder()}/history.db`,
  });
  await set(list.slice(0, 1));
  const before = await read();
  expect((await set()).status).toBe(502);
  const [change] = (await (await send('GET', '/changes')).json()) as { id: string; lists: unknown[] }[];
  const after = await read();
  expect(change?.lists).toMatchObject([{ state: 'stored-otherwise', before, after, undoable: true }]);
  const undone = await send('POST', `/changes/${String(change?.id)}/undo`);
  expect(undone.status).toBe(200);
  expect(await read()).toEqual(before);
});

it('says that writing is stopped, and resumes it by a user or by SIGHUP', async () => {
  const { service, set, send } = await serviceBefore('the other list is cleared');
  const ready = async () => (await (await fetch(`${service.adminUrl}/ready`)).json()) as Record<string, unknown>;
  const gauge = async () =>
    /^axl_phone_proxy_writing_stopped (\d)$/m.exec(await (await fetch(`${service.adminUrl}/metrics`)).text())?.[1];
  const stopped = { device: `the phone ${phone}`, reason: 'the call manager removed the busy lamp fields' };
  expect(await (await send('POST', '/writing/resume')).json()).toEqual({ resumed: false });
  await set();
  expect(await ready()).toMatchObject({ status: 'ready', writing: { code: 'writing-stopped', ...stopped } });
  expect(await (await send('GET', '/status')).json()).toMatchObject({ writingStopped: stopped });
  expect(await gauge()).toBe('1');
  expect(service.observations.filter(({ kind }) => kind === 'writing-stopped')).toHaveLength(1);
  expect(await (await send('POST', '/writing/resume')).json()).toEqual({ resumed: true });
  expect(await ready()).not.toHaveProperty('writing');
  expect(await gauge()).toBe('0');
  // Its busy lamp fields are gone already, so a write destroys nothing more.
  expect((await set([])).status).toBe(200);
  expect((await set(list, 'phone=SEP00A1B2C30002')).status).toBe(502);
  await service.reload();
  expect((await set()).status).toBe(200);
});

describe('with a database, writing that was stopped', () => {
  const at = () => ({ DATABASE_URL: `sqlite:${temporaryFolder()}/history.db` });

  it('stays stopped after a restart', async () => {
    const database = at();
    const { service, simulator, set } = await serviceBefore('the other list is cleared', database);
    expect((await set()).status).toBe(502);
    await service.stop('restart');
    const again = await startTestService({ ...environmentFor(simulator), ...database, CONSOLE: 'off' });
    onTestFinished(() => again.stop('test'));
    const metrics = await (await fetch(`${again.adminUrl}/metrics`)).text();
    expect(metrics).toContain('axl_phone_proxy_writing_stopped 1\n');
    const write = () => ask(`${again.url}/speeddials?phone=${phone}`, []);
    expect(JSON.parse((await write()).body)).toMatchObject({ code: 'writing-stopped' });
    await again.reload();
    expect((await write()).status).toBe(200);
  });

  it('keeps a change waiting, which says so, and goes on when it is resumed', async () => {
    const { service, set, send } = await serviceBefore('the other list is cleared', at());
    await set();
    const asked = {
      lists: [{ device: phone, kind: 'speeddial', entries: [{ index: '9', dirn: '0100', label: 'Ann' }] }],
      apply: true,
    };
    type Shown = Readonly<Record<'id' | 'state' | 'waitsFor', string>>;
    const { id } = (await (await send('POST', '/changes', asked)).json()) as Shown;
    const shown = async () => (await (await send('GET', `/changes/${id}`)).json()) as Shown;
    const why = `All writing is stopped: after a write to the phone ${phone}, the call manager removed the busy lamp fields.`;
    await expect.poll(shown).toMatchObject({ state: 'running', waitsFor: why });
    const sent = service.observations.filter(({ kind }) => kind === 'write').length;
    expect(await (await send('POST', '/writing/resume')).json()).toEqual({ resumed: true });
    await expect.poll(shown, { timeout: 5_000 }).toMatchObject({ state: 'done', waitsFor: null });
    // While it waited, it tried nothing.
    expect(service.observations.filter(({ kind }) => kind === 'write')).toHaveLength(sent + 1);
  });
});
