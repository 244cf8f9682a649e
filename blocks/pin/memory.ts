/** What the forms about pins remember. */
import { z } from 'zod'
import { homePage } from './home-memory.js'
import { viewMemory } from '../kit/memory.js'

/** Of a verb that asks for its words: where the answer goes, and the account that was named. */
const ask = z.object({ responseUrl: z.string().exactOptional(), accountId: z.string().exactOptional() })
export type AskMemory = z.infer<typeof ask>
export const askMemory = viewMemory(ask)

/** What a form remembers of the button that opened it: where its answer goes. */
export const whence = z.object({
  from: z.enum(['card', 'list', 'home']),
  /** Where the answer goes. */
  responseUrl: z.string().exactOptional(),
  /** The answer takes the place of the card whose button it was. */
  replacesCard: z.boolean().exactOptional(),
  /** Where the Home stood that it was opened from. */
  homePage: homePage.exactOptional(),
  /** The list that is shown again in place, by writeListRef. */
  list: z.string().exactOptional(),
  /** The form it was opened over. */
  viewId: z.string().exactOptional(),
})
export type Whence = z.infer<typeof whence>

/** The same of a form about a pin. */
export const openedFrom = whence.extend({ accountId: z.string(), postId: z.string() })
export type OpenedFrom = z.infer<typeof openedFrom>
export const openedFromMemory = viewMemory(openedFrom)

/** Of a list that is shown as a form: the list in a message that it was opened from, where there is one. */
const listForm = openedFrom.pick({ responseUrl: true, list: true })
export type ListMemory = z.infer<typeof listForm>
export const listMemory = viewMemory(listForm)

const move = openedFrom.extend({
  /** When it went out as the form was opened, in Unix seconds; null: it had no time. Forms of old have none. */
  seenAt: z.number().nullable().exactOptional(),
})
export type MoveMemory = z.infer<typeof move>
export const moveMemory = viewMemory(move)
/** A time as a form remembers it, in Unix seconds, and as the core takes it. */
export const rememberTime = (at: Date | null): number | null => at && Math.floor(at.getTime() / 1000)
export const timeSeen = (seenAt: number | null): Date | null => (seenAt === null ? null : new Date(seenAt * 1000))

const moveSeries = openedFrom.extend({
  intervalGroupId: z.string(),
  /** When the next of them went out as the form was opened, in Unix seconds. */
  seenAt: z.number(),
  /** All pins of the series as they were then. */
  shown: z.string(),
})
export type MoveSeriesMemory = z.infer<typeof moveSeries>
export const moveSeriesMemory = viewMemory(moveSeries)

const outcome = openedFrom.extend({
  /** The message that everybody sees, whose buttons were pressed. */
  shared: z.object({ channel: z.string(), ts: z.string() }).exactOptional(),
})
export type OutcomeMemory = z.infer<typeof outcome>
export const outcomeMemory = viewMemory(outcome)

/** What is listed, of which account, and the rest of what a list of that kind is made from. */
const listRef = z.discriminatedUnion('kind', [
  /** `words`: the window as it was typed, at the instant `at` (Unix milliseconds). `cursor`: the page. */
  z.object({
    kind: z.literal('queue'),
    accountId: z.string(),
    words: z.string().exactOptional(),
    at: z.number().exactOptional(),
    cursor: z.string().exactOptional(),
  }),
  z.object({
    kind: z.literal('some'),
    accountId: z.string(),
    which: z.enum(['published', 'drafts', 'failed']),
    cursor: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('found'), accountId: z.string(), words: z.string() }),
  /** Those that wait for a decision. */
  z.object({ kind: z.literal('requests'), accountId: z.string() }),
  z.object({ kind: z.literal('series'), accountId: z.string(), intervalGroupId: z.string() }),
  /** Pins that were brought together, and are decided together. `at`: where its page begins. `position`: the item whose row was pressed. */
  z.object({
    kind: z.literal('review'),
    accountId: z.string(),
    reviewId: z.string(),
    at: z.number().exactOptional(),
    position: z.number().exactOptional(),
  }),
  /** Everything there is to know of one pin. */
  z.object({ kind: z.literal('details'), accountId: z.string(), postId: z.string() }),
])
export type ListRef = z.infer<typeof listRef>
export type ListKind = ListRef['kind']

export const writeListRef = (ref: ListRef): string => JSON.stringify(ref)

/** @param written undefined: nothing, or of no list @returns undefined also for what another version of this program wrote */
export function readListRef(written: string | undefined): ListRef | undefined {
  if (written === undefined) return undefined
  try {
    return listRef.safeParse(JSON.parse(written)).data
  } catch {
    return undefined
  }
}
