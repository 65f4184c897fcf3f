import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfiguration } from '../../axl/adapter/operations.js';
import { quoted } from '../../axl/adapter/lookup-by-sql.js';
import { childText, elementOf, type XmlElement } from '../../axl/soap/xml.js';
import { isServiceError } from '../../domain/errors.js';
import type { DeviceKey } from '../../domain/device.js';
import type { DeviceName } from '../../domain/identifiers.js';
import { type Assumption, asAssumed, failureTold, type Judged, judged, noOccasion } from '../assumption.js';
import { plain, type Told, told } from '../told.js';
import type { Visit } from '../visit.js';
import { entriesTold, type ListName, readByName, sendNothing } from '../writing/device.js';
import type { SetOutcome, WrittenDevice } from '../writing/written-device.js';

const dial = (index: string, dirn: string, label: string) =>
  Object.entries({ dirn, label, index }).map(([name, text]) => elementOf(name, text));
const lamp = (texts: Readonly<Record<string, string>>, label: string, index: string, pickup = false) =>
  [
    ...Object.entries(texts).map(([name, text]) => elementOf(name, text)),
    elementOf('label', label),
    ...(pickup ? [elementOf('associatedBlfSdFeatures', [elementOf('feature', 'Pickup')])] : []),
    elementOf('index', index),
  ] as const;

const one = dial('1', '0100', 'Doctor 1');
const freeForm = lamp({ blfDest: '0100' }, 'Doctor 1', '1');

/** The expected result for a list: accepted, refused, or either. */
type Expected = 'taken' | 'refused' | 'either';

function outcomeTold(outcome: SetOutcome): Told {
  const { refusal, isHeld, isExact, isAsBefore, isNew, harm, isInTables, reason, held } = outcome;
  const said = refusal ? failureTold(refusal) : told`taken`;
  const kept = isExact ? told`, held as it was sent` : told`, held, except spaces at the ends of a label`;
  const before = isNew ? told`, nothing changed` : told``;
  const now = told`, but ${reason ? told`${reason}; ` : told``}the device has ${entriesTold(held)}`;
  const holds = refusal ? (isAsBefore ? before : now) : isHeld ? kept : isAsBefore ? before : now;
  const also = harm ? told`; something else changed: ${harm}` : told``;
  const tables = isInTables === false ? told`; the tables say otherwise` : told``;
  return told`${said}${holds}${also}${tables}`;
}

/**
 * The device must have the list that was sent; if the list was refused, nothing may have changed. Nothing else may
 * change in any case.
 */
function isAsExpected({ refusal, isHeld, isAsBefore, harm, isInTables }: SetOutcome, expected: Expected): boolean {
  const isWhole = refusal ? isAsBefore : isHeld;
  const fits = expected === 'either' || (expected === 'taken') === (refusal === undefined);
  return isWhole && fits && harm === undefined && isInTables !== false;
}

function trialOf({ trial }: Visit): WrittenDevice {
  if (!trial) throw new Error('a device to write to is named before a probe writes');
  return trial;
}

type Entries = readonly (readonly XmlElement[])[];

interface Case {
  readonly name: string;
  readonly assumed: string;
  readonly list: ListName;
  readonly entries: Entries | ((visit: Visit) => Promise<Entries | undefined>);
  readonly expected: Expected;
  readonly sentence?: string;
  readonly follows?: string;
}

const left =
  'What only the call manager can judge is left to it: the highest index, which characters are allowed, how long a label may be.';
const either =
  'The call manager decides. If it refuses the entry, callers get its words (422). If it stores another entry than was sent, the service answers 502 stored-otherwise and says what is stored: do not use such entries.';

const label = (name: string, what: string, text: string): Case => ({
  name,
  assumed: `A label ${what} is held as it was sent, or refused.`,
  list: 'speeddials',
  entries: [dial('1', '0100', text)],
  expected: 'either',
});
const number = (name: string, what: string, text: string, expected: Expected = 'either'): Case => ({
  name,
  assumed: `A number ${what} is held as it was sent${expected === 'either' ? ', or refused' : ''}.`,
  list: 'speeddials',
  entries: [dial('1', text, 'Doctor')],
  expected,
});
const index = (name: string, indexes: readonly string[], assumed: string, expected: Expected): Case => ({
  name,
  assumed,
  list: 'speeddials',
  entries: indexes.map((each) => dial(each, '0100', 'Doctor')),
  expected,
});

