import { createHash, type Hash } from 'node:crypto';
import { setImmediate as immediately } from 'node:timers/promises';
import type { Next } from 'koa';
import { faultsIn } from '../../../csv/entries.js';
import { mistakenFor } from '../../../csv/mistaken-files.js';
import type { CsvFault } from '../../../csv/read-records.js';
import { ListReader, type ListsRead, type WantedList } from '../../../csv/rows.js';
import { type AskedList, changeBounds } from '../../../changes/change.js';
import { invalidRequest, RequestRefused, type ServiceError } from '../../../domain/errors.js';
import type { DeviceName } from '../../../domain/identifiers.js';
import { rightOf } from '../../../domain/rights.js';
import { FewAtOnce } from '../../few-at-once.js';
import { sizeInWords } from '../../middleware/body-bounds.js';
import { ArrivedRequest } from '../../time-for-requests.js';
import { exportedExample } from '../export.js';
import { setJson, type Route, type RouteContext, type RouteDependencies } from '../route.js';
import { answerWith, keyOf } from './asked-change.js';
import { uploadQuery } from './change-query.js';
import { forUser, theChanges } from './one-change.js';
import { mostFaults } from './read-each.js';

/** The size of a file. */
const uploadBytes = 64 * 1024 * 1024;
/** How long a file may take to arrive, in milliseconds. */
const uploadMs = 600_000;
/** How many files arrive at the same time. */
const uploadsAtOnce = { inAll: 2, ofUser: 1 };
/** How much of a file is read at once, and how many of its lists are checked and stored at once. */
const pieceBytes = 65_536;
const listsAtOnce = 200;

const running = new FewAtOnce(uploadsAtOnce, 'uploads');

/** What the document says about such a body. */
export const uploadedFile = {
  description:
    `Or, as \`text/csv\`, the file that \`GET /export\` writes, up to ${sizeInWords(uploadBytes)} in ` +
    `${uploadMs / 60_000} minutes: each list in it becomes its rows. Every row is checked before anything is asked for; ` +
    `the first ${mostFaults} faults are named with their lines. Whether an \`Idempotency-Key\` was sent with the same file ` +
    'is known when all of it has arrived.',
  others: { 'text/csv': { schema: { type: 'string' }, example: exportedExample } },
};

