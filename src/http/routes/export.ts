import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { csvHead, csvLines, type Delimiter, delimiters } from '../../csv/write-csv.js';
import { buttonKinds } from '../../domain/button-kinds.js';
import type { DeviceKey, DevicePosition } from '../../domain/device.js';
import { deviceId } from '../../domain/device.js';
import { catalogued } from '../../domain/error-catalogue.js';
import { isServiceError, noSuchDevice } from '../../domain/errors.js';
import { type DeviceName, type DirectoryNumber, longestDeviceName } from '../../domain/identifiers.js';
import { devicesNamed } from '../../domain/sought.js';
import { newTally, openCall } from '../../use-cases/call-context.js';
import { type Asked, type Found, lookUp, type LookupName } from '../../use-cases/lookups.js';
import { FewAtOnce } from '../few-at-once.js';
import { codesOfReadingButtons } from '../openapi/problem-responses.js';
import type { QueryPart } from '../openapi/operation.js';
import { isClosed, timeLeft } from '../time-for-requests.js';
import { call } from './call.js';
import { searchSchema } from './devices.js';
import { allOf, optional, queryText, storable, wrongParameter } from './fields.js';
import { takenBy } from './looked-up.js';
import { optionalNumber } from './phones.js';
import type { Route, RouteContext, RouteDependencies } from './route.js';

/** How many exports run at the same time. */
const exportsAtOnce = { inAll: 4, ofUser: 2 };
/** How many devices of an export are read at the same time. */
const devicesAtOnce = 3;
/** How often a device is read, at most, if the failure is a passing one and the answer has begun. */
const mostTries = 4;
/** How many devices a page of a search has. */
const devicesOfPage = 100;

const running = new FewAtOnce(exportsAtOnce, 'exports');

/** Which devices are exported. */
type Exported =
  | { readonly device: string }
  | { readonly profile: DeviceName }
  | { readonly dirn: DirectoryNumber }
  | { readonly search: string };

function named(example: string, description: string) {
  return queryText(longestDeviceName, `a name such as ${example}`).meta({ description, pattern: storable });
}

const parts = allOf({
  device: optional(
    {
      name: 'device',
      schema: named(
        'device=SEP00A1B2C30011',
        "A phone's name, or its MAC address in any spelling; if no phone has it, a device profile's name.",
      ),
      examples: { 'a phone': 'SEP00A1B2C30011' },
      value: (text) => text,
    },
    undefined,
  ),
  profile: optional(
    {
      name: 'profile',
      schema: named('profile=UDP_SHIFT1', "A device profile's name."),
      value: (text) => text as DeviceName,
    },
    undefined,
  ),
  dirn: { ...optionalNumber, parameters: () => optionalNumber.parameters().map(withoutExamples) },
  search: optional({ name: 'search', schema: searchSchema, value: (text) => text }, undefined),
  all: optional(
    {
      name: 'all',
      schema: queryText(5, 'all=true').meta({ description: '`true`: every phone and device profile.' }),
      value: (text) => {
        if (text !== 'true') throw wrongParameter('all', 'must be true');
        return '';
      },
    },
    undefined,
  ),
});

function withoutExamples(parameter: object): object {
  return Object.fromEntries(Object.entries(parameter).filter(([name]) => name !== 'examples'));
}

const choices = ['device', 'profile', 'dirn', 'search', 'all'] as const;

/** Exactly one of the choices. */
const exported: QueryPart<Exported> = {
  parameters: parts.parameters,
  parse: (query) => {
    const [first, other] = choices.filter((name) => query[name] !== undefined);
    if (first === undefined) throw wrongParameter('device', 'is missing; give device, profile, dirn, search or all');
    if (other !== undefined) throw wrongParameter(other, `was given together with ${first}; give only one of them`);
    const { device, profile, dirn, search, all } = parts.parse(query);
    if (device !== undefined) return { device };
    if (profile !== undefined) return { profile };
    return dirn === undefined ? { search: search ?? all ?? '' } : { dirn };
  },
};

const delimiter: QueryPart<Delimiter> = optional(
  {
    name: 'delimiter',
    schema: queryText(1, 'a sign such as delimiter=;').meta({
      description: 'What separates cells: a comma if it is left out, `;` or a tab.',
    }),
    value: (text) => {
      const found = delimiters.find((sign) => sign === text);
      if (found === undefined) throw wrongParameter('delimiter', 'must be a comma, a semicolon or a tab');
      return found;
    },
  },
  ',',
);

type Look = <Name extends LookupName>(name: Name, asked: Asked<Name>) => Promise<Found<Name>>;

/** The devices to export, each once. @throws ServiceError, also that there is no such device */
async function* devicesOf(asked: Exported, look: Look): AsyncGenerator<DeviceKey> {
  if ('dirn' in asked) {
    const found = await look('buttons', asked.dirn);
    const devices = found.map(({ device, deviceKind }) => ({ kind: deviceKind, name: device as DeviceName }));
    yield* new Map(devices.map((device) => [deviceId(device), device])).values();
  } else if ('search' in asked) {
    let after: DevicePosition | undefined;
    do {
      const page = await look('devices', { text: asked.search, after, most: devicesOfPage });
      for (const { name, deviceKind } of page.devices) yield { kind: deviceKind, name: name as DeviceName };
      after = page.next;
    } while (after);
  } else yield await deviceCalled(asked, look);
}

