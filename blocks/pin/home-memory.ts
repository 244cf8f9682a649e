/** What Home remembers: the fingerprint of its content, and what was just done on it. */
import { z } from 'zod'
import { UnreadableMemory, viewMemory } from '../kit/memory.js'

/** What a press did, in one line. */
const outcomeLine = z.object({
  /** mrkdwn; what people wrote in it is escaped. */
  words: z.string(),
  /** The change that it describes: it can be undone from here. */
  undo: z
    .union([
      z.object({ accountId: z.string(), postId: z.string(), version: z.number() }),
      z.object({ accountId: z.string(), changeId: z.string() }),
    ])
    .exactOptional(),
})
export type OutcomeLine = z.infer<typeof outcomeLine>

/**
 * `said`: what the person just did there, shown on top for as long as it can be undone: `until` in Unix milliseconds. `turn`: counts the choices
 * of its menu, which is empty again after each.
 */
export const homePage = z.object({
  accountId: z.string(),
  said: outcomeLine.extend({ until: z.number() }).exactOptional(),
  turn: z.number().exactOptional(),
})
export type HomePage = z.infer<typeof homePage>
const page = viewMemory(homePage)

/** @param shown null: nothing was done on it */
export const writeHome = (fingerprint: string, shown: HomePage | null): string =>
  shown ? `${fingerprint} ${page.write(shown)}` : fingerprint

/** undefined: nothing was done on it, or another version showed it: a Home stays in Slack for as long as nobody opens it. */
export function readHomePage({ private_metadata: written }: { private_metadata: string }): HomePage | undefined {
  const [, shown] = /^\S+ (.+)$/.exec(written) ?? []
  if (shown === undefined) return undefined
  try {
    return page.read({ private_metadata: shown })
  } catch (error) {
    if (error instanceof UnreadableMemory) return undefined
    throw error
  }
}
