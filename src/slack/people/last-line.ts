/** The last line that a person typed behind /pin in this process: a report begins with it. */
import type { SlackDeps } from '../listener.js'

type Known = Pick<SlackDeps, 'db'>

/** The most people whose line is stored; the oldest line is dropped first. */
const MOST = 1000
const linesOf = new WeakMap<Known['db'], Map<string, string>>()

export function rememberLine({ db }: Known, userId: string, line: string): void {
  const lines = linesOf.get(db) ?? new Map<string, string>()
  linesOf.set(db, lines)
  lines.delete(userId)
  lines.set(userId, line)
  const [oldest] = lines.keys()
  if (lines.size > MOST && oldest !== undefined) lines.delete(oldest)
}

export const lastLine = ({ db }: Known, userId: string): string | undefined => linesOf.get(db)?.get(userId)
