import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { assumptions } from '../../src/doctor/assumptions.js';
import type { Examination } from '../../src/doctor/examine.js';
import type { DeviceName } from '../../src/domain/identifiers.js';
import { elementOf, type XmlElement } from '../../src/axl/soap/xml.js';
import { openVisit } from '../../src/doctor/visit.js';
import { restore } from '../../src/doctor/writing/restore.js';
import { readByName, spelled } from '../../src/doctor/writing/device.js';
import { readSaved, SavedFile, savedName } from '../../src/doctor/writing/saved-lists.js';
import { NotForTrial, Trial } from '../../src/doctor/writing/trial.js';
import {
  type MisbehaviourRule,
  type RunningSimulator,
  startSimulator,
  type SimulatorOptions,
} from '../../src/simulator/simulator.js';
import { temporaryFolder } from '../support/files.js';
import { examined, namesOf, visitOptions } from './examining.js';

const name = 'SEP00A1B2C30003' as DeviceName;
const device = { kind: 'phone', name } as const;
const writing = assumptions.filter(({ occasion }) => occasion === 'writing');

/** The functions of a simulator that the tests need, separate from it. */
function told(simulator: RunningSimulator) {
  const { url, urls } = simulator;
  return {
    url,
    urls,
    state: () => simulator.state(),
    updates: () => simulator.updates(),
    stats: () => simulator.stats(),
    misbehave: (rule: MisbehaviourRule) => {
      simulator.misbehave(rule);
    },
  };
}

async function simulated(options: SimulatorOptions = {}) {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  const ofPhone = () => simulator.state().find((phone) => phone.name === name);
  return { ...told(simulator), ofPhone, folder: temporaryFolder() };
}

const writingTo = (folder: string): Partial<Examination> => ({
  probes: writing,
  writing: { device, mayHaveLines: true, folder },
});

