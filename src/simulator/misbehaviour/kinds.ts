import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { unsupportedVersionText } from '../schema/releases.js';
import { AxlFault, duplicateKey, memoryConsumed, recordLocked, tooManyRows } from '../soap/axl-fault.js';
import { faultResponse, pageResponse, pages, type SimulatedResponse } from '../soap/responses.js';
import * as hostile from './hostile-responses.js';

/**
 * When a rule acts: `arrival` before the request is read; `before` after it is read and before it is applied; `after`
 * when it is applied and no response is sent yet; `mid-body` when half of the response is sent.
 */
export const points = ['arrival', 'before', 'after', 'mid-body'] as const;
export type Point = (typeof points)[number];

/** The other fields of a rule; each kind uses the ones that it needs. */
interface RuleParameters {
  readonly point?: Point | undefined;
  readonly ms?: number | undefined;
  readonly jitterMs?: number | undefined;
  readonly retryAfter?: string | undefined;
  readonly location?: string | undefined;
  readonly axlcode?: number | undefined;
  readonly message?: string | undefined;
  readonly namespaced?: boolean | undefined;
  readonly megabytes?: number | undefined;
  readonly depth?: number | undefined;
  readonly rows?: number | undefined;
  readonly loss?: Loss | undefined;
}

/** What a kind knows about the request that it disturbs. */
export interface Scene {
  readonly rule: RuleParameters;
  readonly operation: string;
  readonly namespace: string;
  readonly acceptedVersions: readonly string[];
  readonly outgoing: ServerResponse;
  readonly resetConnection: () => void;
  /** The right response; absent at `arrival` and `before`. */
  readonly response: SimulatedResponse | undefined;
  /** Applies the request to the state, and makes the right response; only at `before`. */
  readonly apply: (() => Promise<SimulatedResponse>) | undefined;
  readonly random: () => number;
  /** Waits; ends early when the simulator closes, or the signal aborts. */
  readonly wait: (ms: number, ended?: AbortSignal) => Promise<void>;
  /** Aborts when the rule is cleared. */
  readonly cleared: AbortSignal;
}

/** A response to send instead of the right one; `taken`: nothing more must be sent; undefined: continue as usual. */
export type Interference = SimulatedResponse | 'taken' | undefined;

interface Kind {
  /** The points at which it can act; the first is the default. */
  readonly points: readonly [Point, ...Point[]];
  readonly act: (scene: Scene) => Interference | Promise<Interference>;
}

const anywhere = ['before', 'arrival', 'after'] as const;
const spoiling = ['after', 'before', 'arrival'] as const;

function kind(at: Kind['points'], act: Kind['act']): Kind {
  return { points: at, act };
}

/** Makes a kind that sends another response instead of the right one. */
function page(make: (rule: RuleParameters) => SimulatedResponse): Kind {
  return kind(anywhere, ({ rule }) => make(rule));
}

/** Makes a kind that sends a body that only looks like a response. */
function replacing(make: (scene: Scene) => SimulatedResponse): Kind {
  return kind(spoiling, make);
}

/** Makes a kind that damages the right response. */
function altering(alter: (response: SimulatedResponse, scene: Scene) => SimulatedResponse): Kind {
  return kind(['after'], (scene) => scene.response && alter(scene.response, scene));
}

/** Makes a kind that sends the right response badly: slowly, or with a connection that closes. */
function sending(
  send: (outgoing: ServerResponse, response: SimulatedResponse, scene: Scene) => void | Promise<void>,
): Kind {
  return kind(['after'], async (scene) => {
    if (scene.response !== undefined) await send(scene.outgoing, scene.response, scene);
    return 'taken' as const;
  });
}

/** Makes a kind that sends this many megabytes, as fast as the client reads them. */
function flooding(megabytes: (rule: RuleParameters) => number): Kind {
  return kind(spoiling, async ({ outgoing, operation, namespace, rule }) => {
    await hostile.sendHuge(outgoing, operation, namespace, megabytes(rule));
    return 'taken' as const;
  });
}

/** Makes a kind that sends a fault with its own code and words. */
function failing(make: () => AxlFault): Kind {
  return kind(anywhere, ({ operation }) => faultResponse(make(), operation));
}

/** A response with more rows than the rule allows becomes AXL's refusal; any other stays as it is. */
function tooLarge(response: SimulatedResponse, { rule, operation }: Scene): SimulatedResponse {
  const matched = response.body.toString().match(/<row[/>]/g)?.length ?? 0;
  const allowed = rule.rows ?? 1000;
  return matched > allowed ? faultResponse(tooManyRows(matched, allowed), operation) : response;
}

