/** The only reader and writer of private metadata, in which Slack keeps the data of a view, unseen, until it is used. */
import type { z } from 'zod'

/** Slack's limit for private_metadata. */
export const MOST_REMEMBERED = 3000

/** The metadata was written by an older or newer version of this program. */
export class UnreadableMemory extends Error {
  override readonly name = 'UnreadableMemory'
}

export type ViewMemory<T> = {
  /** The number of characters left below Slack's limit; negative if the metadata is too long. */
  room(memory: T): number
  /** @throws Error if the metadata is longer than Slack's limit */
  write(memory: T): string
  /** Reads any view with at least these fields. @throws UnreadableMemory */
  read(view: { private_metadata: string }): T
}

/** @param shape the schema of the JSON; reading drops other fields */
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

/** @returns undefined if the text is not JSON */
function parsed(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
