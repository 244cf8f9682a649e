/** The private metadata of the forms about pins. */
import { z } from 'zod'
import { homePage } from './home-memory.js'
import { viewMemory } from '../kit/memory.js'

/** The metadata of the form for a verb without words: the URL for the response, and the named account. */
const ask = z.object({ responseUrl: z.string().exactOptional(), accountId: z.string().exactOptional() })
export type AskMemory = z.infer<typeof ask>
export const askMemory = viewMemory(ask)

/** Where a form was opened, so that the response goes there. */
export const whence = z.object({
  from: z.enum(['card', 'list', 'home']),
  responseUrl: z.string().exactOptional(),
  /** The response replaces the card whose button opened the form. */
  replacesCard: z.boolean().exactOptional(),
  /** The page of Home that the form was opened from. */
  homePage: homePage.exactOptional(),
  /** The list that is shown again in place, as writeListRef() wrote it. */
  list: z.string().exactOptional(),
  /** The form below this one. */
  viewId: z.string().exactOptional(),
})
export type Whence = z.infer<typeof whence>

/** `whence` for a form about one pin. */
export const openedFrom = whence.extend({ accountId: z.string(), postId: z.string() })
export type OpenedFrom = z.infer<typeof openedFrom>
export const openedFromMemory = viewMemory(openedFrom)

/** The metadata of a list in a form: the list in a message that the form was opened from, if any. */
const listForm = openedFrom.pick({ responseUrl: true, list: true })
export type ListMemory = z.infer<typeof listForm>
export const listMemory = viewMemory(listForm)

const move = openedFrom.extend({
  /** The pin's time when the form was opened, in Unix seconds; null: it had none. Forms of older versions lack the field. */
  seenAt: z.number().nullable().exactOptional(),
})
export type MoveMemory = z.infer<typeof move>
export const moveMemory = viewMemory(move)
/** Converts to Unix seconds, as a form stores a time; `timeSeen` converts back. */
export const rememberTime = (at: Date | null): number | null => at && Math.floor(at.getTime() / 1000)
export const timeSeen = (seenAt: number | null): Date | null => (seenAt === null ? null : new Date(seenAt * 1000))

const moveSeries = openedFrom.extend({
  intervalGroupId: z.string(),
  /** The time of the next waiting pin when the form was opened, in Unix seconds. */
  seenAt: z.number(),
  /** The core's fingerprint of all pins of the series at that time. */
  shown: z.string(),
})
export type MoveSeriesMemory = z.infer<typeof moveSeries>
export const moveSeriesMemory = viewMemory(moveSeries)

const outcome = openedFrom.extend({
  /** The shared message whose button was pressed. */
  shared: z.object({ channel: z.string(), ts: z.string() }).exactOptional(),
})
export type OutcomeMemory = z.infer<typeof outcome>
export const outcomeMemory = viewMemory(outcome)

const comments = z.object({ accountId: z.string(), postId: z.string(), at: z.number() })
export type CommentsMemory = z.infer<typeof comments>
export const commentsMemory = viewMemory(comments)

/** What a list is made from: its kind, its account, and what that kind needs. */
const listRef = z.discriminatedUnion('kind', [
  /** `words`: the days as typed at the instant `at` (Unix milliseconds). `cursor`: the page. */
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
    label: z.string().exactOptional(),
    cursor: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('found'), accountId: z.string(), words: z.string() }),
  /** The pins that wait for approval. `of`: which of them; `at`: where the page begins. */
  z.object({
    kind: z.literal('requests'),
    accountId: z.string(),
    of: z.enum(['forMe', 'mine', 'others', 'dueToday', 'overdue', 'onHold']).exactOptional(),
    at: z.number().exactOptional(),
  }),
  z.object({ kind: z.literal('series'), accountId: z.string(), intervalGroupId: z.string() }),
  /** The pins of a review. `at`: where its page begins. `position`: the item whose row was pressed. */
  z.object({
    kind: z.literal('review'),
    accountId: z.string(),
    reviewId: z.string(),
    at: z.number().exactOptional(),
    position: z.number().exactOptional(),
  }),
  /** The details of one pin. */
  z.object({ kind: z.literal('details'), accountId: z.string(), postId: z.string() }),
])
export type ListRef = z.infer<typeof listRef>
export type ListKind = ListRef['kind']

export const writeListRef = (ref: ListRef): string => JSON.stringify(ref)

/** @param written undefined if there is no list @returns undefined also for what another version of this program wrote */
export function readListRef(written: string | undefined): ListRef | undefined {
  if (written === undefined) return undefined
  try {
    return listRef.safeParse(JSON.parse(written)).data
  } catch {
    return undefined
  }
}

/** “Fix links”: the pins of the form, in its order. */
const fixLinks = z.object({ accountId: z.string(), postIds: z.array(z.string()) })
export const fixLinksMemory = viewMemory(fixLinks)
