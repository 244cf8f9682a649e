/** Opens tracing as configured: log lines always have ids, traces require a collector. */
import type { Log } from '../core/ports/deps.js'
import type { Tracing } from '../core/ports/tracing.js'
import { makeTracing } from './follow.js'
import type { OtlpOptions } from './otlp.js'

/** @param options null: tracing is off, and OpenTelemetry is not loaded */
export async function openTracing(
  options: Omit<OtlpOptions, 'log' | 'version'> | null,
  { version, log }: { version: string; log: Log },
): Promise<{ tracing: Tracing; isOn: boolean; close: () => Promise<void> }> {
  if (!options) return { tracing: makeTracing(null), isOn: false, close: () => Promise.resolve() }
  const { openOtlp } = await import('./otlp.js')
  const { spans, close } = openOtlp({ ...options, version, log })
  return { tracing: makeTracing(spans), isOn: true, close }
}