/** @returns a busy lamp field that watches a number of this call manager */
const watching = (pickup: boolean) => async (visit: Visit) => {
  const numbers = await visit.specimens.numbers(20);
  const [found] = numbers;
  if (!found) return undefined;
  return [lamp({ blfDirn: found.pattern, routePartition: found.partition }, 'Doctor', '1', pickup)];
};

const cases: readonly Case[] = [
  {
    name: 'write-replaces',
    assumed: 'A new list replaces the whole list: old entries are gone.',
    list: 'speeddials',
    entries: [dial('3', '0102', 'Doctor 3')],
    expected: 'taken',
    sentence: 'It replaces the list of the device; an empty one clears it.',
    follows:
      'The service answers such a write with 502 stored-otherwise, or with 504 outcome-unknown if the list stays as it was. Do not change buttons by this service at this call manager, and send a report.',
  },
  {
    name: 'write-clears',
    assumed: 'An empty list clears the list.',
    list: 'speeddials',
    entries: [],
    expected: 'taken',
    sentence: 'It replaces the list of the device; an empty one clears it.',
    follows:
      'The service answers the clearing of a list with 504 outcome-unknown if the list stays as it was: a list cannot be cleared. Send a report.',
  },
  label('label-30', 'of 30 letters', 'D'.repeat(30)),
  label('label-31', 'of 31 letters', 'D'.repeat(31)),
  label('label-64', 'of 64 letters', 'D'.repeat(64)),
  label('label-128', 'of 128 letters', 'D'.repeat(128)),
  label('label-quotes', 'with quotes', `D "o" 'c' <t> & r`),
  label('label-umlauts', 'with letters outside ASCII', 'Döçtør Ärztin'),
  label('label-emoji', 'with characters beyond 16 bits', 'Doctor ☎ 😀'),
  label('label-spaces', 'with spaces at its ends', ' Doctor  '),
  label('label-empty', 'of no letters', ''),
  label('label-controls', 'with a tab and U+0085', 'Doc\ttor\u0085'),
  number('number-plus', 'with a plus', '+14085550100', 'taken'),
  number('number-escaped-plus', 'with an escaped plus', String.raw`\+14085550100`),
  number('number-commas', 'with commas', '0100,,1#'),
  number('number-24', 'of 24 digits', '0'.repeat(24)),
  number('number-50', 'of 50 digits', '0'.repeat(50)),
  index('index-0', ['0'], 'Index 0 is held, or refused.', 'either'),
  index('index-1', ['1'], 'Index 1 is held.', 'taken'),
  index('index-199', ['199'], 'Index 199 is held, or refused.', 'either'),
  index('index-200', ['200'], 'Index 200 is held, or refused.', 'either'),
  index('index-twice', ['1', '1'], 'A list with an index twice is refused as a whole.', 'refused'),
  {
    name: 'dials-50',
    assumed: 'A list of 50 speed dials is held as it was sent, or refused.',
    list: 'speeddials',
    entries: Array.from({ length: 50 }, (_, place) =>
      dial(String(place + 1), `0${100 + place}`, `Doctor ${place + 1}`),
    ),
    expected: 'either',
  },
  index('index-gap', ['1', '3'], 'An index may be left out.', 'taken'),
  {
    name: 'lamp-number',
    assumed: 'A busy lamp field that watches a number is accepted without blfDest.',
    list: 'busyLampFields',
    entries: watching(false),
    expected: 'taken',
  },
  {
    name: 'lamp-pickup',
    assumed: 'A busy lamp field keeps its pickup.',
    list: 'busyLampFields',
    entries: watching(true),
    expected: 'taken',
  },
  {
    name: 'lamp-destination',
    assumed: 'A busy lamp field may have a destination that is not a number of the call manager.',
    list: 'busyLampFields',
    entries: [freeForm],
    expected: 'taken',
    sentence: 'A number or address that the call manager does not have to know.',
  },
  {
    name: 'lamp-address',
    assumed: 'A busy lamp field may have an address as its destination.',
    list: 'busyLampFields',
    entries: [lamp({ blfDest: 'doctor@example.com' }, 'Doctor', '1')],
    expected: 'either',
  },
  {
    name: 'lamp-no-partition',
    assumed: 'A busy lamp field with a partition that does not exist is refused.',
    list: 'busyLampFields',
    entries: [lamp({ blfDirn: '0100', routePartition: 'doctor-no-such-partition' }, 'Doctor', '1')],
    expected: 'refused',
  },
];