/** Loses the connection, and applies the request a while later. */
async function commitLate({ rule, outgoing, resetConnection, wait, apply }: Scene): Promise<'taken'> {
  await lose(rule.loss ?? 'reset', outgoing, resetConnection);
  await wait(rule.ms ?? 1000);
  await apply?.();
  return 'taken';
}

function reset({ rule, outgoing, response, resetConnection }: Scene): 'taken' {
  if (rule.point === 'mid-body' && response !== undefined) hostile.sendHalf(outgoing, response, resetConnection);
  else resetConnection();
  return 'taken';
}

/** Every kind of misbehaviour. Each row: when it may act, and what it does. */
export const kinds = {
  delay: kind(anywhere, async ({ rule, wait, cleared, random }) => {
    await wait((rule.ms ?? 1000) + random() * (rule.jitterMs ?? 0), cleared);
    return undefined;
  }),
  '401': page(() => pages.unauthorized()),
  '403': page(() => pages.forbidden()),
  '404': page(() => pages.notFound()),
  '413': page(() => pages.tooLarge()),
  '429': page((rule) => pages.tooMany(rule.retryAfter)),
  '502': page(() => pages.badGateway()),
  '503': page((rule) => pages.unavailable(rule.retryAfter)),
  '599': kind(anywhere, (scene) => pages.unsupportedVersion(unsupportedVersionText(scene.acceptedVersions))),
  redirect: page((rule) => pageResponse(302, 'Moved', 'Moved', { location: rule.location ?? '/ccmadmin/' })),
  fault: kind(anywhere, ({ rule, operation, namespace }) =>
    faultResponse(
      new AxlFault(rule.axlcode ?? -1, rule.message ?? 'The simulator was told to fail', 'Server'),
      operation,
      rule.namespaced === true ? namespace : undefined,
    ),
  ),
  'memory-fault': failing(memoryConsumed),
  locked: failing(recordLocked),
  'duplicate-key': failing(duplicateKey),
  'query-too-large': altering(tooLarge),
  // The node carries the altered request out, and answers as usual.
  'alters-list': kind(['before'], () => undefined),
  'late-commit': kind(['before'], commitLate),
  reset: kind(['before', 'arrival', 'after', 'mid-body'], reset),
  hang: kind(anywhere, () => 'taken'),
  html: replacing(() => pageResponse(200, 'Cisco Unified CM Administration', 'Please log in.')),
  empty: replacing(() => ({ status: 200, headers: {}, body: '' })),
  garbage: replacing(() => hostile.garbage()),
  'missing-return': replacing(({ operation, namespace }) => hostile.withoutReturn(operation, namespace)),
  'wrong-element': altering((response, { operation }) => hostile.renamed(response, operation)),
  truncated: altering((response) => hostile.truncated(response)),
  latin1: altering((response) => hostile.inLatin1(response)),
  'entity-bomb': replacing(({ operation, namespace }) => hostile.entityBomb(operation, namespace)),
  nesting: replacing(({ operation, namespace, rule }) => hostile.nested(operation, namespace, rule.depth ?? 10_000)),
  'gzip-bomb': replacing(({ operation, namespace, rule }) =>
    hostile.gzipBomb(operation, namespace, rule.megabytes ?? 100),
  ),
  huge: flooding((rule) => rule.megabytes ?? 100),
  endless: flooding(() => Number.POSITIVE_INFINITY),
  drip: sending((outgoing, response, { rule, wait }) => hostile.drip(outgoing, response, rule.ms ?? 1000, wait)),
  'close-after': sending(hostile.sendAndClose),
};

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];

/** The kind's row, with the point of the rule. */
export function kindOf(rule: RuleParameters & { readonly kind: KindName }): {
  readonly point: Point;
  readonly act: Kind['act'];
} {
  const { points: possible, act } = kinds[rule.kind];
  return { point: rule.point ?? possible[0], act };
}

/**
 * How a connection ends during a request: it is reset, closed without a response, or held until the client gives up.
 */
export const losses = ['reset', 'close', 'hang'] as const;
type Loss = (typeof losses)[number];

/** Ends the connection in this way; resolves when it has ended. */
async function lose(loss: Loss, outgoing: ServerResponse, resetConnection: () => void): Promise<void> {
  if (outgoing.closed) return;
  const closed = once(outgoing, 'close');
  if (loss === 'reset') resetConnection();
  if (loss === 'close') outgoing.socket?.destroySoon();
  await closed;
}
