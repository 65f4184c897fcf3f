import { describe, expect, it } from 'vitest';
import { newestRelease } from '../../src/axl/soap/releases.js';
import { connect, startFake } from '../support/axl-backend.js';
import { rowsOfPhone } from '../support/sql-rows.js';

const dial = { index: '1', dirn: '0100', label: 'Reception' };

describe('AXL_VERSION=auto', () => {
  it('finds the release with one refused try, logs in once, and keeps the release', async () => {
    const fake = await startFake();
    fake.accepts = ['11.0', '11.5', '12.0', '12.5'];
    const side = await connect(fake.url());
    await side.find('0100');
    await side.find('0100');
    expect(fake.story).toEqual([
      `getCCMVersion ${newestRelease} login 599`,
      'getCCMVersion 12.5 cookie 200',
      'listLine 12.5 cookie 200',
      'listLine 12.5 cookie 200',
    ]);
    const found = side.observations.filter(({ kind }) => kind === 'release');
    expect(found).toEqual([expect.objectContaining({ release: '12.5', version: '12.5.1.10000-1' })]);
  });

  it('asks once for ten callers at the same moment', async () => {
    const fake = await startFake({ latencyMs: 20 });
    fake.accepts = ['14.0'];
    const side = await connect(fake.url(), { AXL_MAX_CONCURRENCY: '10' });
    await Promise.all(Array.from({ length: 10 }, (_, place) => side.find(`200${place}`)));
    expect(fake.story.filter((line) => line.startsWith('getCCMVersion'))).toHaveLength(2);
    expect(fake.story.filter((line) => line.includes('login'))).toHaveLength(1);
    expect(fake.exchanges).toHaveLength(12);
  });

  it('never asks with a write, even if the first request is one', async () => {
    const fake = await startFake();
    fake.accepts = ['10.5'];
    const side = await connect(fake.url());
    await side.replace('SEP00A1B2C30001', [dial]);
    expect(fake.story.filter((line) => line.startsWith('updatePhone'))).toEqual(['updatePhone 10.5 cookie 200']);
    expect(fake.story.filter((line) => line.endsWith('599'))).toEqual([`getCCMVersion ${newestRelease} login 599`]);
  });

  it.each(['find', 'replace'] as const)('%s: survives an upgrade while it runs, with one more try', async (what) => {
    const fake = await startFake();
    fake.accepts = ['11.0', '11.5'];
    const side = await connect(fake.url());
    const go = () => (what === 'find' ? side.find('0100') : side.replace('SEP00A1B2C30001', [dial]));
    const operation = what === 'find' ? 'listLine' : 'updatePhone';
    await go();
    fake.accepts = ['12.0', '12.5', '14.0'];
    fake.exchanges.splice(0);
    await go();
    expect(fake.story).toEqual([
      `${operation} 11.5 cookie 599`,
      `getCCMVersion ${newestRelease} cookie 599`,
      'getCCMVersion 14.0 cookie 200',
      `${operation} 14.0 cookie 200`,
    ]);
    expect(side.observations.filter(({ kind }) => kind === 'release')).toHaveLength(2);
  });

  it('asks once more if many callers notice the upgrade at the same moment', async () => {
    const fake = await startFake({ latencyMs: 20 });
    fake.accepts = ['12.5'];
    const side = await connect(fake.url(), { AXL_MAX_CONCURRENCY: '10' });
    await side.find('0100');
    fake.accepts = [newestRelease];
    fake.exchanges.splice(0);
    await Promise.all(Array.from({ length: 10 }, (_, place) => side.find(`200${place}`)));
    expect(fake.story.filter((line) => line.startsWith('getCCMVersion'))).toEqual([
      `getCCMVersion ${newestRelease} cookie 200`,
    ]);
    expect(fake.story.filter((line) => line.endsWith('599'))).toHaveLength(10);
    expect(fake.exchanges).toHaveLength(21);
  });

  it('says that a write was not carried out if the release is always refused', async () => {
    const fake = await startFake();
    const side = await connect(fake.url());
    await side.version();
    fake.accepts = ['6.0', '7.1'];
    await expect(side.replace('SEP00A1B2C30001', [dial])).rejects.toMatchObject({
      code: 'axl-version-unsupported',
      message: expect.stringContaining('6.0, 7.1') as unknown,
      facts: { effect: 'none' },
    });
  });

  it('says that a write was not carried out if the release could not be requested', async () => {
    const fake = await startFake({ latencyMs: 60_000 });
    const side = await connect(fake.url(), { AXL_TIMEOUT_MS: '100' });
    await expect(side.replace('SEP00A1B2C30001', [dial])).rejects.toMatchObject({
      code: 'call-manager-timeout',
      facts: { effect: 'none' },
    });
    expect(fake.exchanges.every(({ operation }) => operation === 'getCCMVersion')).toBe(true);
  });

  it('does not ask if the release is configured, and does not change it', async () => {
    const fake = await startFake();
    fake.accepts = ['14.0'];
    const side = await connect(fake.url(), { AXL_VERSION: '12.5' });
    await expect(side.find('0100')).rejects.toMatchObject({ code: 'axl-version-unsupported' });
    expect(fake.story).toEqual(['listLine 12.5 login 599']);
  });
});

describe('a call manager before 10.0', () => {
  it('is looked up by SQL by default', async () => {
    const rows = rowsOfPhone({
      ...{ uuid: '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9', name: 'SEP1' },
      ...{ dirns: ['0100'], speeddials: [] },
    });
    const fake = await startFake({ answers: { executeSQLQuery: () => rows } });
    fake.accepts = ['8.0', '8.5'];
    const side = await connect(fake.url());
    expect(await side.find('0100')).toMatchObject([{ name: 'SEP1', dirns: ['0100'] }]);
    expect(fake.story).toEqual([
      `getCCMVersion ${newestRelease} login 599`,
      'getCCMVersion 8.5 cookie 200',
      'executeSQLQuery 8.5 cookie 200',
    ]);
  });

  it('says what to do if AXL_LOOKUP is lines', async () => {
    const fake = await startFake();
    fake.accepts = ['8.5'];
    const side = await connect(fake.url(), { AXL_LOOKUP: 'lines' });
    await expect(side.find('0100')).rejects.toMatchObject({
      code: 'axl-version-unsupported',
      message: expect.stringContaining('AXL_LOOKUP=sql') as unknown,
    });
    expect(fake.story.at(-1)).toBe('getCCMVersion 8.5 cookie 200');
  });
});