function probeOf({ name, assumed, list, entries, expected, sentence = left, follows = either }: Case): Assumption {
  return {
    name,
    assumed,
    backs: { page: 'docs/interface.md', sentence },
    requests: [`updatePhone or updateDeviceProfile with ${list}`, 'getPhone', 'executeSQLQuery'],
    occasion: 'writing',
    judge: async (visit) => {
      const sent = typeof entries === 'function' ? await entries(visit) : entries;
      if (!sent) return noOccasion(told`no phone has a line`);
      const trial = trialOf(visit);
      // Set another list first, so that the device does not have the list already before it is sent.
      await trial.set(
        list,
        list === 'speeddials'
          ? [one, dial('2', '0101', 'Doctor 2')]
          : [freeForm, lamp({ blfDest: '0101' }, 'Doctor 2', '2')],
      );
      const outcome = await trial.set(list, sent);
      return judged(isAsExpected(outcome, expected), outcomeTold(outcome));
    },
    follows,
  };
}

/** How long the service reads from the publisher after a write, and how long the probe waits for a subscriber. */
const followedMs = 30_000;
const mostLagMs = 60_000;

async function lagAt(visit: Visit, node: string, uuid: string, written: string): Promise<number | undefined> {
  const started = performance.now();
  while (performance.now() - started < mostLagMs) {
    const rows = await visit.sql(`SELECT s.label AS label FROM speeddial s WHERE s.fkdevice = ${quoted(uuid)}`, node);
    if (rows.some((row) => childText(row, 'label') === written)) return Math.round(performance.now() - started);
    await visit.call(({ signal }) => sleep(250, undefined, { signal }));
  }
  return undefined;
}

async function stampOf(visit: Visit, uuid: string): Promise<string | undefined> {
  const query = `SELECT d.versionstamp AS versionstamp FROM device d WHERE d.pkid = ${quoted(uuid)}`;
  try {
    const [row] = await visit.sql(query);
    return childText(row, 'versionstamp');
  } catch (thrown) {
    if (isServiceError(thrown, 'call-manager-fault')) return undefined;
    throw thrown;
  }
}

/**
 * @returns the key of the device that an update by this name would change; undefined if it would change none. If a read
 *   by the name finds another device, no update is sent
 */
async function keyOf(visit: Visit, device: DeviceKey): Promise<string | undefined> {
  const { client } = visit.connection;
  const { uuid } = trialOf(visit).target;
  const read = await visit
    .call((context) => readByName(client, device, context))
    .then((found) => found.uuid, unlessAnswered);
  if (read !== undefined && read !== uuid) return read;
  return visit.call((context) => sendNothing(client, device, context)).then((key) => key ?? read, unlessAnswered);
}

function unlessAnswered(thrown: unknown): undefined {
  if (isServiceError(thrown, 'phone-not-found', 'profile-not-found', 'rejected-by-call-manager')) return undefined;
  throw thrown;
}

