/** What stops this process: a signal, or npm above it going away. */
import { readFileSync } from 'node:fs'

const POLL_MS = 500

/** Calls `stop` at the first signal. Any further one is caught too, so that it cannot interrupt the shutdown. */
export function onSignal(stop: (signal: NodeJS.Signals) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/** npm that is killed outright passes nothing on: its child then belongs to another process. */
export function onLostParent(lost: () => void): void {
  const before = ancestry()
  const timer = setInterval(() => {
    if (ancestry() === before) return
    clearInterval(timer)
    lost()
  }, POLL_MS).unref()
}

/** The parent; and the one above it when the parent is only the shell that npm puts between. */
function ancestry(): string {
  const parent = process.ppid
  if (process.platform !== 'linux') return String(parent)
  try {
    const command = readFileSync(`/proc/${parent}/cmdline`, 'utf8')
    if (!/^(\/\S*\/)?(sh|dash|bash)\0-c\0/.test(command)) return String(parent)
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    return `${parent} ${stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]}`
  } catch {
    return String(process.ppid) // it went away before the check
  }
}
