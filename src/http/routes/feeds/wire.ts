import { z } from 'zod'
import type { FeedEntryRow, Feed } from '../../../core/feeds/model.js'
import { ENTRY_STATES, FEED_ERROR_CODES, FEED_KINDS, FEED_STATES, feedErrorText } from '../../../core/feeds/model.js'
import type { WithEntries } from '../../../core/feeds/store.js'
import { FAILURE_CODES } from '../../../core/generations/model.js'
import { seconds, secondsOrNull, secondsSchema } from '../../wire/time.js'

const entrySchema = z
  .object({
    url: z.string().meta({ description: 'The page' }),
    title: z.string().nullable().meta({ description: 'As the feed says it; null: it does not' }),
    state: z.enum(ENTRY_STATES).meta({
      description: 'waiting: for its day; making: its page is being read; drafted: there is a draft; failed: there is none',
    }),
    failureCode: z
      .enum(FAILURE_CODES)
      .nullable()
      .meta({ description: 'Why there is none, as of a generation. Others may follow' }),
    generationId: z.string().nullable().meta({ description: 'The generation that made its draft; null: none was begun' }),
    foundAt: secondsSchema,
  })
  .meta({ id: 'FeedEntry', description: 'A page that a feed brought' })

/** @see docs/contract.md#feeds */
export const feedSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the feed' }),
    accountId: z.string().meta({ description: 'Whose drafts these become' }),
    url: z.string().meta({ description: 'As it was requested' }),
    kind: z.enum(FEED_KINDS).nullable().meta({ description: 'As it turned out to be; null: it was not read yet' }),
    title: z.string().nullable().meta({ description: 'As the feed calls itself; null: it does not, or was not read yet' }),
    perDay: z.int().meta({ description: 'Drafts a day at most' }),
    boardId: z.string().nullable().meta({ description: 'Of its drafts; null: each gets the public board that it fits best' }),
    state: z.enum(FEED_STATES).meta({ description: 'paused: nobody looks at it' }),
    lastError: z
      .object({
        code: z.enum(FEED_ERROR_CODES).meta({ description: 'Others may follow' }),
        message: z.string().meta({ description: 'The same for people: what happened, and what to do' }),
        at: secondsSchema,
      })
      .meta({ id: 'FeedError', description: 'Why the last look found nothing' })
      .nullable()
      .meta({ description: 'null: nothing is wrong' }),
    lookedAt: secondsSchema.nullable().meta({ description: 'Unix seconds of the last look that was good; null: there was none' }),
    nextLookAt: secondsSchema.nullable().meta({ description: 'Unix seconds; null: it is paused' }),
    waiting: z.int().meta({ description: 'Entries that wait for their day, or are in work' }),
    drafts: z.int().meta({ description: 'Drafts of it that are still drafts' }),
    drafted: z.int().meta({ description: 'Entries of which a draft was made, whatever became of it' }),
    createdAt: secondsSchema,
  })
  .meta({ id: 'Feed', description: 'A website’s feed, whose new entries become drafts' })

export const feedWithEntriesSchema = feedSchema
  .extend({ entries: z.array(entrySchema).meta({ description: 'The latest twenty, newest first' }) })
  .meta({ id: 'FeedWithEntries', description: 'A feed with its latest entries' })

export function feedToWire(feed: Feed): z.output<typeof feedSchema> {
  const { id, accountId, url, kind, title, perDay, boardId, state, lastError, waiting, drafts, drafted } = feed
  return {
    id,
    accountId,
    url,
    kind,
    title,
    perDay,
    boardId,
    state,
    lastError: lastError && { code: lastError.code, message: feedErrorText(lastError), at: seconds(lastError.at) },
    lookedAt: secondsOrNull(feed.lookedAt),
    nextLookAt: secondsOrNull(feed.nextLookAt),
    waiting,
    drafts,
    drafted,
    createdAt: seconds(feed.createdAt),
  }
}

export const feedWithEntriesToWire = ({ feed, entries }: WithEntries): z.output<typeof feedWithEntriesSchema> => ({
  ...feedToWire(feed),
  entries: entries.map(entryToWire),
})

const entryToWire = ({ foundAt, ...entry }: FeedEntryRow): z.output<typeof entrySchema> => ({
  ...entry,
  foundAt: seconds(foundAt),
})
