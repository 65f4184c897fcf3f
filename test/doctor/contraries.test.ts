import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { assumptions } from '../../src/doctor/assumptions.js';
import { openVisit } from '../../src/doctor/visit.js';
import { isServiceError } from '../../src/domain/errors.js';
import { type DeviceName, dialledForm } from '../../src/domain/identifiers.js';
import type { Phone } from '../../src/domain/phone.js';
import { contraries, type ContraryName } from '../../src/simulator/misbehaviour/contraries.js';
import { startSimulator, type SimulatorOptions } from '../../src/simulator/simulator.js';
import { temporaryFolder } from '../support/files.js';
import { examined, namesOf, reading, visitOptions } from './examining.js';

interface Turned {
  /** The assumption that it contradicts. */
  readonly row: string;
  /** Other assumptions that it makes differ, or makes impossible to test. */
  readonly also?: readonly string[];
  /** Whether the service may then give a wrong answer, as the row says. */
  readonly mayBeWrong?: boolean;
  readonly writes?: boolean;
  readonly options?: SimulatorOptions;
}

const turned: Readonly<Record<ContraryName, Turned>> = {
  'listLine finds others too': { row: 'line-exact' },
  'listLine finds longer numbers too': { row: 'line-exact', also: ['line-like-underscore'] },
  'rows of listLine have no key': { row: 'line-by-key' },
  'rows of listPhone have no key': { row: 'phone-by-name' },
  'listLine takes % for itself': { row: 'line-like-percent' },
  'listLine takes _ for itself': { row: 'line-like-underscore' },
  'listLine finds no plus': { row: 'line-plus', also: ['numbers-agree', 'line-exact'], mayBeWrong: true },
  'getLine does not know keys': { row: 'line-by-key' },
  'getLine does not know patterns': { row: 'line-by-pattern' },
  'getLine names other devices': { row: 'line-devices', also: ['numbers-agree'], mayBeWrong: true },
  'listPhone has other keys': { row: 'phone-by-name', also: ['numbers-agree'], mayBeWrong: true },
  'listPhone takes % for itself': { row: 'phone-name-like' },
  'names in lower case are another phone': { row: 'phone-name-case' },
  'getPhone fails otherwise': { row: 'no-such-phone', also: ['phone-name-case', 'numbers-agree'] },
  'getDeviceProfile fails otherwise': { row: 'no-such-profile' },
  'getLine fails otherwise': { row: 'no-such-line' },
  'an empty list is a fault': { row: 'no-such-number', also: ['numbers-agree', 'line-exact'] },
  'columns keep their letter case': { row: 'sql-columns' },
  'null columns are left out': { row: 'sql-columns' },
  'two names differ only in letter case': { row: 'names-twice' },
  'pages lose their first row': { row: 'table-counts' },
  'a search goes back': { row: 'search-pages' },
  'keys in upper case': { row: 'sql-keys', also: ['phone-by-name', 'line-by-key'] },
  'FIRST is ignored': { row: 'sql-first' },
  'ORDER BY goes down': {
    row: 'sql-paging',
    also: ['table-pages', 'table-counts', 'numbers-agree', 'phones-agree', 'profiles-agree'],
  },
  'LOWER does nothing': { row: 'sql-lower' },
  'LIKE has no wildcards': { row: 'sql-like', also: ['sql-lower'] },
  'SUBSTR counts from 0': { row: 'sql-substr' },
  'UNION ALL is refused': { row: 'sql-union-all', also: ['numbers-agree'] },
  'a doubled quote is refused': { row: 'sql-quotes' },
  'another code for columns': { row: 'sql-no-column', also: ['templates'] },
  'another code for tables': { row: 'sql-no-table' },
  'nothing is counted': { row: 'sql-count', also: ['sql-first'] },
  'statements of 8 KB are refused': { row: 'sql-many-keys' },
  'forwarding cannot be read': { row: 'forwarded-numbers' },
  'classes have other numbers': { row: 'classes' },
  'profiles stand among the phones': { row: 'templates' },
  'lines have no index': { row: 'table-pages', also: ['numbers-agree', 'table-counts'] },
  'a column for pickup': { row: 'catalogue' },
  'listPhone has other descriptions': { row: 'numbers-agree', mayBeWrong: true },
  'getPhone has other labels': { row: 'phones-agree' },
  'a busy lamp field has two targets': { row: 'phones-agree' },
  'getDeviceProfile has other labels': { row: 'profiles-agree' },
  'an update adds': { row: 'write-replaces', writes: true },
  'labels are cut': {
    row: 'label-31',
    also: ['label-64', 'label-128'],
    writes: true,
    options: { speedDialRules: { labelLength: 200 } },
  },
  'numbers lose their plus': { row: 'number-plus', writes: true },
  'an index twice is taken once': { row: 'index-twice', writes: true },
  'pickup is lost': { row: 'lamp-pickup', writes: true },
  'applyPhone is refused': { row: 'write-apply', writes: true },
};