/** The bytes of a body in pieces that are not small. */
async function* piecesOf(ctx: RouteContext): AsyncGenerator<Buffer> {
  let [chunks, bytes]: [Buffer[], number] = [[], 0];
  // If it were destroyed where reading ends early, no answer could be sent.
  const body = ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < pieceBytes) continue;
      yield Buffer.concat(chunks);
      [chunks, bytes] = [[], 0];
    }
  } catch {
    // What a consumer throws does not come here: only the connection has failed.
    throw new RequestRefused('invalid-request', { detail: 'The file did not arrive to its end.' });
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

/** Reads the lists in a file while it arrives. */
class ArrivingFile {
  readonly #ctx: RouteContext;
  readonly #hash: Hash = createHash('sha256');
  readonly #reader = new ListReader();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #faults: CsvFault[] = [];
  #bytes = 0;
  #lists = 0;

  constructor(ctx: RouteContext) {
    this.#ctx = ctx;
  }

  /** @returns a hash of all bytes, when they have arrived */
  hash(): string {
    return this.#hash.digest('base64url');
  }

  /**
   * The lists, some at a time. After the first fault there are no more; the file is then read on for its other faults.
   * @throws ServiceError that names each fault with its line, up to `mostFaults`
   */
  async *lists(): AsyncGenerator<readonly AskedList[]> {
    for await (const piece of this.#pieces()) {
      yield* this.#checked(this.#reader.take(this.#textOf(piece)));
      if (this.#faults.length >= mostFaults) break;
      await immediately();
    }
    if (this.#faults.length < mostFaults) yield* this.#checked(this.#reader.take(this.#textOf(), true));
    if (this.#faults.length === 0 && this.#lists === 0) this.#faults.push({ line: 1, problem: 'the file has no rows' });
    if (this.#faults.length === 0) return;
    const first = this.#faults.toSorted((a, b) => a.line - b.line).slice(0, mostFaults);
    throw invalidRequest(first.map(({ line, problem }) => ({ field: `line ${line}`, detail: problem })));
  }

  async *#pieces(): AsyncGenerator<Buffer> {
    for await (const piece of piecesOf(this.#ctx)) {
      const mistake = this.#bytes === 0 ? mistakenFor(piece, 'buttons') : undefined;
      if (mistake !== undefined) throw invalidRequest([{ field: 'body', detail: mistake }]);
      this.#bytes += piece.length;
      if (this.#bytes > uploadBytes) throw tooLarge();
      this.#hash.update(piece);
      yield piece;
    }
  }

  /** @param piece undefined at the end */
  #textOf(piece?: Buffer): string {
    try {
      return this.#decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw invalidRequest([{ field: 'body', detail: 'is not UTF-8 text; save it as "CSV UTF-8"' }]);
    }
  }

  /** The lists, as long as nothing was wrong so far. Other requests are served in between. */
  async *#checked({ lists, faults }: ListsRead): AsyncGenerator<readonly AskedList[]> {
    this.#faults.push(...faults);
    for (let at = 0; at < lists.length && this.#faults.length < mostFaults; at += listsAtOnce) {
      const some = lists.slice(at, at + listsAtOnce);
      for (const list of some) this.#faults.push(...this.#faultsOf(list));
      if (this.#faults.length === 0) yield some.map(askedOf);
      else await immediately();
    }
  }

  #faultsOf(list: WantedList): readonly CsvFault[] {
    this.#lists += 1;
    if (this.#lists !== changeBounds.lists + 1) return faultsIn(list);
    const problem = `begins list ${this.#lists}; one file has at most ${changeBounds.lists}`;
    return [{ line: list.line, problem }];
  }
}

function askedOf({ device, deviceKind, kind, rows }: WantedList): AskedList {
  return {
    device: { kind: deviceKind, name: device as DeviceName },
    kind,
    after: rows.map(({ entry }) => entry),
    ifMatch: undefined,
    undoes: undefined,
  };
}

function tooLarge(): ServiceError {
  return new RequestRefused('payload-too-large', { detail: `The file is larger than ${sizeInWords(uploadBytes)}.` });
}

/** @throws ServiceError for a file that is not sent as it is */
function refuseOtherForms(ctx: RouteContext): void {
  const charset = ctx.request.charset.toLowerCase();
  const isPlain = ['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase());
  if (!isPlain) ctx.set('Accept-Encoding', 'identity');
  if (!isPlain || (charset !== '' && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new RequestRefused('unsupported-media-type', {
      detail: 'Send the file in UTF-8, with Content-Type: text/csv, without a Content-Encoding.',
    });
  }
  if (ctx.request.length > uploadBytes) throw tooLarge();
}

async function upload(ctx: RouteContext, to: RouteDependencies): Promise<void> {
  const changes = theChanges.in(to);
  const { user = '', requestId, span } = ctx.state;
  const actor = { user, right: rightOf(user, to.roles) };
  const asked = uploadQuery.parse(ctx.query);
  const keyText = keyOf(ctx, '')?.text;
  refuseOtherForms(ctx);
  const isOver = running.take(user);
  try {
    if (ctx.req instanceof ArrivedRequest) ctx.req.arrivesWithinMs = uploadMs;
    const file = new ArrivingFile(ctx);
    const hash = (): string => keyOf(ctx, file.hash())?.hash ?? '';
    const stored = await changes.upload({ ...asked, keyText, lists: file.lists(), hash }, actor, { requestId, span });
    // The time of the request may be over.
    ctx.state.arrivedAt = performance.now();
    const json = await forUser(ctx, to, async (_, context) =>
      answerWith(ctx, changes, await changes.whenAsked(stored, actor, context), actor, context),
    );
    setJson(ctx, json);
  } finally {
    isOver();
  }
}

/** A file of buttons as the body of `POST /changes`, which the call for JSON describes. */
export const uploading: readonly Route[] = [
  {
    ...{ method: 'post', path: '/changes', call: undefined, described: undefined },
    handlers: (to) => [
      async function uploadingFile(ctx: RouteContext, next: Next) {
        await (ctx.request.is('text/csv') === 'text/csv' ? upload(ctx, to) : next());
      },
    ],
  },
];
