import { describe, expect, it, onTestFinished } from 'vitest';
import type { DeviceName } from '../../src/domain/identifiers.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import type { WriteContraryName } from '../../src/simulator/misbehaviour/contraries.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { ask } from '../support/caller.js';
import { temporaryFolder } from '../support/files.js';
import { startServiceWithShortTimes } from '../support/test-service.js';
import { examined, probesNamed } from './examining.js';

/** What a row of the doctor says that the service does is what the service does. */

const name = 'SEP00A1B2C30001' as DeviceName;
const dial = (index: string, dirn: string, label: string): SpeedDial => ({ index, dirn, label });
const one = dial('1', '0100', 'Doctor');

/** The call manager, the row that names it, and the lists that the row is about: the answer to the last one counts. */
const rows: readonly (readonly [contrary: WriteContraryName, row: string, lists: readonly SpeedDial[][]])[] = [
  ['labels lose letters', 'label-umlauts', [[dial('1', '0100', 'Döçtør Ärztin')]]],
  ['gaps are closed', 'index-gap', [[one, dial('3', '0100', 'Doctor')]]],
  ['empty labels are filled', 'label-empty', [[dial('1', '0100', '')]]],
  [
    'only 3 entries are kept',
    'dials-50',
    [Array.from({ length: 50 }, (_, at) => dial(String(at + 1), '0100', 'Doctor'))],
  ],
  ['an update sets nothing', 'write-replaces', [[dial('3', '0102', 'Doctor 3')]]],
  ['the other list is cleared', 'write-other-list', [[one], [dial('2', '0100', 'Doctor')]]],
  ['lines are lost', 'write-nothing-else', [[one], [dial('2', '0100', 'Doctor')]]],
  ['labels of lines are lost', 'write-nothing-else', [[one], [dial('2', '0100', 'Doctor')]]],
];

describe('the advice of a row', () => {
  it.each(rows)('%s: %s says what the service answers', async (contrary, row, lists) => {
    const simulator = await startSimulator({ contrary });
    onTestFinished(() => simulator.close());
    const writing = { device: { kind: 'phone', name }, mayHaveLines: true, folder: temporaryFolder() } as const;
    const probes = probesNamed('write-same', 'write-replaces', row);
    const { report } = await examined([simulator.url], { probes, writing });
    const found = report.results.find((result) => result.name === row);
    expect(found?.verdict).toBe('differs');
    simulator.reset();
    const service = await startServiceWithShortTimes(simulator.url);
    onTestFinished(() => service.stop('test'));
    let last: { readonly status: number; readonly body: string } = { status: 0, body: '{}' };
    for (const list of lists) last = await ask(`${service.url}/speeddials?phone=${name}`, list);
    const { code, reason } = JSON.parse(last.body) as { readonly code: string; readonly reason?: string };
    expect(found?.follows).toContain(`${last.status} ${code}`);
    if (reason !== undefined) expect(found?.seen).toContain(reason);
  });
});