/** Probes that write to the named device. The first one sets the list that is already there. */
export const writingProbes: readonly Assumption[] = [
  {
    name: 'write-same',
    assumed: 'The user may write, and can set a list exactly as it was read.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'was set: the phone was read back and has it',
    },
    requests: ['updatePhone', 'getPhone', 'executeSQLQuery'],
    occasion: 'writing',
    judge: async (visit) => {
      const outcomes: SetOutcome[] = [];
      for (const list of ['speeddials', 'busyLampFields'] as const)
        outcomes.push(await trialOf(visit).setAsBefore(list));
      return judged(
        outcomes.every((outcome) => isAsExpected(outcome, 'taken')),
        told`${outcomes.map(outcomeTold)}`,
      );
    },
    follows:
      'Callers get the words of a refusal (422). To write, the user needs the role Standard AXL API Access, or Standard CCM Admin Users. If a list is stored otherwise than it was read, the service answers 502 stored-otherwise: send a report.',
  },
  ...cases.map(probeOf),
  {
    name: 'write-name-case',
    assumed: 'An update by name changes the device of that name, also in another letter case, or none.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'the call manager decides if the other spelling finds the device',
    },
    requests: ['getPhone', 'updatePhone without a list'],
    occasion: 'writing',
    judge: async (visit) => {
      const { kind, name, uuid } = trialOf(visit).target;
      const own = await keyOf(visit, { kind, name });
      const other = name.toLowerCase();
      const key = other === name ? own : await keyOf(visit, { kind, name: other as DeviceName });
      // What an update answers for the name itself is the device's key, if it is a key at all.
      const isSo = own !== undefined && (key === undefined || key === own || key === uuid);
      const which =
        own === undefined ? 'none' : key === undefined ? 'none in lower case' : isSo ? 'the same' : 'another';
      return judged(isSo, told`${name}: ${plain(which)}`);
    },
    follows:
      'A caller who writes a name in another letter case may change another device. Look for a device whose name differs only in letter case, and rename it.',
  },
  {
    name: 'version-stamp',
    assumed:
      'It is not known if a change of only buttons changes the version stamp of a phone. The service does not depend on it.',
    backs: {
      page: 'docs/inventory.md',
      sentence: 'A sweep reads one page of one table at a time, in the order of the keys',
    },
    requests: ['updatePhone', 'executeSQLQuery'],
    occasion: 'writing',
    judge: async (visit) => {
      const trial = trialOf(visit);
      await trial.set('speeddials', []);
      const before = await stampOf(visit, trial.target.uuid);
      if (before === undefined) return asAssumed(told`the tables have no version stamp`);
      await trial.set('speeddials', [one]);
      const isChanged = (await stampOf(visit, trial.target.uuid)) !== before;
      return asAssumed(told`${plain(isChanged ? 'it changes' : 'it does not change')}`);
    },
    follows: 'Nothing.',
    wouldAllow: 'If it changes, a sweep of the inventory could read only the buttons of devices with a new stamp.',
  },
  {
    name: 'write-lag',
    assumed: 'Each subscriber has a change within 30 seconds.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'For 30 seconds after a write, lookups of this instance ask the publisher first',
    },
    requests: ['updatePhone', 'executeSQLQuery'],
    occasion: 'writing',
    judge: async (visit): Promise<Judged> => {
      const [, ...all] = visit.nodes;
      const subscribers = all.filter(({ name }) => !visit.away.has(name));
      if (subscribers.length === 0) return noOccasion(told`no subscriber answers, or AXL_URL names one node`);
      const trial = trialOf(visit);
      const written = `Doctor ${visit.exchanges.length}-${Date.now() % 100_000}`;
      await trial.set('speeddials', [dial('1', '0100', written)]);
      const lags: { readonly isSo: boolean; readonly seen: Told }[] = [];
      for (const { name, shown } of subscribers) {
        const ms = await lagAt(visit, name, trial.target.uuid, written);
        const seen = ms === undefined ? told`not within a minute` : told`after ${ms} ms at most`;
        lags.push({ isSo: ms !== undefined && ms < followedMs, seen: told`${plain(shown)}: ${seen}` });
      }
      return judged(
        lags.every(({ isSo }) => isSo),
        told`${lags.map(({ seen }) => seen)}`,
      );
    },
    follows: 'Lookups may show old lists. Name only the publisher in AXL_URL.',
  },
  {
    name: 'write-apply',
    assumed: 'applyPhone is accepted for a phone.',
    backs: { page: 'docs/trouble.md', sentence: 'AXL_AFTER_UPDATE, and the header `X-After-Update` of the answer' },
    requests: ['applyPhone'],
    occasion: 'writing',
    judge: async (visit) => {
      const { client } = visit.connection;
      const { canLoadChange } = await visit.call((context) => client.traits(context));
      if (!canLoadChange) return noOccasion(told`this release has no applyPhone`);
      const { kind, name } = trialOf(visit).target;
      if (kind === 'profile') return noOccasion(told`device profiles are not applied`);
      try {
        await visit.call((context) => loadConfiguration(client, 'apply', name, context));
        return judged(true, told`taken`);
      } catch (thrown) {
        if (!isServiceError(thrown, 'call-manager-fault')) throw thrown;
        return judged(false, failureTold(thrown));
      }
    },
    follows: 'Set AXL_AFTER_UPDATE=none: phones show a change when they load their configuration for another reason.',
  },
];
