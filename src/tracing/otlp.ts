/** Sends OpenTelemetry spans in batches to a collector over OTLP. Loaded only if a collector is configured. */
import { type Context, diag, DiagLogLevel, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Log } from '../core/ports/deps.js'
import type { TraceFacts } from '../core/ports/tracing.js'
import { type OpenSpan, type Spans, unfollowed } from './follow.js'

export type OtlpOptions = {
  /** The collector's address, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  version: string
  /** The share of traces that are kept, 0 to 1. */
  ratio: number
  log: Log
}

/** Further waiting spans are dropped, so that a slow collector costs no memory. */
const MAX_QUEUED = 2_048
const SEND_EVERY_MS = 2_000
const SEND_WITHIN_MS = 5_000
/** An unavailable collector is logged once a minute. */
const SAY_EVERY_MS = 60_000
const MAX_PROBLEM = 300

/**
 * Samples by the trace id alone, so that every service of a trace decides alike, whatever a caller requests: a stranger cannot
 * have all of their requests recorded.
 */
export function openOtlp({ endpoint, headers, serviceName, version, ratio, log }: OtlpOptions): {
  spans: Spans
  close: () => Promise<void>
} {
  sayProblems(log)
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: SEND_WITHIN_MS })
  const batches = { maxQueueSize: MAX_QUEUED, scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: SEND_WITHIN_MS }
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...batches })],
  })
  const tracer = provider.getTracer('pinslot', version)

  const open = (name: string, facts: TraceFacts, kind: SpanKind, parent: Context): OpenSpan | null => {
    const span = tracer.startSpan(name, { kind, attributes: facts }, parent)
    return span.isRecording() ? opened(span, trace.setSpan(parent, span)) : null
  }
  const opened = (span: Span, within: Context): OpenSpan => ({
    traceId: span.spanContext().traceId,
    child: (name, facts) => open(name, facts, SpanKind.INTERNAL, within),
    end(facts, isFailed) {
      span.setAttributes(facts)
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  })
  return {
    spans: {
      root: (name, { isFromOutside, traceparent }) =>
        open(name, {}, isFromOutside ? SpanKind.SERVER : SpanKind.INTERNAL, parentOf(traceparent)),
    },
    close: () => provider.shutdown(),
  }
}

function parentOf(traceparent: string | undefined): Context {
  const came = traceparent === undefined ? null : parseTraceParent(traceparent)
  return came ? trace.setSpanContext(ROOT_CONTEXT, { ...came, isRemote: true }) : ROOT_CONTEXT
}

/** Logs problems of the exporter, which reports lost spans nowhere else. */
function sayProblems(log: Log): void {
  let saidAt = -Infinity
  const say = (problem: unknown) => {
    const now = performance.now()
    if (now - saidAt < SAY_EVERY_MS) return
    saidAt = now
    const facts = { problem: String(problem).slice(0, MAX_PROBLEM) }
    unfollowed(() => log.warn(facts, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT'))
  }
  const nothing = () => {}
  diag.setLogger(
    { error: say, warn: say, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
