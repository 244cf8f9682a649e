import { z } from 'zod'
import type { FeedEntryRow, Feed } from '../../../core/feeds/model.js'
import { ENTRY_STATES, FEED_ERROR_CODES, FEED_KINDS, FEED_STATES, feedErrorText } from '../../../core/feeds/model.js'
import type { WithEntries } from '../../../core/feeds/store.js'
import { FAILURE_CODES } from '../../../core/generations/page-failures.js'
import { seconds, secondsOrNull, secondsSchema } from '../../wire/time.js'

const entrySchema = z
  .object({
    url: z.string().meta({ description: 'The page' }),
    title: z.string().nullable().meta({ description: 'As given by the feed; null: not given' }),
    state: z.enum(ENTRY_STATES).meta({
      description: 'waiting: for its day; making: its page is being read; drafted: a draft was made; failed: none was made',
    }),
    failureCode: z
      .enum(FAILURE_CODES)
      .nullable()
      .meta({ description: 'Why none was made, as for a generation. Values may be added' }),
    generationId: z.string().nullable().meta({ description: 'The generation that made its draft; null: none was started' }),
    foundAt: secondsSchema,
  })
  .meta({ id: 'FeedEntry', description: 'A page found in a feed' })

/** @see docs/contract.md#feeds */
export const feedSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the feed' }),
    accountId: z.string().meta({ description: 'The account the drafts belong to' }),
    url: z.string().meta({ description: 'As requested' }),
    kind: z.enum(FEED_KINDS).nullable().meta({ description: 'The detected kind; null: not read yet' }),
    title: z.string().nullable().meta({ description: 'The feed’s own title; null: it has none, or was not read yet' }),
    perDay: z.int().meta({ description: 'Maximum drafts per day' }),
    boardId: z
      .string()
      .nullable()
      .meta({ description: 'Board for its drafts; null: each draft gets the public board it fits best' }),
    state: z.enum(FEED_STATES).meta({ description: 'paused: not checked' }),
    lastError: z
      .object({
        code: z.enum(FEED_ERROR_CODES).meta({ description: 'Values may be added' }),
        message: z.string().meta({ description: 'The same in a sentence for people: what happened, and what to do' }),
        at: secondsSchema,
      })
      .meta({ id: 'FeedError', description: 'Why the last check failed' })
      .nullable()
      .meta({ description: 'null: no error' }),
    lookedAt: secondsSchema.nullable().meta({ description: 'When it was last checked successfully, Unix seconds; null: never' }),
    nextLookAt: secondsSchema.nullable().meta({ description: 'When it is checked next, Unix seconds; null: it is paused' }),
    waiting: z.int().meta({ description: 'Entries that are waiting for their day or being worked on' }),
    drafts: z.int().meta({ description: 'Its drafts that are still drafts' }),
    drafted: z.int().meta({ description: 'Entries a draft was made from, whatever happened to it since' }),
    createdAt: secondsSchema,
  })
  .meta({ id: 'Feed', description: 'A website’s feed whose new entries become drafts' })

export const feedWithEntriesSchema = feedSchema
  .extend({ entries: z.array(entrySchema).meta({ description: 'The latest 20, newest first' }) })
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