/** How many devices the doctor compares where that is not what deviates. `npm run prove` compares more. */
const otherwiseCompared = Number(process.env['DOCTOR_SAMPLE'] ?? 2);

const device = 'SEP00A1B2C30003';
const numbers = ['2003', '4019', '+14085554019', '0000000'].map(dialledForm);

const byKey = (phones: readonly Phone[]) => phones.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));

/** The answers of both lookups of the service for each number; a refusal is its code. */
async function lookedUp(url: string): Promise<readonly (readonly Phone[] | string)[]> {
  const visit = await openVisit(visitOptions([url]));
  try {
    const answers: (readonly Phone[] | string)[] = [];
    for (const number of numbers) {
      for (const way of [visit.byLines, visit.bySql]) {
        const asked = visit.findPhones(way, number).then(byKey);
        answers.push(
          await asked.catch((thrown: unknown) => {
            if (isServiceError(thrown)) return thrown.code;
            throw thrown;
          }),
        );
      }
    }
    return answers;
  } finally {
    await visit.close();
  }
}

describe('a call manager that deviates in one thing', () => {
  /** The answers of a call manager that deviates in nothing. */
  let right: Awaited<ReturnType<typeof lookedUp>>;
  beforeAll(async () => {
    const usual = await startSimulator();
    right = await lookedUp(usual.url);
    await usual.close();
  });

  it('covers every contrary, and names only assumptions', () => {
    expect(Object.keys(turned).sort()).toEqual(Object.keys(contraries).sort());
    const names = assumptions.map(({ name }) => name);
    expect(Object.values(turned).filter(({ row }) => !names.includes(row))).toEqual([]);
  });

  it.each(Object.entries(turned))('%s: the doctor names it, and the service is right or refuses', async (name, row) => {
    const simulator = await startSimulator({ ...row.options, contrary: name as ContraryName });
    onTestFinished(() => simulator.close());
    // A phone whose own numbers have no plus, so that each of these call managers accepts them.
    const phone = simulator
      .state()
      .find(({ speedDials }) => speedDials.length > 1 && !speedDials.some(({ dirn }) => dirn.includes('+')));
    const key = { kind: 'phone', name: (phone?.name ?? '') as DeviceName } as const;
    const writing = { device: key, mayHaveLines: true, folder: temporaryFolder() };
    const probes = assumptions.filter(({ occasion }) => occasion === 'writing');
    // What shows only where several ways are compared needs several devices, among them one with labels.
    const sample = row.row.endsWith('-agree') ? 5 : otherwiseCompared;
    const wanted = row.writes === true ? { probes, writing } : { probes: reading, sample };
    const result = await examined([simulator.url], wanted);
    expect(namesOf(result, 'differs')).toContain(row.row);
    const others = [...namesOf(result, 'differs'), ...namesOf(result, 'failed')].filter((one) => one !== row.row);
    expect(others.filter((one) => row.also?.includes(one) !== true)).toEqual([]);
    if (row.writes === true) {
      expect(result.restoreResult).toMatchObject({ isDone: true });
      return;
    }
    const found = await lookedUp(simulator.url);
    const wrong = found.filter(
      (answer, place) => typeof answer !== 'string' && JSON.stringify(answer) !== JSON.stringify(right[place]),
    );
    expect(wrong.length > 0 && row.mayBeWrong !== true ? wrong : []).toEqual([]);
  });

  it.each([
    ['certificates', { tls: { hostName: 'other.example' } }, ['node-logins']],
    ['session-cookie', { sessionCookies: false }, []],
    [
      'node-logins',
      { subscribers: 1, misbehaviour: { kind: '404', node: 1 } },
      ['schema-versions', 'session-cookie', 'clocks', 'replicas', 'one-release'],
    ],
    [
      'schema-versions',
      { subscribers: 1, misbehaviour: { kind: '599', node: 1 } },
      ['node-logins', 'session-cookie', 'clocks', 'replicas', 'one-release'],
    ],
  ] as const)('%s', async (row, options, also) => {
    const simulator = await startSimulator(options);
    onTestFinished(() => simulator.close());
    const wanted = reading.filter(({ name }) => [row, ...also, 'login'].includes(name as never));
    const insecure = row === 'certificates' ? { AXL_TLS_INSECURE_SKIP_VERIFY: 'true' } : undefined;
    const result = await examined(simulator.urls, { probes: wanted }, insecure);
    expect(namesOf(result, 'differs')).toContain(row);
    expect(namesOf(result, 'differs').filter((name) => name !== row && !also.includes(name as never))).toEqual([]);
  });

  it('replicas', async () => {
    const simulator = await startSimulator({ subscribers: 1, replicationLagMs: 3_600_000 });
    onTestFinished(() => simulator.close());
    const visit = await openVisit(visitOptions([simulator.url]));
    await visit.call((context) =>
      visit.connection.client.call({ kind: 'write', name: 'updateSpeedDials', values: { name: device } }, context),
    );
    await visit.close();
    const result = await examined(simulator.urls);
    expect(namesOf(result, 'differs')).toEqual(['replicas']);
  });
});
