import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deleteFeed, pollNow, updateFeed } from '../../core/sources/feeds/change.js'
import { createFeed } from '../../core/sources/feeds/create.js'
import {
  type Feed,
  FEED_KINDS,
  FEED_STATES,
  MOST_A_DAY,
  MOST_FEEDS,
  type FeedEntryRow,
  ENTRY_STATES,
  FEED_ERROR_CODES,
  feedErrorText,
} from '../../core/sources/feeds/model.js'
import { listFeeds, readFeed, type WithEntries } from '../../core/sources/feeds/store.js'
import { URL_LENGTH } from '../../core/lib/http/url.js'
import type { Deps } from '../../core/ports/deps.js'
import { BOARD_CALLS } from '../document/refusals.js'
import { operation } from '../operation.js'
import { accountParams, boardId, pathId, text } from '../schemas.js'
import { FAILURE_CODES } from '../../core/sources/page-failures.js'
import { seconds, secondsOrNull, secondsSchema } from '../wire/time.js'

const tag = 'Posts'
const feedParams = accountParams.extend({ feedId: pathId('Id from the list of feeds') })
const perDay = z
  .int()
  .min(1)
  .max(MOST_A_DAY)
  .meta({ description: `Maximum drafts per day, up to ${MOST_A_DAY}` })

/** @see docs/contract.md#feeds */
export function feedRoutes(app: FastifyInstance, deps: Deps): void {
  const data = z.object({ feed: feedSchema })
  const show = (feed: Feed) => ({ feed: feedToWire(feed) })

  operation(app, deps, {
    id: 'listFeeds',
    method: 'GET',
    url: '/accounts/:accountId/feeds',
    tag,
    summary: 'List feeds',
    description: 'All feeds of the account, oldest first, including paused ones.',
    params: accountParams,
    data: z.object({ feeds: z.array(feedSchema).meta({ description: 'Oldest first' }) }),
    run: ({ actor, params }) => listFeeds(deps, actor, params),
    show: (feeds) => ({ feeds: feeds.map(feedToWire) }),
  })
  operation(app, deps, {
    id: 'createFeed',
    refusals: ['FORBIDDEN', 'feed_exists', ...BOARD_CALLS],
    method: 'POST',
    url: '/accounts/:accountId/feeds',
    tag,
    summary: 'Add a feed',
    description:
      'The feed is checked at once, then every hour. The first check turns its newest entries into drafts, up to one day’s number; older entries are skipped. ' +
      `A sitemap only drafts pages that are added later. Nothing is scheduled and nothing is charged. At most ${MOST_FEEDS.account} feeds per account.`,
    params: accountParams,
    body: z.strictObject({
      url: text().meta({
        format: 'uri',
        maxLength: URL_LENGTH,
        description:
          'URL of an RSS, Atom or JSON Feed, a sitemap or sitemap index, or a JSON list of products or posts; http or https',
        examples: ['https://shop.example.com/feed.xml'],
      }),
      kind: z.enum(FEED_KINDS).optional().meta({
        description: 'Left out: detected. products: a JSON list from Shopify, WooCommerce or WordPress',
      }),
      perDay,
      boardId: boardId()
        .optional()
        .meta({ description: 'Board for all drafts; left out: each draft gets the public board it fits best' }),
    }),
    status: 201,
    data,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => {
      const { url, kind = null, perDay, boardId: board = null } = body
      return createFeed(deps, actor, { accountId: params.accountId, url, kind, perDay, boardId: board }, beforeCommit)
    },
    show,
    location: ({ feed: { id } }, { accountId }) => `/v1/accounts/${accountId}/feeds/${id}`,
  })
  operation(app, deps, {
    id: 'getFeed',
    method: 'GET',
    url: '/accounts/:accountId/feeds/:feedId',
    tag,
    summary: 'Read a feed',
    description: 'With its latest entries and the result of each.',
    params: feedParams,
    data: z.object({ feed: feedWithEntriesSchema }),
    run: ({ actor, params }) => readFeed(deps, actor, params),
    show: (feed) => ({ feed: feedWithEntriesToWire(feed) }),
  })
  operation(app, deps, {
    id: 'updateFeed',
    refusals: ['FORBIDDEN', ...BOARD_CALLS],
    method: 'PATCH',
    url: '/accounts/:accountId/feeds/:feedId',
    tag,
    summary: 'Change, pause or resume a feed',
    description: 'Applies to drafts made from now on. For another URL, add another feed.',
    params: feedParams,
    body: z
      .strictObject({
        perDay: perDay.optional(),
        boardId: boardId().nullable().optional().meta({ description: 'null: each draft gets the public board it fits best' }),
        state: z.enum(FEED_STATES).optional().meta({ description: 'paused: not checked until it is active again' }),
      })
      .refine((body) => Object.keys(body).length > 0, 'The body must have at least one field.'),
    data,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => updateFeed(deps, actor, { ...params, ...body }, beforeCommit),
    show,
  })
  operation(app, deps, {
    id: 'refreshFeed',
    refusals: ['FORBIDDEN', 'TOO_MANY_REQUESTS', 'feed_paused'],
    method: 'POST',
    url: '/accounts/:accountId/feeds/:feedId/look',
    tag,
    summary: 'Check a feed now',
    description: 'Within seconds, instead of at its next hourly check. At most once a minute.',
    params: feedParams,
    data,
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => pollNow(deps, actor, params, beforeCommit),
    show,
  })
  operation(app, deps, {
    id: 'deleteFeed',
    refusals: ['FORBIDDEN'],
    method: 'DELETE',
    url: '/accounts/:accountId/feeds/:feedId',
    tag,
    summary: 'Delete a feed',
    description:
      'Its drafts stay; entries waiting for their day are dropped. Entries it already drafted are not drafted again if the feed is added later.',
    params: feedParams,
    data,
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => deleteFeed(deps, actor, params, beforeCommit),
    show,
  })
}

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
const feedSchema = z
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

function feedToWire(feed: Feed): z.output<typeof feedSchema> {
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

const feedWithEntriesToWire = ({ feed, entries }: WithEntries): z.output<typeof feedWithEntriesSchema> => ({
  ...feedToWire(feed),
  entries: entries.map(entryToWire),
})

const entryToWire = ({ foundAt, ...entry }: FeedEntryRow): z.output<typeof entrySchema> => ({
  ...entry,
  foundAt: seconds(foundAt),
})
