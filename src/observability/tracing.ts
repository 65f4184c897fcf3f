import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import {
  type Attributes,
  context,
  createContextKey,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { catalogued, type ErrorCode } from '../domain/error-catalogue.js';
import { isServiceError } from '../domain/errors.js';
import { type Observation, type Observe, saysNotThere } from './observations.js';

/**
 * Spans. They are stored only if an operator has loaded an OpenTelemetry SDK. The span of a request is passed on in its
 * CallContext. So no hooks are needed to follow the request through queues. Most spans are made afterwards, from
 * observations. Attributes contain only names and numbers of this service: never a caller's value, and of an error only
 * its code.
 */
const tracer = trace.getTracer('axl-phone-proxy');

/**
 * Begins the span of a caller's request, in the trace of its `traceparent` header, if any.
 * @param startedAt on the clock of performance.now() in milliseconds
 * @returns undefined if nothing is traced
 */
export function startRequestSpan({ headers, method = '' }: IncomingMessage, startedAt: number): Span | undefined {
  // An SDK may have a span for the request already.
  const active = context.active();
  const parent = trace.getSpan(active) ? active : propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, startTime: startedAt }, parent);
  return isSpanContextValid(span.spanContext()) ? span : undefined;
}

/**
 * Runs a part of a request in its own span.
 * @param name the name of the work, the same for all callers
 */
export function inSpan<Within extends { readonly span?: Span | undefined }, Result>(
  within: Within,
  name: string,
  work: (inner: Within) => Promise<Result>,
): Promise<Result> {
  if (!isSampled(within.span)) return work(within);
  const span = tracer.startSpan(name, { startTime: performance.now() }, trace.setSpan(ROOT_CONTEXT, within.span));
  const end = (): void => {
    span.end(performance.now());
  };
  const result = work({ ...within, span });
  result.then(end, (thrown: unknown) => {
    const code = isServiceError(thrown) ? thrown.code : 'internal-error';
    if (isTrouble(code)) fail(span, code);
    else span.setAttribute('axl_phone_proxy.code', code);
    end();
  });
  return result;
}

/** Links a span to the one whose answer it shares. */
export function linkSpan(span: Span | undefined, shared: Span | undefined): void {
  if (isSampled(span) && shared) span.addLink({ context: shared.spanContext() });
}

/** Ends the span of each request, and makes the spans of attempts at the call manager and of requests to the store. */
export const traceObservation: Observe = (observation) => {
  const { kind } = observation;
  if (kind === 'request') endRequestSpan(observation);
  else if (kind === 'axl-call') {
    const { operation, node, outcome, sends, axlCode } = observation;
    const isFailure = outcome !== 'ok' && outcome !== 'abandoned' && !saysNotThere(observation);
    addSpan(observation, `AXL ${operation}`, SpanKind.CLIENT, isFailure ? outcome : undefined, {
      'axl.operation': operation,
      'axl.outcome': outcome,
      'axl.sends': sends,
      'server.address': node,
      ...(axlCode !== undefined && { 'axl.code': axlCode }),
    });
  } else if (kind === 'history') {
    const { operation, cause } = observation;
    addSpan(observation, `history ${operation}`, SpanKind.CLIENT, cause, { 'db.operation.name': operation });
  }
};

function endRequestSpan({
  span,
  method,
  route,
  status,
  code,
  requestId,
}: Extract<Observation, { readonly kind: 'request' }>): void {
  if (!isSampled(span)) return;
  const isKnown = route !== 'unknown';
  span.updateName(isKnown ? `${method} ${route}` : method);
  span.setAttributes({
    'http.request.method': method,
    'http.response.status_code': status,
    'axl_phone_proxy.request_id': requestId,
    ...(isKnown && { 'http.route': route }),
    ...(code !== undefined && { 'axl_phone_proxy.code': code }),
  });
  if (status >= 500) fail(span, code ?? String(status));
  span.end(performance.now());
}

function addSpan(
  { span: parent, durationMs }: { readonly span?: Span | undefined; readonly durationMs: number },
  name: string,
  kind: SpanKind,
  failure: string | undefined,
  attributes: Attributes,
): void {
  if (!isSampled(parent)) return;
  const now = performance.now();
  const options = { kind, attributes, startTime: now - durationMs };
  const span = tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
  if (failure !== undefined) fail(span, failure);
  span.end(now);
}

/**
 * Whether a span is sampled, according to its trace flags. `isRecording` cannot be used: it is false after the span has
 * ended, but later spans still belong to that span.
 */
function isSampled(span: Span | undefined): span is Span {
  return span !== undefined && (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
}

function isTrouble(code: ErrorCode): boolean {
  return catalogued(code).status >= 500;
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const undiciRequests = channel('undici:request:create');
/** SDKs use this key to suppress tracing and trace headers. */
const untraced = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** Sends something to the call manager without trace headers. An SDK may add them to every request of undici. */
export function sendUntraced(send: () => void): void {
  if (undiciRequests.hasSubscribers) context.with(context.active().setValue(untraced, true), send);
  else send();
}

/** How long the end of the process waits for the last spans, in milliseconds. */
const longestFlushMs = 2_000;

/** Makes the SDK, if there is one, export its remaining spans, and waits at most two seconds for that. */
export async function flushSpans(): Promise<void> {
  // The registered provider is wrapped in a proxy object. The class of the proxy is in the SDK's own copy of the API,
  // so `instanceof` cannot be used.
  const { getDelegate } = trace.getTracerProvider() as { getDelegate?: () => unknown };
  const sdk = getDelegate?.call(trace.getTracerProvider());
  if (!canFlush(sdk)) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestFlushMs);
  });
  // Exporters report their own errors.
  await Promise.race([sdk.forceFlush().catch(() => undefined), late]);
  clearTimeout(timer);
}

function canFlush(sdk: unknown): sdk is { forceFlush(): Promise<void> } {
  return typeof (sdk as { forceFlush?: unknown } | undefined)?.forceFlush === 'function';
}
