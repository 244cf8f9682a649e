/** The part of the configuration about traces, with OpenTelemetry's variable names: the collector and the share of traces. */
import { z } from 'zod'

export type TracingConfig = {
  /** The collector's address, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** The share of traces that are kept, 0 to 1. */
  ratio: number
}
type TracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_HEADERS?: Record<string, string> | undefined
  OTEL_SERVICE_NAME?: string | undefined
  OTEL_TRACES_SAMPLER_ARG?: number | undefined
}

const DEFAULT_RATIO = 0.1

/** Parses `name=value,name=value`, OpenTelemetry's form; its message repeats no value. */
export const otlpHeaders = z.string().transform((text, context) => {
  const pairs = text.split(',').map((pair) => /^([!#$%&'*+.^_`|~\w-]+)\s*=\s*([!-+\--~][ -+\--~]*)$/.exec(pair.trim()))
  if (pairs.every((pair) => pair !== null)) return Object.fromEntries(pairs.map(([, name, value]) => [name!, decoded(value!)]))
  context.addIssue('must be headers such as authorization=Bearer%20token, with commas between them')
  return z.NEVER
})

export const samplerRatio = z
  .string()
  .refine((text) => /^(?:0?\.\d{1,9}|[01](?:\.0{1,9})?)$/.test(text), 'must be a share from 0 to 1, such as 0.1')
  .transform(Number)

/** null: tracing is off. */
export const toTracing = (given: TracingVariables): TracingConfig | null =>
  given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: given.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        serviceName: given.OTEL_SERVICE_NAME ?? 'pinslot',
        ratio: given.OTEL_TRACES_SAMPLER_ARG ?? DEFAULT_RATIO,
      }

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // a literal percent sign
  }
}
