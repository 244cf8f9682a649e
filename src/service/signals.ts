/** Stops this process on a signal, or when its parent npm ends. */
import { readFileSync } from 'node:fs'

const POLL_MS = 500

/** Calls `stop` at every signal. Later ones are caught too, so that they cannot interrupt the shutdown. */
export function onSignal(stop: (signal: NodeJS.Signals) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/** Detects a killed npm, which passes on no signal, by the change of the parent process. */
export function onLostParent(lost: () => void): void {
  const before = ancestry()
  const timer = setInterval(() => {
    if (ancestry() === before) return
    clearInterval(timer)
    lost()
  }, POLL_MS).unref()
}

/** The parent; also its parent if it is only the shell that npm inserts. */
function ancestry(): string {
  const parent = process.ppid
  if (process.platform !== 'linux') return String(parent)
  try {
    const command = readFileSync(`/proc/${parent}/cmdline`, 'utf8')
    if (!/^(\/\S*\/)?(sh|dash|bash)\0-c\0/.test(command)) return String(parent)
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    return `${parent} ${stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]}`
  } catch {
    return String(process.ppid) // the parent ended before the check
  }
}
