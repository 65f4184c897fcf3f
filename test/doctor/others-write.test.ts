import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { restore } from '../../src/doctor/writing/restore.js';
import { savedName } from '../../src/doctor/writing/saved-lists.js';
import type { DeviceName } from '../../src/domain/identifiers.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { call } from '../support/axl-caller.js';
import { temporaryFolder } from '../support/files.js';
import { startHoldingProxy } from '../support/holding-proxy.js';
import { examined, probesNamed, visitOptions } from './examining.js';

const name = 'SEP00A1B2C30003' as DeviceName;
const other = 'SEP00A1B2C30001';
const device = { kind: 'phone', name } as const;
const probes = probesNamed('write-same', 'lamp-destination', 'write-name-case');

const dial = '<speeddial><dirn>0777</dirn><label>Administrator</label><index>6</index></speeddial>';

/** A busy machine does not end a trial. */
const patient = { AXL_TIMEOUT_MS: '60000', REQUEST_DEADLINE_MS: '60000', SHUTDOWN_GRACE_MS: '60000' };

/** What someone else does, and the operation of AXL. */
const deeds = {
  edit: [`<name>${name}</name><speeddials>${dial}</speeddials>`],
  move: [`<name>${name}</name><newName>SEPFFFFFFFFFFFF</newName>`, `<name>${other}</name><newName>${name}</newName>`],
} as const;

/** Runs trials in which someone else does something right before a request of the doctor. */
async function disturbed(deed: keyof typeof deeds) {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const run = { at: 0, operations: [] as string[] };
  const proxy = await startHoldingProxy(simulator.url, async (body) => {
    run.operations.push(/<xsd1:(\w+)/.exec(body)?.[1] ?? '');
    if (run.operations.length !== run.at) return;
    for (const content of deeds[deed]) await call(simulator, 'updatePhone', content);
  });
  onTestFinished(() => {
    proxy.close();
  });
  const before = simulator.state();
  /** @param at the number of the request of the doctor, from 1 */
  const trial = async (at: number) => {
    simulator.reset();
    Object.assign(run, { at, operations: [] });
    const folder = temporaryFolder();
    const asked = examined([proxy.url], { probes, writing: { device, mayHaveLines: true, folder } }, patient);
    await asked.catch((thrown: unknown) => thrown);
    const phones = new Map(simulator.state().map((phone) => [phone.uuid, phone]));
    return { folder, operations: run.operations, phones, state: () => simulator.state() };
  };
  // What the doctor does next depends on the last operation and on this one, in the trial and when it restores: so each
  // pair of operations is disturbed where it comes first, and where it comes last.
  const { operations } = await trial(0);
  const steps = new Map<string, number>();
  for (const [place, operation] of operations.entries()) {
    const pair = `${operations[place - 1] ?? ''} ${operation}`;
    if (!steps.has(`first ${pair}`)) steps.set(`first ${pair}`, place + 1);
    steps.set(`last ${pair}`, place + 1);
  }
  return { before, trial, steps: [...new Set(steps.values())], url: proxy.url };
}

const listsOf = (phone: { speedDials: unknown; busyLampFields: unknown } | undefined) => [
  phone?.speedDials,
  phone?.busyLampFields,
];

describe('a trial while someone else writes', () => {
  it('never writes to another phone that has the name now, after any operation', async () => {
    const { before, trial, steps } = await disturbed('move');
    const both = before.filter((phone) => phone.name === name || phone.name === other);
    for (const at of steps) {
      const { phones } = await trial(at);
      for (const phone of both) {
        expect(listsOf(phones.get(phone.uuid)), `${phone.name} at ${at}`).toEqual(listsOf(phone));
      }
    }
    expect(steps.length).toBeGreaterThan(10);
  }, 120_000);

  it('keeps the list that someone else sets, after any operation', async () => {
    const { before, trial, steps, url } = await disturbed('edit');
    const uuid = before.find((phone) => phone.name === name)?.uuid ?? '';
    let kept = 0;
    for (const at of steps) {
      const { phones, operations, folder, state } = await trial(at);
      // An update that comes after the edit replaces the list, as the update of any other client. Some trials are shorter.
      if ([undefined, 'updatePhone'].includes(operations[at - 1])) continue;
      expect(labelsOf(phones.get(uuid)), `at ${at}`).toEqual(['Administrator']);
      for (const file of readdirSync(folder)) {
        expect(file).toBe(savedName(device));
        expect((await restore(`${folder}/${file}`, visitOptions([url]))).words).toContain('You can delete');
        expect(labelsOf(state().find((phone) => phone.uuid === uuid))).toEqual(['Administrator']);
      }
      kept += 1;
    }
    expect(kept).toBeGreaterThan(5);
  }, 120_000);
});

function labelsOf(phone: { speedDials: readonly { label: string }[] } | undefined): string[] {
  return (phone?.speedDials ?? []).map(({ label }) => label);
}
