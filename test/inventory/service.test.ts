import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, findingKinds, type PhoneProxyClient } from '../../src/client/index.js';
import { caller } from '../support/caller.js';
import { environmentFor, startTestService } from '../support/test-service.js';
import { simulator, useSimulator } from '../support/use-simulator.js';

useSimulator();

/** Starts the service with a history in a file, and a client for it. */
async function serviceWith(settings: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
  const historyFile = path.join(folder, 'history');
  const environment = { ...environmentFor(simulator), DATABASE_URL: `sqlite:${historyFile}`, ...settings };
  const service = await startTestService(environment);
  onTestFinished(async () => {
    await service.stop('the end of the test');
    rmSync(folder, { recursive: true });
  });
  const client = createClient({ baseUrl: service.url, username: caller.name, password: caller.password });
  return { client, historyFile, service };
}

const on = { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' };

/** The counts in the inventory are those of the findings that are listed. @returns how many there are */
async function counted(client: PhoneProxyClient): Promise<number> {
  const { findings } = await client.listFindings({ limit: 500 });
  const ofKind = (kind: string) => findings.filter((finding) => finding.kind === kind).length;
  const counts = Object.fromEntries(findingKinds.map((kind) => [kind, ofKind(kind)]));
  expect((await client.readInventory()).findings).toEqual(counts);
  expect(await client.readStatus()).not.toHaveProperty('inventory.findings');
  return findings.length;
}

function whole(client: PhoneProxyClient) {
  return expect
    .poll(async () => (await client.readInventory()).state, { timeout: 120_000, interval: 200 })
    .toBe('whole');
}

describe('a service with an inventory', { timeout: 300_000 }, () => {
  it('reads the cluster, shows what is wrong, and shows nothing about a list that it has set since', async () => {
    const { client, historyFile, service } = await serviceWith({ ...on, ADMIN_PORT: '0' });
    await whole(client);
    const { state, asOf, buttons } = await client.readInventory();
    const shown = { state, asOf, buttons };
    expect((await client.readStatus()).inventory).toMatchObject(shown);
    const ready = await fetch(`${service.adminUrl}/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', inventory: shown }]);
    expect(existsSync(`${historyFile}-inventory`)).toBe(true);
    const first = await client.readInventory();
    expect(first).toMatchObject({ reason: null, buttons: 266 });

    const page = await client.listFindings({ limit: 1 });
    expect(page.findings).toHaveLength(1);
    const all = await client.listFindings({ limit: 500 });
    expect(await counted(client)).toBe(all.findings.length);
    const rest = await client.listFindings({ limit: 500, after: page.next });
    expect([...page.findings, ...rest.findings]).toEqual(all.findings);

    // A dismissed finding is listed separately, over sweeps and restarts, until it is restored.
    const [dismissed] = all.findings;
    if (!dismissed) throw new Error('the demo has findings');
    const { dismissal } = await client.dismissFinding(dismissed.id, 'It is right so.');
    expect(dismissal).toMatchObject({ reason: 'It is right so.', user: caller.name });
    expect((await client.listFindings({ dismissed: true })).findings).toEqual([{ ...dismissed, dismissal }]);
    expect((await client.listFindings({ limit: 500 })).findings).toEqual(all.findings.slice(1));
    expect(await counted(client)).toBe(all.findings.length - 1);
    await client.sweepInventory();
    await expect.poll(async () => (await client.readInventory()).asOf, { timeout: 120_000 }).not.toBe(first.asOf);
    expect((await client.listFindings({ dismissed: true })).findings).toEqual([{ ...dismissed, dismissal }]);
    expect(await client.takeDismissalBack(dismissed.id)).toEqual({ id: dismissed.id, dismissal: null });
    expect((await client.listFindings({ limit: 500 })).findings).toEqual(all.findings);
    await client.takeDismissalBack(dismissed.id);
    const nothing = [client.dismissFinding('none', 'so'), client.takeDismissalBack('none')];
    for (const refused of nothing) await expect(refused).rejects.toMatchObject({ code: 'finding-not-found' });
    const second = await client.readInventory();

    const wrong = all.findings.find(({ list, deviceKind }) => list === 'busylampfield' && deviceKind === 'phone');
    if (!wrong) throw new Error('the demo has a wrong lamp');
    const of = { of: wrong.device };
    expect((await client.listFindings(of)).findings).toContainEqual(wrong);
    await client.removeBusyLampField(wrong.device, wrong.index);
    const ofList = async () => (await client.listFindings(of)).findings.filter(({ list }) => list === wrong.list);
    expect(await ofList()).toEqual([]);
    await counted(client);

    await client.sweepInventory();
    await expect.poll(async () => (await client.readInventory()).asOf, { timeout: 120_000 }).not.toBe(second.asOf);
    expect((await ofList()).map(({ id }) => id)).not.toContain(wrong.id);
    expect((await client.readInventory()).buttons).toBe(265);
  });

  it('keeps its contents over a restart, and ends at once in the middle of a sweep', async () => {
    const { client, service, historyFile } = await serviceWith({ ...on, INVENTORY_PAGES_PER_MINUTE: '1' });
    await expect.poll(() => service.observations.some(({ kind }) => kind === 'inventory-page')).toBe(true);
    expect(await client.readInventory()).toMatchObject({ state: 'filling', asOf: null, findings: null });
    await expect(client.listFindings()).rejects.toMatchObject({ code: 'inventory-incomplete' });
    const started = performance.now();
    await service.stop('a test');
    // One page a minute: a stop does not wait for the next one.
    expect(performance.now() - started).toBeLessThan(30_000);

    const again = { ...environmentFor(simulator), DATABASE_URL: `sqlite:${historyFile}`, ...on };
    const second = await startTestService(again);
    const reader = createClient({ baseUrl: second.url, username: caller.name, password: caller.password });
    await whole(reader);
    const { asOf } = await reader.readInventory();
    await second.stop('a test');
    const third = await startTestService(again);
    onTestFinished(() => third.stop('the end of the test'));
    const last = createClient({ baseUrl: third.url, username: caller.name, password: caller.password });
    expect((await last.readInventory()).asOf).toBe(asOf);
  });

  it('knows labels that were replaced before there was an inventory', async () => {
    const { client, historyFile, service } = await serviceWith({});
    const before = await client.readSpeedDials('SEP00A1B2C30003');
    const [first] = before.entries;
    if (!first) throw new Error('the phone has speed dials');
    const label = 'Who was here before';
    await client.replaceSpeedDials('SEP00A1B2C30004', [{ ...first, label: label.toUpperCase() }]);
    await client.replaceSpeedDials('SEP00A1B2C30003', [{ ...first, label }]);
    await client.replaceSpeedDials('SEP00A1B2C30003', [{ ...first, label: 'Somebody' }]);
    await service.stop('a test');
    const environment = { ...environmentFor(simulator), DATABASE_URL: `sqlite:${historyFile}`, ...on };
    const second = await startTestService(environment);
    onTestFinished(() => second.stop('the end of the test'));
    const reader = createClient({ baseUrl: second.url, username: caller.name, password: caller.password });
    await whole(reader);
    const { findings } = await reader.listFindings({ kind: 'old-name', of: 'SEP00A1B2C30004' });
    expect(findings).toMatchObject([{ dirn: first.dirn, label: label.toUpperCase() }]);
  });

  it('has no inventory and no file for it if it is off', async () => {
    const { client, historyFile } = await serviceWith({});
    await expect(client.readInventory()).rejects.toMatchObject({ code: 'inventory-off' });
    await expect(client.sweepInventory()).rejects.toMatchObject({ code: 'inventory-off' });
    await expect(client.listFindings()).rejects.toMatchObject({ code: 'inventory-off' });
    expect(existsSync(`${historyFile}-inventory`)).toBe(false);
  });
});
