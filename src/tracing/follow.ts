/** Carries the id of a request, and its span if tracing is on, through everything that is done for it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { DomainError } from '../core/lib/errors.js'
import type { Followed, TraceFacts, Tracing } from '../core/ports/tracing.js'

/** A timed step of a trace; unsampled requests have none. */
export type OpenSpan = {
  /** Hexadecimal, for a log line. */
  traceId: string
  child(name: string, facts: TraceFacts): OpenSpan | null
  end(facts: TraceFacts, isFailed: boolean): void
}
/** The factory of root spans. */
export type Spans = {
  /** @returns null if the trace is not sampled */
  root(name: string, came: { isFromOutside: boolean; traceparent?: string | undefined }): OpenSpan | null
}

type Here = { requestId: string; span: OpenSpan | null }
const here = new AsyncLocalStorage<Here>()

/** The fields of each log line. */
export function followedFacts(): object {
  const at = here.getStore()
  if (!at) return {}
  return at.span ? { requestId: at.requestId, traceId: at.span.traceId } : { requestId: at.requestId }
}

/** Runs work that belongs to no request, although it may begin during one, so its log lines have no id. */
export const unfollowed = <T>(work: () => T): T => here.exit(work)

/** @param spans null: tracing is off, and steps cost nothing */
export function makeTracing(spans: Spans | null): Tracing {
  const begin: Tracing['begin'] = ({ requestId, name, traceparent }): Followed => {
    const at: Here = { requestId, span: spans?.root(name, { isFromOutside: true, traceparent }) ?? null }
    return { within: (work) => here.run(at, work), end: (facts, isFailed) => at.span?.end(facts, isFailed) }
  }
  const step: Tracing['step'] = async (name, facts, work) => {
    const at = here.getStore()
    if (at && !at.span) return work()
    const within: Here = at
      ? { requestId: at.requestId, span: at.span?.child(name, facts) ?? null }
      : { requestId: randomUUID(), span: spans?.root(name, { isFromOutside: false }) ?? null }
    try {
      const result = await here.run(within, work)
      within.span?.end(facts, false)
      return result
    } catch (error) {
      within.span?.end(facts, !(error instanceof DomainError))
      throw error
    }
  }
  return { begin, step }
}

/**
 * Wraps an adapter so that its calls are steps of a trace: `storage.put`.
 * @param except methods that return a value instead of a promise
 */
export function withSteps<Adapter extends object>(
  tracing: Tracing,
  called: string,
  adapter: Adapter,
  except: readonly (keyof Adapter & string)[] = [],
): Adapter {
  const steps = new Map<PropertyKey, unknown>()
  for (const [name, method] of Object.entries(adapter) as [keyof Adapter & string, unknown][]) {
    if (typeof method !== 'function' || except.includes(name)) continue
    const call = (given: unknown[]) => Reflect.apply(method, adapter, given) as Promise<unknown>
    steps.set(name, (...given: unknown[]) => tracing.step(`${called}.${name}`, {}, () => call(given)))
  }
  return new Proxy(adapter, { get: (target, name): unknown => steps.get(name) ?? Reflect.get(target, name) })
}