describe('a visit that writes', () => {
  it('writes only to the named phone, and leaves it as it was', async () => {
    const { urls, state, updates, folder } = await simulated({ subscribers: 1, replicationLagMs: 60 });
    const before = state();
    const result = await examined(urls, writingTo(folder));
    expect(namesOf(result, 'differs')).toEqual([]);
    expect(namesOf(result, 'failed')).toEqual([]);
    expect(result.report.results).toHaveLength(writing.length + 1);
    expect(result.restoreResult).toMatchObject({ isDone: true });
    expect(new Set(updates().map((update) => update.device))).toEqual(new Set([name]));
    expect(updates().length).toBeGreaterThan(40);
    expect(state()).toEqual(before);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes in a release whose lamps always have a number', async () => {
    const { urls, state, folder } = await simulated({ release: '10.5' });
    const before = state();
    const result = await examined(urls, writingTo(folder));
    expect(result.restoreResult).toMatchObject({ isDone: true });
    expect([...namesOf(result, 'failed'), ...namesOf(result, 'differs')]).toEqual([]);
    expect(state()).toEqual(before);
  });

  it('saves the old lists before it writes, readable only by their owner', async () => {
    const { url, updates, folder } = await simulated();
    const visit = await openVisit(visitOptions([url]));
    onTestFinished(() => visit.close());
    const trial = await Trial.begin(visit, { device, mayHaveLines: true, folder });
    const file = path.join(folder, savedName(device));
    expect(updates()).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await readSaved(file)).before.speeddials).toHaveLength(4);
    await trial.end();
  });

  it('restores after an interrupt at any time', async () => {
    for (const row of ['label-quotes', 'index-twice', 'lamp-pickup', 'write-apply']) {
      const { urls, ofPhone, folder } = await simulated({ subscribers: 1 });
      const before = ofPhone();
      const stop = new AbortController();
      const result = await examined(urls, {
        ...writingTo(folder),
        stopped: stop.signal,
        began: (probe) => {
          if (probe.name === row)
            setTimeout(() => {
              stop.abort();
            }, 15);
        },
      });
      expect(result.restoreResult).toMatchObject({ isDone: true });
      expect(ofPhone()).toEqual(before);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('restores after errors in between, and after lost answers', async () => {
    const { urls, ofPhone, folder, misbehave } = await simulated({
      misbehaviour: [
        { kind: '503', operation: 'updatePhone', times: 1 },
        { kind: 'html', operation: 'updatePhone', point: 'after', times: 1 },
      ],
    });
    const before = ofPhone();
    await examined(urls, {
      ...writingTo(folder),
      began: (probe) => {
        if (probe.name === 'label-64')
          misbehave({ kind: 'fault', operation: 'getPhone', axlcode: -1, message: 'odd', times: 3 });
      },
    });
    expect(ofPhone()).toEqual(before);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes nothing to a phone with a line, without a yes, or with a button that cannot be restored', async () => {
    const { urls, updates, folder } = await simulated();
    const asked = examined(urls, { ...writingTo(folder), writing: { device, mayHaveLines: false, folder } });
    await expect(asked).rejects.toThrow(NotForTrial);
    expect(updates()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes nothing else if the user may only read', async () => {
    const account = { username: 'reader', password: 'reads-only', role: 'read-only' } as const;
    const { urls, updates, folder, stats } = await simulated({ accounts: [account] });
    const login = { AXL_USERNAME: 'reader', AXL_PASSWORD: 'reads-only' };
    const result = await examined(urls, writingTo(folder), login);
    expect(result.report.cause?.name).toBe('not-allowed');
    expect(result.report.cause?.words).toContain('Standard CCM Admin Users');
    expect(updates()).toEqual([]);
    expect(stats().requests['updatePhone']).toBe(1);
  });
});

describe('restore', () => {
  /** A doctor that was interrupted: the phone has one of its lists, and the file exists. */
  async function ended() {
    const simulator = await simulated();
    const before = simulator.ofPhone();
    const visit = await openVisit(visitOptions([simulator.url]));
    onTestFinished(() => visit.close());
    const { client } = visit.connection;
    const { uuid, lists, beside } = await visit.call((context) => readByName(client, device, context));
    const saved = await SavedFile.make(simulator.folder, {
      node: client.publisher,
      target: { ...device, uuid },
      before: lists,
      beside: [...beside],
    });
    const dial = Object.entries({ dirn: '0100', label: 'Doctor', index: '1' }).map(([element, text]) =>
      elementOf(element, text),
    );
    await saved.willHold('speeddials', spelled('speeddials', [elementOf('', dial)]));
    await saved.close();
    const file = path.join(simulator.folder, savedName(device));
    const set = (items: readonly (readonly XmlElement[])[]) =>
      visit.call((context) =>
        client.call({ kind: 'write', name: 'updateSpeedDials', values: { name }, items }, context),
      );
    await set([dial]);
    return { ...simulator, before, file, set, restored: () => restore(file, visitOptions([simulator.url])) };
  }

  it('restores if the phone has lists of the doctor, and deletes the file', async () => {
    const { before, ofPhone, restored, folder } = await ended();
    expect(ofPhone()).not.toEqual(before);
    expect(await restored()).toMatchObject({ isDone: true });
    expect(ofPhone()).toEqual(before);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('changes nothing if someone has set another list, and shows both', async () => {
    const { restored, ofPhone, set, folder } = await ended();
    await set([
      Object.entries({ dirn: '0111', label: 'Somebody', index: '1' }).map(([element, text]) =>
        elementOf(element, text),
      ),
    ]);
    const held = ofPhone();
    const { isDone, words } = await restored();
    expect(isDone).toBe(false);
    expect(words).toContain('Somebody');
    expect(words).toContain('Café Håkan');
    expect(words).toContain('You can delete');
    expect(ofPhone()).toEqual(held);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('says of a device that is gone that the file is not needed any more', async () => {
    const { restored, file, updates } = await ended();
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/"uuid":"[^"]+"/, '"uuid":"11111111-2222-3333-4444-555555555555"'));
    const count = updates().length;
    const { words } = await restored();
    expect(words).toContain(`${name} is another phone now`);
    expect(words).toContain(`You can delete ${file}`);
    expect(updates()).toHaveLength(count);
  });

  it('says what is wrong with an invalid file, or with one of another call manager', async () => {
    const { folder, url, file } = await ended();
    const other = path.join(folder, 'other');
    writeFileSync(other, '{"doctor":2}\n');
    expect((await restore(other, visitOptions([url]))).words).toContain('is not a file of a doctor');
    const elsewhere = await restore(file, visitOptions(['http://127.0.0.1:1/axl/']));
    expect(elsewhere).toMatchObject({ isDone: false });
    expect(elsewhere.words).toContain('is for the call manager');
  });
});
