/** Closes what was opened in reverse order, each part within its time. */
import { withTimeout } from '../core/lib/timeout.js'

export type Close = () => Promise<unknown> | void

export type Shutdown = {
  /** Registers how to close what has just been opened, and the longest wait for it. */
  opened(name: string, withinMs: number, close: Close): void
  /**
   * Closes everything, the last opened first, logging and skipping a part that fails or is late. Later calls wait for the first.
   */
  close(): Promise<void>
  /** Makes a start in progress end at its next `check`. */
  requestStop(): void
  /** @throws Stopped after requestStop() */
  check(): void
  /** Real ms since a stop was requested, or has begun; 0 before. */
  stoppingForMs(): number
  /** True once a stop was requested or has begun. */
  isStopping(): boolean
}

/** A stop was requested during the start. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

export function makeShutdown(report: (part: string, error: unknown) => void): Shutdown {
  const parts: { name: string; withinMs: number; close: Close }[] = []
  let shutdown: Promise<void> | undefined
  let stoppingFrom: number | undefined
  const stopping = () => (stoppingFrom ??= performance.now())
  const closeAll = async () => {
    for (let part = parts.pop(); part; part = parts.pop()) {
      const { name, withinMs, close } = part
      try {
        await withTimeout(
          withinMs,
          () => new Error(`not closed within ${withinMs} ms`),
          async () => close(),
        )
      } catch (error) {
        report(name, error)
      }
    }
  }
  return {
    opened: (name, withinMs, close) => void parts.push({ name, withinMs, close }),
    close() {
      stopping()
      return (shutdown ??= closeAll())
    },
    requestStop: () => void stopping(),
    check() {
      if (stoppingFrom !== undefined) throw new Stopped('stopped while starting')
    },
    stoppingForMs: () => (stoppingFrom === undefined ? 0 : performance.now() - stoppingFrom),
    isStopping: () => stoppingFrom !== undefined,
  }
}
