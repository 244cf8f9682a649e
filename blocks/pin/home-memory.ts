/** The private metadata of Home: the fingerprint of its content, and what the person just did on it. */
import { z } from 'zod'
import { UnreadableMemory, viewMemory } from '../kit/memory.js'

/** The result of a press, in one line. */
const outcomeLine = z.object({
  /** mrkdwn, with user text escaped. */
  words: z.string(),
  /** The change that the line describes, for its Undo button. */
  undo: z
    .union([
      z.object({ accountId: z.string(), postId: z.string(), version: z.number() }),
      z.object({ accountId: z.string(), changeId: z.string() }),
    ])
    .exactOptional(),
})
export type OutcomeLine = z.infer<typeof outcomeLine>

/**
 * `said`: what the person just did, shown on top while it can be undone, `until` in Unix milliseconds. `turn`: counts the
 * choices of the menu, which a new block id empties after each.
 */
export const homePage = z.object({
  accountId: z.string(),
  said: outcomeLine.extend({ until: z.number() }).exactOptional(),
  turn: z.number().exactOptional(),
})
export type HomePage = z.infer<typeof homePage>
const page = viewMemory(homePage)

/** @param shown null: nothing was done on Home */
export const writeHome = (fingerprint: string, shown: HomePage | null): string =>
  shown ? `${fingerprint} ${page.write(shown)}` : fingerprint

/** @returns undefined if nothing was done on Home, or if an older version wrote it: Slack keeps a Home until it is opened */
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
