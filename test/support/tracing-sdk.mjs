import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';

/**
 * The SDK as an operator loads it with `node --import`, from packages other than those of dist/. Spans go to a file,
 * one line each (SPANS_FILE). BATCHED=1 holds them back until they are flushed, SAMPLED is the share that is kept, and
 * ADDS_HEADERS=1 adds trace headers to undici's requests, as instrumentations do.
 */
const { SPANS_FILE = '', BATCHED, SAMPLED = '1', ADDS_HEADERS, FETCHED } = process.env;

const exporter = {
  export(spans, done) {
    for (const span of spans) appendFileSync(SPANS_FILE, `${JSON.stringify(shown(span))}\n`);
    done({ code: 0 });
  },
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

function shown(span) {
  const { name, kind, attributes, status, events, links, startTime, endTime, parentSpanContext } = span;
  const { traceId, spanId } = span.spanContext();
  const linked = links.map((link) => link.context.spanId);
  const times = { startTime, endTime };
  return { name, kind, traceId, spanId, parent: parentSpanContext?.spanId, attributes, status, events, linked, times };
}

const spanProcessors =
  BATCHED === '1'
    ? [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 3_600_000 })]
    : [new SimpleSpanProcessor(exporter)];
const root = SAMPLED === '1' ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(Number(SAMPLED));
new NodeTracerProvider({ sampler: new ParentBasedSampler({ root }), spanProcessors }).register();

if (ADDS_HEADERS === '1') {
  subscribe('undici:request:create', ({ request }) => {
    const span = trace.getTracer('undici').startSpan('POST', { kind: SpanKind.CLIENT });
    const headers = {};
    propagation.inject(trace.setSpan(context.active(), span), headers);
    for (const [name, value] of Object.entries(headers)) request.addHeader(name, value);
    span.end();
  });
}
// Sends a request, so that tests can check that the headers are added.
if (FETCHED) await globalThis.fetch(FETCHED);
