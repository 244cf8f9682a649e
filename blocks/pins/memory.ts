/** What the forms about pins remember. */
import { z } from 'zod'
import { homePage } from '../home/memory.js'
import { viewMemory } from '../kit/memory.js'

/** Of a verb that asks for its words: where the answer goes. */
const ask = z.object({ responseUrl: z.string().exactOptional() })
export type AskMemory = z.infer<typeof ask>
export const askMemory = viewMemory(ask)

/** What a form about a pin remembers of the button that opened it. */
export const openedFrom = z.object({
  accountId: z.string(),
  postId: z.string(),
  from: z.enum(['card', 'list', 'home']),
  /** Where the answer goes. */
  responseUrl: z.string().exactOptional(),
  /** The answer takes the place of the card whose button it was. */
  replacesCard: z.boolean().exactOptional(),
  /** Where the Home stood that it was opened from. */
  homePage: homePage.exactOptional(),
})
export type OpenedFrom = z.infer<typeof openedFrom>

const move = openedFrom.extend({
  /** When it went out as the form was opened, in Unix seconds; null: it had no time. Forms of old have none. */
  seenAt: z.number().nullable().exactOptional(),
  /** It took the place of another form; `isSaved`: what was changed there is. */
  follows: z.object({ isSaved: z.boolean() }).exactOptional(),
})
export type MoveMemory = z.infer<typeof move>
export const moveMemory = viewMemory(move)

const outcome = openedFrom.extend({
  /** The message that everybody sees, whose buttons were pressed. */
  shared: z.object({ channel: z.string(), ts: z.string() }).exactOptional(),
})
export type OutcomeMemory = z.infer<typeof outcome>
export const outcomeMemory = viewMemory(outcome)
