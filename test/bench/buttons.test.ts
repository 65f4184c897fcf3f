import { describe, expect, it } from 'vitest';
import { answerTo } from './answers.js';
import { ask, nameOf } from './asks.js';
import { type ButtonWork, buttonWorks, pointingAt } from './button-work.js';
import { goalsOf } from './goals.js';
import { results, row } from './made-up-results.js';
import type { Cell, Measured } from './measure.js';
import type { Results } from './results.js';
import { isAsNeeded, type Trips } from './round-trips.js';
import { groupTable } from './table.js';

/** @returns the work of buttons with this name */
function workNamed(name: string): ButtonWork {
  const work = buttonWorks.find((one) => nameOf(one) === name);
  if (!work) throw new Error(`no work is called ${name}`);
  return work;
}

describe('the work with buttons', () => {
  it('returns the requested lists of a phone, and a whole phone if no list is requested', () => {
    const asked = '<name>SEPA01100000000</name>';
    const tags =
      '<returnedTags><busyLampFields><busyLampField><index/></busyLampField></busyLampFields></returnedTags>';
    const [whole, lamps] = [answerTo('getPhone', asked), answerTo('getPhone', asked + tags)];
    expect(whole.match(/<(speeddial|busyLampField)>/g)).toHaveLength(200);
    expect(whole).toContain('<lines>');
    expect(lamps.match(/<busyLampField>/g)).toHaveLength(100);
    expect(lamps).not.toMatch(/<lines>|<speeddials/);
  });

  it('has a row for each button that points at a number, in the order of the right answer', () => {
    const answer = answerTo('executeSQLQuery', "<sql>SELECT x FROM blfspeeddial b WHERE n IN ('701020000')</sql>");
    const names = [...answer.matchAll(/<name>([^<]+)</g)].map(([, name]) => name);
    expect(names).toHaveLength(20);
    expect(names).toEqual(pointingAt('701020000', 20).map(({ device }) => device));
    expect(names).toEqual(names.toSorted());
  });

  it('sends a change with the ETag of the list that was read, and with another list', () => {
    const [before, change] = [
      ask(workNamed('GET /speeddials of 5'), 0),
      ask(workNamed('POST /speeddials, If-Match of 5'), 0),
    ];
    expect(change.headers?.['if-match']).toMatch(/^"[\w-]{22}"$/);
    expect(change.path).toBe(before.path);
    expect(JSON.parse(change.body ?? '')).toHaveLength(5);
    expect(change.body).not.toBe(before.answer);
  });

  it('notices a write that did not wait for the read before it, or was not read back', () => {
    const work = workNamed('PUT /busylampfields of 5');
    const calls = { getPhone: 2, updatePhone: 1 };
    expect(isAsNeeded(work, 'proxy, lines', 3, calls)).toBe(true);
    expect(isAsNeeded(work, 'proxy, lines', 2, calls)).toBe(false);
    expect(isAsNeeded(work, 'proxy, lines', 3, { getPhone: 1, updatePhone: 2 })).toBe(false);
  });
});

describe('goals of buttons', () => {
  const met = (parts: Partial<Results>): Record<string, boolean> =>
    Object.fromEntries(goalsOf(results(parts)).map((goal) => [goal.figure, goal.met]));

  it('counts the trips of each call of buttons separately', () => {
    const trip = (name: string, deepest: number): Trips => {
      return { subject: 'proxy, lines', work: name, deepest, calls: {}, asNeeded: true };
    };
    const lookup = trip('1 phone, 5 dials', 3);
    const [read, change] = [trip('GET /speeddials of 5', 2), trip('POST /speeddials, If-Match of 5', 3)];
    expect(met({ trips: [lookup, read, change] })).toEqual({
      'AXL round trips one after another, lines, up to 20 phones': true,
      'AXL round trips one after another, GET /speeddials': false,
      'AXL round trips one after another, POST /speeddials, If-Match': true,
      'rows with other AXL calls than the work needs': true,
    });
  });

  it('compares a phone of a hundred busy lamp fields with one of five', () => {
    const group = (cpuMs: number): Partial<Results> => ({
      groups: {
        buttons: [
          row('proxy, lines', 1, 1, { work: workNamed('GET /busylampfields of 5') }),
          row('proxy, lines', cpuMs, 1, { work: workNamed('GET /busylampfields of 100') }),
        ],
      },
    });
    const figureName = 'CPU, 100 busy lamp fields against 5, GET /busylampfields';
    expect(met(group(8))).toMatchObject({ [figureName]: true });
    expect(met(group(8.1))).toMatchObject({ [figureName]: false });
  });
});

describe('the output for buttons', () => {
  it('shows each row of buttons beside the floor of the same call', () => {
    const rowOf = (subject: Cell['subject'], name: string, cpuMs: number): Measured =>
      row(subject, cpuMs, 1, { work: workNamed(name) });
    const [read, change] = ['GET /busylampfields of 5', 'PUT /busylampfields of 5'];
    const shown = groupTable([
      rowOf('floor, lines', read, 200),
      rowOf('floor, lines', change, 400),
      rowOf('proxy, lines', read, 300),
      rowOf('proxy, lines', change, 1000),
    ]);
    expect(shown).toMatch(/proxy, lines +GET \/busylampfields of 5 +300000 +1\.50 /);
    expect(shown).toMatch(/proxy, lines +PUT \/busylampfields of 5 +1000000 +2\.50 /);
  });
});
