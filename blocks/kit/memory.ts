/** What a view remembers from when it is shown until something is done in it: Slack keeps it for us, and nobody sees it. Written and read here alone. */
import type { z } from 'zod'

/** Slack's limit for private_metadata. */
export const MOST_REMEMBERED = 3000

/** It was written by another version of this program, before an update or after it. */
export class UnreadableMemory extends Error {
  override readonly name = 'UnreadableMemory'
}

export type ViewMemory<T> = {
  /** How many more characters Slack would keep; below 0, it is too long. */
  room(memory: T): number
  /** @throws Error it is longer than what Slack keeps */
  write(memory: T): string
  /** Of any view that carries at least this much. @throws UnreadableMemory */
  read(view: { private_metadata: string }): T
}

/** @param shape of what is carried as JSON; what else is there is left out when it is read */
export const viewMemory = <T>(shape: z.ZodType<T>): ViewMemory<T> => ({
  room: (memory) => MOST_REMEMBERED - JSON.stringify(memory).length,
  write(memory) {
    const written = JSON.stringify(memory)
    if (written.length <= MOST_REMEMBERED) return written
    throw new Error(`a view was to remember ${written.length} characters, and Slack keeps ${MOST_REMEMBERED}`)
  },
  read({ private_metadata: written }) {
    const read = shape.safeParse(parsed(written))
    if (read.success) return read.data
    throw new UnreadableMemory('a view remembers something else', { cause: read.error })
  },
})

/** undefined: it is no JSON. */
function parsed(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
