/** Work at a moment at which no process can be started. */
import { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { vi } from 'vitest'

/**
 * What is begun while no process can be started, for want of a file descriptor, and how often somebody meant to end the one that was never born. Node
 * sends that signal to another process, or to all of this group, so it is not sent here.
 */
export async function whereNoneStarts<T>(begin: () => Promise<T>): Promise<{ outcome: Promise<T>; kills: number }> {
  const kill = vi.spyOn(ChildProcess.prototype, 'kill').mockReturnValue(false)
  const files: number[] = []
  try {
    for (;;) files.push(openSync('/dev/null', 'r'))
  } catch {}
  try {
    const outcome = begin()
    outcome.catch(() => {}) // who asked for it looks at it later
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve)) // it was tried
    return { outcome, kills: kill.mock.calls.length }
  } finally {
    for (const file of files) closeSync(file)
    kill.mockRestore()
  }
}
