import { invalidRequest } from '../../domain/errors.js';
import type { Middleware, Next } from 'koa';
import type { z } from 'zod';
import type { ErrorCode } from '../../domain/error-catalogue.js';
import { refuseWithout, rightOf } from '../../domain/rights.js';
import type { HeldBodies } from '../middleware/held-bodies.js';
import type { RequestState } from '../middleware/request-context.js';
import { type Answer, type DescribedBody, type DescribedCall, type QueryPart } from '../openapi/operation.js';
import { codesOfLookups } from '../openapi/problem-responses.js';
import { type Route, type RouteContext, type RouteDependencies, setJson, setJsonList } from './route.js';

/** Each call is described once. Its route, its checks and its operation in the OpenAPI document are made of that. */

/** A part of the service that may be missing. */
export interface Need<Part> {
  /** The problems of a call that needs it. */
  readonly codes: readonly ErrorCode[];
  /** @throws ServiceError if it is missing */
  readonly in: (to: RouteDependencies) => Part;
}

/** A body that a call takes. */
export interface Body<Sent> extends DescribedBody {
  /** @returns what receives the body, before the call is answered */
  readonly receive: (bodies: HeldBodies) => Middleware<RequestState>;
  /**
   * Reads the received body.
   * @throws ServiceError `invalid-request`
   */
  readonly read: (sent: unknown, ctx: RouteContext) => Sent | Promise<Sent>;
}

type Answers = Readonly<Record<number, Answer>>;

/** The type that the schemas of the answers describe; undefined for an answer without JSON. */
type ContentOf<All extends Answers> = All[keyof All] extends infer One
  ? One extends { readonly json: Readonly<Record<string, infer Schema extends z.ZodType>> }
    ? DeepReadonly<z.output<Schema>>
    : undefined
  : never;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** What a call was given, checked. */
interface Given<Asked, Sent, Part> {
  readonly query: Asked;
  readonly body: Sent;
  /** The part of the service that it needs. */
  readonly part: Part;
}

interface Call<Asked, Sent, Part, All extends Answers> extends DescribedCall {
  /** An example of the call, shown to callers of an unknown path; see Route. */
  readonly example?: string;
  readonly needs?: Need<Part>;
  readonly query?: QueryPart<Asked>;
  readonly body?: Body<Sent>;
  readonly answers: All;
  /** Whether its answer may be a long list, which goes out in pieces. */
  readonly isLong?: true;
  /**
   * @returns the content of the answer, for which the compiler compares the schema; undefined if the context has the
   * answer already. Without another status in the context, the answer has the first status of `answers`
   */
  readonly respond: (
    ctx: RouteContext,
    given: Given<Asked, Sent, Part>,
    to: RouteDependencies,
  ) => ContentOf<All> | Promise<ContentOf<All>>;
}

/** @returns the route of a call */
export function call<const All extends Answers, Asked = undefined, Sent = undefined, Part = undefined>(
  described: Call<Asked, Sent, Part, All>,
): Route {
  const { method, path, example, right, needs, query, body, isLong = false } = described;
  const respond: (...given: Parameters<typeof described.respond>) => unknown = described.respond;
  const [usualStatus = 200] = Object.keys(described.answers).map(Number);
  return {
    ...{ method, path, call: example, described },
    handlers: (to) => [
      ...(right ? [withRight(right, to)] : []),
      ...(right?.needed === 'change' || path.endsWith('/undo') ? [refuseRuns(to)] : []),
      ...(body ? [body.isOptional ? ifSent(body.receive(to.bodies)) : body.receive(to.bodies)] : []),
      async function answering(ctx: RouteContext): Promise<void> {
        const part = needs?.in(to) as Part;
        const asked = query?.parse(ctx.query) as Asked;
        const sent = (body && (await body.read(takeBody(ctx) ?? (body.isOptional && {}), ctx))) as Sent;
        if (usualStatus !== 200) ctx.status = usualStatus;
        const content = await respond(ctx, { query: asked, body: sent, part }, to);
        if (isLong && Array.isArray(content)) setJsonList(ctx, content);
        else if (content !== undefined) setJson(ctx, content);
      },
    ],
  };
}

/** @returns the route of a lookup, which the inventory answers if the caller's Cache-Control allows it */
export function lookup<const All extends Answers, Asked>(
  described: Omit<Call<Asked, undefined, undefined, All>, 'method' | 'tag' | 'headers'>,
): Route {
  return call<All, Asked>({
    problems: codesOfLookups,
    ...described,
    ...{ method: 'get', tag: 'Phones', headers: ['Cache-Control'] },
  });
}

function withRight({ needed, to: what }: NonNullable<DescribedCall['right']>, { roles }: RouteDependencies) {
  return async function checkingRight({ state: { user = '' } }: RouteContext, next: Next): Promise<void> {
    refuseWithout(needed, rightOf(user, roles), what);
    await next();
  };
}

/**
 * Takes the body out of the request. While the write waits, the body is then in memory only once, and not three times.
 */
function takeBody({ request }: RouteContext): unknown {
  const { body } = request;
  request.body = undefined;
  request.rawBody = '';
  return body;
}

/** Refuses the header `Run` of releases before 2.0.0: there are no runs any more, and a write must not seem part of one. */
function refuseRuns({ history }: RouteDependencies): Middleware<RequestState> {
  return async function withoutRun(ctx: RouteContext, next: Next) {
    if (history && ctx.get('Run') !== '') {
      const detail = 'is not taken any more; POST /changes sets several lists as one change';
      throw invalidRequest([{ field: 'header.Run', detail }]);
    }
    await next();
  };
}

/** Whether a request has a body. */
function hasBody({ req: { headers } }: RouteContext): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Receives a body that may be left out. */
function ifSent(receive: Middleware<RequestState>): Middleware<RequestState> {
  return async function receiving(ctx: RouteContext, next: Next) {
    await (hasBody(ctx) ? receive(ctx, next) : next());
  };
}
