/** Background tasks of a loop, in real time: a heartbeat, a prefetch. */
import type { Log } from '../core/ports/deps.js'

/** Runs one after another, each `ms` after the last one ended. */
export function every(ms: number, { log, name }: { log: Log; name: string }, work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  const run = async () => {
    await work().catch((error: unknown) => log.error({ loop: name, error }, 'a background task of the loop failed'))
    timer?.refresh()
  }
  return {
    start() {
      timer = setTimeout(() => (last = run()), ms)
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await last
    },
  }
}
