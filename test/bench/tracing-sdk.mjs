import { Buffer } from 'node:buffer';
import http from 'node:http';
import { INVALID_SPAN_CONTEXT, trace } from '@opentelemetry/api';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';

/**
 * The SDK as an operator loads it, for the bench, which sets by messages what share of the requests is traced. With a
 * share of 0, the API makes its spans without an SDK. Spans are collected in batches. With COLLECTOR they are sent to
 * that address as OTLP in JSON, like the HTTP exporter does; without it they are dropped.
 */
const { COLLECTOR } = process.env;
const agent = new http.Agent({ keepAlive: true });

const exporter = {
  export(spans, done) {
    if (!COLLECTOR) {
      done({ code: 0 });
      return;
    }
    const body = JSON.stringify({
      resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: {}, spans: spans.map(asOtlp) }] }],
    });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = http.request(COLLECTOR, { method: 'POST', headers, agent }, (response) => {
      response.resume().once('end', () => done({ code: 0 }));
    });
    request.once('error', (error) => done({ code: 1, error }));
    request.end(body);
  },
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

function asOtlp(span) {
  const { name, kind, attributes, status, links, startTime, endTime, parentSpanContext } = span;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    ...{ traceId, spanId, parentSpanId: parentSpanContext?.spanId, flags: traceFlags, name, kind: kind + 1 },
    startTimeUnixNano: nanoseconds(startTime),
    endTimeUnixNano: nanoseconds(endTime),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: asValue(value) })),
    links: links.map(({ context }) => ({ traceId: context.traceId, spanId: context.spanId })),
    status,
  };
}

function nanoseconds([seconds, rest]) {
  return `${seconds}${String(rest).padStart(9, '0')}`;
}

function asValue(value) {
  return typeof value === 'number' ? { intValue: value } : { stringValue: String(value) };
}

const spanProcessors = [new BatchSpanProcessor(exporter)];
const nothing = { startSpan: () => trace.wrapSpanContext(INVALID_SPAN_CONTEXT) };
let tracer = nothing;

process.on('message', ({ share }) => {
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) });
  tracer = share === 0 ? nothing : new NodeTracerProvider({ sampler, spanProcessors }).getTracer('axl-phone-proxy');
  process.send({ share });
});
process.channel.unref();

new NodeTracerProvider().register({ contextManager: null });
trace.disable();
trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: (...about) => tracer.startSpan(...about) }) });
