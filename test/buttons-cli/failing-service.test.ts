import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { FaultyProxy, ProxyFault } from '../support/faulty-proxy.js';
import { runButtons } from '../support/button-command.js';
import { relabelled } from './office.js';
import { now, office, officeClient, useOffice } from './use-office.js';

useOffice();

const relabel = ['relabel', '7000', 'New', ...now];
/** A request that meets no fault. */
const fine: ProxyFault = { passedOn: true };
const down = { status: 429, headers: { 'retry-after': '0' }, passedOn: false } as const;

const faults: readonly (readonly [string, ProxyFault])[] = [
  ['answers 503', { status: 503, passedOn: false }],
  ['answers 503 when it is done', { status: 503, passedOn: true }],
  ['answers 429', { status: 429, headers: { 'retry-after': '1' }, passedOn: false }],
  ['answers 504', { status: 504, passedOn: false }],
  ['answers 504 when it is done', { status: 504, passedOn: true }],
  ['hangs up', { hangUp: true, passedOn: false }],
  ['hangs up when it is done', { hangUp: true, passedOn: true }],
];

/** The requests of the command that have an effect: it asks for a draft, and begins it. */
const places: readonly (readonly [string, readonly ProxyFault[]])[] = [
  ['asked for the change', []],
  ['asked to begin it', [fine]],
];

describe.each(places)('the command, if something in front of the service fails when it is %s', (_, before) => {
  it.each(faults)('and %s, changes everything all the same, once', async (__, fault) => {
    const { simulator, command: buttons, proxy } = office;
    const was = simulator.state();
    proxy.faults.push(...before, fault, fault);
    const { code, stdout } = await buttons(...relabel);
    expect([code, stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    expect(simulator.state()).toEqual(relabelled(was, 'New'));
    const { changes } = await officeClient().listChanges();
    expect(changes.map(({ state }) => state)).toEqual(['done']);
  });
});

describe.each([200, 404] as const)('the command, if something answers %i with a page of its own', (status) => {
  it('when it is asked for the change, ends, and has changed nothing', async () => {
    const { simulator, command: buttons, proxy } = office;
    const before = simulator.state();
    for (const passedOn of [false, true]) {
      proxy.faults.push({ status, passedOn });
      const { code, stderr } = await buttons(...relabel);
      expect([code, stderr]).toEqual([1, expect.stringContaining('Something other than this service answered')]);
    }
    expect([proxy.changes, simulator.state()]).toEqual([[], before]);
  });

  it('when it has begun, reads that, and follows it', async () => {
    const { simulator, command: buttons, proxy } = office;
    const before = simulator.state();
    proxy.faults.push(fine, { status, passedOn: true });
    const { code, stdout } = await buttons(...relabel);
    expect([code, stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    expect(simulator.state()).toEqual(relabelled(before, 'New'));
  });

  it('when it has not begun, says how to look, and begins it on request', async () => {
    const { simulator, command: buttons, proxy } = office;
    const before = simulator.state();
    proxy.faults.push(fine, { status, passedOn: false });
    const { code, stderr } = await buttons(...relabel);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/Something other .*: axl-phone-proxy buttons show 1$/m)]);
    expect(simulator.state()).toEqual(before);
    expect((await buttons('apply', '1', ...now)).code).toBe(0);
    expect(simulator.state()).toEqual(relabelled(before, 'New'));
  });
});

describe('the command, if something in front of the service keeps failing', () => {
  const refuse = (proxy: FaultyProxy, ...before: readonly ProxyFault[]): void => {
    proxy.faults.push(...before, ...Array.from({ length: 400 }, () => down));
  };

  it('ends, says why, and has changed nothing', async () => {
    const { simulator, command: buttons, proxy } = office;
    const before = simulator.state();
    for (const earlier of [[], [fine]]) {
      refuse(proxy, ...earlier);
      const { code, stderr } = await buttons(...relabel);
      expect([code, stderr.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching(/HTTP 429/)]);
      expect(stderr).not.toContain('goes on in the service');
      proxy.faults.length = 0;
    }
    expect(simulator.state()).toEqual(before);
    expect((await buttons(...relabel)).code).toBe(0);
    expect(simulator.state()).toEqual(relabelled(before, 'New'));
  });

  it('says that the change goes on, if it can only not be followed', async () => {
    const { simulator, command: buttons, proxy } = office;
    const before = simulator.state();
    proxy.onRequest = (line) => {
      if (line.endsWith('/application')) proxy.away = /^GET /;
    };
    const { code, stderr } = await buttons(...relabel);
    proxy.away = undefined;
    proxy.onRequest = undefined;
    expect([code, stderr]).toEqual([1, expect.stringContaining('Change 1 goes on in the service.')]);
    await expect.poll(async () => (await officeClient().readChange('1')).change.state).toBe('done');
    expect(simulator.state()).toEqual(relabelled(before, 'New'));
  });
});

describe('Ctrl-C', () => {
  it('before the change is begun leaves nothing behind', async () => {
    const { simulator, proxy, environment, folder } = office;
    const before = simulator.state();
    let signals = new EventEmitter();
    proxy.onRequest = (line) => {
      if (line === 'POST /changes') signals.emit('SIGINT');
    };
    const ended = await runButtons(relabel, { env: environment, cwd: folder, onStart: (taken) => (signals = taken) });
    proxy.onRequest = undefined;
    expect([ended.code, ended.stderr]).toEqual([130, expect.stringContaining('nothing was changed')]);
    expect([proxy.changes, simulator.state()]).toEqual([[], before]);
  });

  it('while the change runs ends the watching alone', async () => {
    const { simulator, begin, command: buttons, proxy } = office;
    const before = simulator.state();
    simulator.misbehave({ kind: '503', operation: 'updatePhone', times: 2, retryAfter: '1' });
    const run = begin(...relabel);
    await new Promise<void>((resolve) => {
      proxy.onRequest = (line) => {
        if (line.includes('wait=')) resolve();
      };
    });
    run.kill('SIGINT');
    const { code, stderr } = await run.ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining('Change 1 goes on in the service.')]);
    expect(stderr).toContain('To look at it: axl-phone-proxy buttons show 1');
    expect(stderr).toContain('To stop it: axl-phone-proxy buttons stop 1');
    // It only follows a change that runs already.
    expect((await buttons('apply', '1', ...now)).output).toMatch(/16 lists: 16 changed|it is done/);
    await expect.poll(async () => (await officeClient().readChange('1')).change.state).toBe('done');
    expect(simulator.state()).toEqual(relabelled(before, 'New'));
  });

  it('is no end of the change: stop is, and apply lets it go on', async () => {
    const { simulator, command: buttons } = office;
    const before = simulator.state();
    simulator.misbehave({ kind: '503', operation: 'updatePhone', times: 2, retryAfter: '2' });
    expect((await buttons('relabel', '7000', 'New', '--propose')).code).toBe(0);
    await officeClient().applyChange('1');
    const stopped = await buttons('stop', '1');
    expect([stopped.code, stopped.stderr]).toEqual([
      0,
      expect.stringContaining('To continue: axl-phone-proxy buttons apply 1'),
    ]);
    await expect.poll(async () => (await officeClient().readChange('1')).change.state).toBe('stopped');
    const { counts } = (await officeClient().readChange('1')).change;
    expect(counts.changed ?? 0).toBeLessThan(16);
    const { code, stdout } = await buttons('apply', '1', ...now);
    expect([code, stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    expect(simulator.state()).toEqual(relabelled(before, 'New'));
  });
});
