import type { Context } from 'koa';
import type { KeyedDevice } from '../../domain/device.js';
import { type Asked, type Found, lookUp, type LookupName, type Taken } from '../../use-cases/lookups.js';
import type { RequestState } from '../middleware/request-context.js';
import { openCallContext } from './open-call-context.js';
import type { RouteDependencies } from './route.js';

/**
 * Looks something up for a caller, within the request's time, live or in the inventory as its Cache-Control allows.
 * An answer from the inventory has Age (RFC 9111, 5.1) and Cache-Status (RFC 9211).
 */
export async function lookedUp<Name extends LookupName>(
  ctx: Context & { state: RequestState },
  name: Name,
  asked: Asked<Name>,
  { lookups, time }: Pick<RouteDependencies, 'lookups' | 'time'>,
): Promise<Found<Name>> {
  const taken = takenBy(ctx.req.headers['cache-control'], lookups.taken);
  const { context, release } = openCallContext(ctx, 'read', time);
  try {
    const { found, ageMs, leftOut } = await lookUp(name, asked, taken, lookups, context);
    if (ageMs !== undefined) {
      ctx.set({ Age: String(Math.ceil(ageMs / 1_000)), 'Cache-Status': `axl-phone-proxy; hit${named(leftOut)}` });
    }
    return found;
  } finally {
    release();
  }
}

/** @returns a parameter of Cache-Status that names the devices which the answer leaves out */
function named(leftOut: readonly KeyedDevice[] = []): string {
  const names = leftOut.map(({ device: { kind, name } }) => `${kind}/${encodeURIComponent(name)}`);
  return names.length === 0 ? '' : `; left-out="${names.join(' ')}"`;
}

/**
 * @param usual the default, if a caller sends no directive
 * @returns the directives of a request's Cache-Control: `max-age`, `only-if-cached` and `no-cache` (RFC 9111, 5.2.1),
 * and `stale-if-error` (RFC 5861, 4). Other directives are ignored.
 */
export function takenBy(header: string | undefined, usual: Omit<Taken, 'isKeptOnly'>): Taken {
  if (header === undefined) return { ...usual, isKeptOnly: false };
  const given = directivesIn(header);
  const isKeptOnly = given.has('only-if-cached');
  if (given.has('no-cache')) return { maxAgeMs: 0, staleIfErrorMs: 0, isKeptOnly };
  return {
    maxAgeMs: millisecondsIn(given.get('max-age')) ?? (isKeptOnly ? Infinity : usual.maxAgeMs),
    staleIfErrorMs: millisecondsIn(given.get('stale-if-error')) ?? usual.staleIfErrorMs,
    isKeptOnly,
  };
}

const directive = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;"]*)))?[^,]*/g;

/** @returns the values by names in lower case; a repeated directive has several */
function directivesIn(header: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [, name = '', quoted, plain = ''] of header.matchAll(directive)) {
    const key = name.toLowerCase();
    found.set(key, [...(found.get(key) ?? []), quoted ?? plain]);
  }
  return found;
}

/**
 * If there are several values, the smallest one counts. An invalid value counts as 0, because a live answer is better
 * than one that is too old.
 */
function millisecondsIn(values: readonly string[] | undefined): number | undefined {
  if (!values) return undefined;
  return Math.min(...values.map((value) => (/^\d+$/.test(value) ? Number(value) * 1_000 : 0)));
}