async function deviceCalled(asked: { readonly device: string } | { readonly profile: DeviceName }, look: Look) {
  const meant: ReturnType<typeof devicesNamed> =
    'profile' in asked ? [{ kind: 'profile', name: asked.profile }] : devicesNamed(asked.device);
  for (const device of meant) {
    const found = await look('device', device);
    if (found) return { kind: device.kind, name: found.name as DeviceName };
  }
  throw noSuchDevice(meant[0], { effect: 'none' });
}

/** Does work for a few items at the same time. The results come in the order of the items. */
async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = [];
  for await (const item of items) {
    const result = work(item);
    // It is thrown where its turn comes.
    result.catch(() => undefined);
    begun.push(result);
    const first = begun.length < most ? undefined : begun.shift();
    if (first) yield await first;
  }
  for (const result of begun) yield await result;
}

/** One export, from the request to the last byte of its answer. */
class Export {
  readonly #ctx: RouteContext;
  readonly #to: RouteDependencies;
  readonly #end = new AbortController();
  #hasBegun = false;

  constructor(ctx: RouteContext, to: RouteDependencies) {
    this.#ctx = ctx;
    this.#to = to;
    const hungUp = (): void => {
      this.#end.abort();
    };
    if (isClosed(ctx.res)) hungUp();
    else ctx.res.once('close', hungUp);
  }

  /** @returns the file. It resolves when the first device is read, so that what fails until then can be answered */
  async file(asked: Exported, sign: Delimiter): Promise<AsyncIterable<string>> {
    const lines = inOrder(devicesOf(asked, this.#look), devicesAtOnce, (device) => this.#linesOf(device, sign));
    const first = await lines.next();
    this.#hasBegun = true;
    return (async function* whole() {
      yield csvHead(sign) + (first.done === true ? '' : first.value);
      yield* lines;
    })();
  }

  /** @returns the lines of a device; none if it is gone since it was found */
  async #linesOf({ kind: deviceKind, name }: DeviceKey, sign: Delimiter): Promise<string> {
    try {
      const lists = await this.#look('lists', { kind: deviceKind, name });
      return buttonKinds
        .map((kind) => csvLines({ device: name, deviceKind, kind, entries: lists[kind] }, sign))
        .join('');
    } catch (thrown) {
      if (isServiceError(thrown, 'phone-not-found', 'profile-not-found')) return '';
      throw thrown;
    }
  }

  /** Looks something up. While nothing is answered, a failure is the answer; after that it tries again. */
  readonly #look: Look = async (name, asked) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#lookOnce(name, asked);
      } catch (thrown) {
        const isPassing = isServiceError(thrown) && catalogued(thrown.code).again === 'later';
        if (!this.#hasBegun || !isPassing || tries >= mostTries || this.#end.signal.aborted) throw thrown;
        const seconds = thrown.facts.retryAfterSeconds ?? 2 ** (tries - 1);
        await pause(Math.min(seconds, 30) * 1_000, undefined, { signal: this.#end.signal });
      }
    }
  };

  /** Each lookup has its own time. Callers who wait for their answers come before those of an answer that has begun. */
  readonly #lookOnce: Look = async (name, asked) => {
    const { state, req } = this.#ctx;
    const { time, lookups } = this.#to;
    const tally = newTally();
    const { context, release } = openCall({
      ...{ requestId: state.requestId, span: state.span, user: state.user, tally },
      timeoutMs: this.#hasBegun ? time.deadlineMs : timeLeft(state, time.deadlineMs),
      endedBy: AbortSignal.any([this.#end.signal, time.graceOver]),
      isBackground: this.#hasBegun,
    });
    try {
      const taken = takenBy(req.headers['cache-control'], lookups.taken);
      return (await lookUp(name, asked, taken, lookups, context)).found;
    } finally {
      release();
      state.tally.axlCalls += tally.axlCalls;
      state.tally.axlMs += tally.axlMs;
    }
  };
}

export const exportedExample =
  'device,deviceKind,kind,index,dirn,partition,destination,label,pickup\r\n' +
  "SEP00A1B2C30011,phone,speeddial,1,'0199,,,Reception,\r\n" +
  'SEP00A1B2C30011,phone,busylampfield,2,4019,PT-Internal,,Carlos,true\r\n';

/** GET /export: the buttons of devices as a file for a spreadsheet. */
export const exporting: readonly Route[] = [
  call({
    method: 'get',
    path: '/export',
    operationId: 'exportButtons',
    tag: 'Phones',
    summary: 'Export the buttons of devices as CSV',
    description:
      'Give one of `device`, `profile`, `dirn` (every device with a button to this number), `search` and `all`. The ' +
      'file is what `POST /changes` takes as `text/csv`: a row for each button, in UTF-8 with a byte order mark. A list ' +
      'without buttons has no row. The answer is sent while the devices are read. If one of them cannot be read then, ' +
      `the connection breaks off. At most ${exportsAtOnce.ofUser} exports of one user run at the same time.`,
    headers: ['Cache-Control'],
    query: allOf({ exported, sign: delimiter }),
    answers: {
      200: {
        description: 'The buttons.',
        content: { 'text/csv': { schema: { type: 'string' }, example: exportedExample } },
        headers: ['Content-Disposition'],
      },
    },
    problems: [...codesOfReadingButtons, 'too-many-buttons'],
    respond: async (ctx, { query: { exported: asked, sign } }, to) => {
      const isOver = running.take(ctx.state.user ?? '');
      if (isClosed(ctx.res)) isOver();
      else ctx.res.once('close', isOver);
      const file = await new Export(ctx, to).file(asked, sign);
      ctx.set({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="buttons.csv"',
      });
      ctx.res.setMaxListeners(20);
      ctx.body = Readable.from(file, { objectMode: false, highWaterMark: 65_536 });
      return undefined;
    },
  }),
];
