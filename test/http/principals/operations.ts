/** Each operation of /v1 as a request that would succeed, and who may make it. */
import type { KeyRole } from '../../../src/core/lib/actor.js'
import { createReviewLink } from '../../../src/core/posts/review-links/links.js'
import { EMPTY_CONTENT } from '../../../src/core/posts/content.js'
import { deletePublished } from '../../../src/core/publish/published/request.js'
import { createFeed } from '../../../src/core/sources/feeds/create.js'
import { createGeneration } from '../../../src/core/sources/generations/create.js'
import { createImport } from '../../../src/core/sources/imports/create.js'
import { createBatch } from '../../../src/core/many/batch/create.js'
import { createBoardList } from '../../../src/core/boards/board-lists.js'
import { changeMany } from '../../../src/core/many/bulk/change.js'
import { pairTwins } from '../../../src/core/insight/twins/twins.js'
import { addToEvergreen } from '../../../src/core/posts/evergreen/pool.js'
import { createEvergreenSlot } from '../../../src/core/slots/evergreen-slots.js'
import { createTimeslot } from '../../../src/core/slots/week/timeslots.js'
import { createWebhook } from '../../../src/core/webhooks/create.js'
import { testWebhook } from '../../../src/core/webhooks/deliveries.js'
import { NO_UTM } from '../../../src/core/links/utm.js'
import { putUtmRule } from '../../../src/core/links/utm-rules.js'
import { putSpacingRule } from '../../../src/core/slots/spacing-rules.js'
import { aDraft, aQueuedPost, aSentPost, inDays } from '../../support/factories.js'
import type { Server } from '../support/support.js'

/**
 * Below a role: of the account. `anyone`: whoever has a key. `anywhere`: that role on whatever account. `organization`: an admin of
 * all. `person`: no key but a personal one.
 */
export type Least = KeyRole | 'anyone' | 'anywhere' | 'organization' | 'person'
export type Request = { path?: Record<string, string>; query?: string; body?: object }
export type Described = {
  least: Least
  /** Prepares what it is done to, on the account of the world. @param createdBy whose drafts these are */
  request?: (world: Server, createdBy: string) => Promise<Request> | Request
}

/** Nothing of it can be written, so that none waits. */
const FILE_OF_PINS = 'Title,Media URL\r\nA pin without a picture,\r\n'

const A_FEED = 'https://shop.example.com/feed.xml'
const A_PAGE = 'https://shop.example.com/oak-shelf'

async function generation({ deps, actor, accountId }: Server, userId: string): Promise<{ generationId: string }> {
  const input = { accountId, url: `${A_PAGE}/${encodeURIComponent(userId)}`, title: null, keywords: [], drafts: 1, boardId: null }
  const { id } = await createGeneration(deps, { ...actor, userId }, input)
  return { generationId: id }
}

async function feed({ deps, actor, accountId }: Server): Promise<{ feedId: string }> {
  const url = `${A_FEED}?${Math.random()}`
  const { id } = await createFeed(deps, actor, { accountId, url, kind: null, perDay: 3, boardId: null })
  return { feedId: id }
}

const days = (world: Server) => `startDate=${dayOf(inDays(world, -3))}&endDate=${dayOf(inDays(world, -1))}`
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

async function ownDraft(world: Server, createdBy: string): Promise<{ postId: string }> {
  const { id } = await aDraft(world)
  await world.deps.db
    .sql`update posts set created_by = ${createdBy} where organization_id = ${world.organizationId} and id = ${id}`
  return { postId: id }
}
async function reviewLink(world: Server, createdBy: string): Promise<string> {
  const { postId } = await ownDraft(world, createdBy)
  const { deps, actor, accountId } = world
  return (await createReviewLink(deps, actor, { accountId, contactName: 'Rosa', postIds: [postId] })).link.id
}
const queued = async (world: Server) => ({ postId: (await aQueuedPost(world, { at: inDays(world, 1 + Math.random() * 20) })).id })

async function published(world: Server): Promise<{ postId: string; pinId: string }> {
  const { id, pinId } = await aSentPost(world, { at: inDays(world, 1 + Math.random() * 20) })
  return { postId: id, pinId: pinId! }
}
async function edited(world: Server): Promise<{ postId: string }> {
  const { postId, pinId } = await published(world)
  await deletePublished(world.deps, world.actor, { accountId: world.accountId, postId, confirm: pinId })
  return { postId }
}

/** An edit of a contributor that waits for approval. */
async function editWaiting(world: Server): Promise<{ postId: string; editId: string }> {
  const { postId } = await edited(world)
  const [row] = await world.deps.db.sql<[{ id: string }]>`
    update pin_edits
       set state = 'pending_approval', due_at = null, kind = 'edit', after = before
     where organization_id = ${world.organizationId} and post_id = ${postId}
    returning id`
  return { postId, editId: row.id }
}

async function aDeletion({ deps, actor, accountId }: Server, postId: string): Promise<string> {
  const which = { kind: 'ids', ids: [postId] } as const
  const { changeId } = await changeMany(deps, actor, { accountId, which, action: { kind: 'delete' }, preview: false })
  return changeId ?? ''
}

async function series(world: Server): Promise<{ intervalGroupId: string; postId: string }> {
  const { postId } = await queued(world)
  await world.deps.db.sql`
    update posts set interval_group_id = ${postId}, interval_position = 0
     where organization_id = ${world.organizationId} and id = ${postId}`
  return { intervalGroupId: postId, postId }
}

async function slot({ deps, actor, accountId }: Server): Promise<{ timeslotId: string }> {
  const minute = Math.floor(Math.random() * 1440)
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const { id } = await createTimeslot(deps, actor, { accountId, day: 1, time, timezone: null })
  return { timeslotId: id }
}

async function evergreenSlot({ deps, actor, accountId }: Server): Promise<{ timeslotId: string }> {
  const { id } = await createEvergreenSlot(deps, actor, { accountId, day: 1, time: '09:00', timezone: null })
  return { timeslotId: id }
}

async function evergreenPin(world: Server): Promise<{ postId: string }> {
  const { id: postId } = await aSentPost(world)
  await addToEvergreen(world.deps, world.actor, { accountId: world.accountId, postId })
  return { postId }
}

async function twins(world: Server): Promise<{ postId: string; other: string }> {
  const [{ id: postId }, { id: other }] = [await aSentPost(world), await aDraft(world)]
  return { postId, other }
}
async function paired(world: Server): Promise<{ postId: string }> {
  const { postId, other } = await twins(world)
  await pairTwins(world.deps, world.actor, { accountId: world.accountId, postId, otherPostId: other })
  return { postId }
}

async function list({ deps, actor, accountId }: Server): Promise<{ boardListId: string }> {
  const { id } = await createBoardList(deps, actor, { accountId, name: 'A list', boards: [] })
  return { boardListId: String(id) }
}

async function approval(world: Server, createdBy = 'key:0'): Promise<{ approvalId: string }> {
  const { postId } = await ownDraft(world, createdBy)
  const [row] = await world.deps.db.sql<[{ id: string }]>`
    insert into approvals (organization_id, account_id, post_id, state, asked_by, asked_at, post_version)
    values (${world.organizationId}, ${world.accountId}, ${postId}, 'open', 'key:0', ${world.clock.now}, 1)
    returning id`
  return { approvalId: row.id }
}

/** Of one draft of theirs. */
async function batch({ deps, actor, accountId }: Server, createdBy: string): Promise<{ batchId: string }> {
  const media = { kind: 'url', url: 'https://sample.test/one.jpg', mediaType: 'image' } as const
  const one = { ...EMPTY_CONTENT, media, board: null, carouselItems: [], when: { kind: 'draft' } } as const
  const author = { ...actor, userId: createdBy }
  const { id } = await createBatch(deps, author, {
    accountId,
    posts: [{ ...one, carouselItems: [] }],
    mode: 'draft',
    onError: 'stop',
  })
  return { batchId: String(id) }
}

const HOOK = { url: 'https://hooks.example.com/pins', events: ['*'] }

async function webhook({ deps, actor, organizationId }: Server): Promise<{ webhookId: string }> {
  await deps.db.sql`delete from webhooks where organization_id = ${organizationId}`
  return { webhookId: (await createWebhook(deps, actor, HOOK)).webhook.id }
}

async function delivery(world: Server): Promise<{ webhookId: string; deliveryId: string }> {
  const { webhookId } = await webhook(world)
  const { id } = await testWebhook(world.deps, world.actor, { webhookId })
  await world.deps.db.sql`
    update webhook_deliveries set state = 'delivered', due_at = null where organization_id = ${world.organizationId} and id = ${id}`
  return { webhookId, deliveryId: id }
}

const BOARD = { boardId: '101' }
const A = '/v1/accounts/{accountId}'

export const OPERATIONS: Record<string, Described> = {
  'GET /v1/accounts': { least: 'anyone' },
  'GET /v1/me': { least: 'anyone' },
  'GET /v1/keys': { least: 'anyone' },
  'POST /v1/keys': { least: 'organization', request: () => ({ body: { name: 'Another' } }) },
  'DELETE /v1/keys/{keyId}': { least: 'anyone', request: () => ({ path: { keyId: '999999' } }) },
  'GET /v1/webhooks': { least: 'organization' },
  'POST /v1/webhooks': { least: 'organization', request: () => ({ body: HOOK }) },
  'GET /v1/webhooks/{webhookId}': { least: 'organization', request: async (world) => ({ path: await webhook(world) }) },
  'PATCH /v1/webhooks/{webhookId}': {
    least: 'organization',
    request: async (world) => ({ path: await webhook(world), body: { state: 'paused' } }),
  },
  'DELETE /v1/webhooks/{webhookId}': { least: 'organization', request: async (world) => ({ path: await webhook(world) }) },
  'POST /v1/webhooks/{webhookId}/rotate-secret': {
    least: 'organization',
    request: async (world) => ({ path: await webhook(world) }),
  },
  'POST /v1/webhooks/{webhookId}/test': { least: 'organization', request: async (world) => ({ path: await webhook(world) }) },
  'GET /v1/webhooks/{webhookId}/deliveries': {
    least: 'organization',
    request: async (world) => ({ path: await webhook(world) }),
  },
  'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay': {
    least: 'organization',
    request: async (world) => ({ path: await delivery(world) }),
  },
  'POST /v1/webhooks/{webhookId}/replay': {
    least: 'organization',
    request: async (world) => ({ path: await webhook(world), body: { from: world.clock.now.toISOString() } }),
  },
  'POST /v1/issue-reports': {
    least: 'anyone',
    request: () => ({ body: { description: 'Something is wrong', tool: 'GET /v1/me' } }),
  },
  'POST /v1/capability-requests': { least: 'anyone', request: () => ({ body: { description: 'Something is missing' } }) },
  'POST /v1/connect-links': { least: 'organization' },
  'POST /v1/media/uploads': { least: 'anywhere', request: () => ({ body: { extension: 'jpg' } }) },

  [`GET ${A}`]: { least: 'viewer' },
  [`GET ${A}/boards`]: { least: 'viewer' },
  [`GET ${A}/boards.csv`]: { least: 'viewer' },
  [`GET ${A}/posts.csv`]: { least: 'viewer' },
  [`POST ${A}/boards`]: { least: 'scheduler', request: () => ({ body: { name: 'New' } }) },
  [`PATCH ${A}/boards/{boardId}`]: { least: 'scheduler', request: () => ({ path: BOARD, body: { name: 'Other' } }) },
  [`GET ${A}/boards/{boardId}/sections`]: { least: 'viewer', request: () => ({ path: BOARD }) },
  [`POST ${A}/boards/{boardId}/sections`]: { least: 'scheduler', request: () => ({ path: BOARD, body: { name: 'New' } }) },
  [`DELETE ${A}/boards/{boardId}/sections/{sectionId}`]: {
    least: 'scheduler',
    request: () => ({ path: { ...BOARD, sectionId: '1011' } }),
  },
  [`GET ${A}/boards/{boardId}/relevance`]: { least: 'scheduler', request: () => ({ path: BOARD, query: 'keyword=kitchen' }) },
  [`GET ${A}/boards/{boardId}/recommended-pins`]: { least: 'viewer', request: () => ({ path: BOARD, query: 'keyword=kitchen' }) },
  [`GET ${A}/board-lists`]: { least: 'viewer' },
  [`POST ${A}/board-lists`]: { least: 'scheduler', request: () => ({ body: { name: 'A list', boards: [] } }) },
  [`GET ${A}/board-lists/{boardListId}`]: { least: 'viewer', request: async (world) => ({ path: await list(world) }) },
  [`PUT ${A}/board-lists/{boardListId}`]: {
    least: 'scheduler',
    request: async (world) => ({ path: await list(world), body: { name: 'Other', boards: [] } }),
  },
  [`DELETE ${A}/board-lists/{boardListId}`]: {
    least: 'scheduler',
    request: async (world) => ({ path: await list(world), query: 'confirm=true' }),
  },

  [`GET ${A}/trends`]: { least: 'viewer', request: () => ({ query: 'type=seasonal&interest=home_decor' }) },
  [`GET ${A}/plan`]: { least: 'viewer' },
  [`PATCH ${A}`]: { least: 'admin', request: () => ({ body: { holdDeadLinks: true } }) },
  [`DELETE ${A}/connection`]: { least: 'admin' },
  [`POST ${A}/publishing/pause`]: { least: 'admin' },
  [`POST ${A}/publishing/resume`]: { least: 'admin' },
  [`GET ${A}/guard`]: { least: 'viewer' },
  [`PATCH ${A}/guard`]: { least: 'admin', request: () => ({ body: { perDay: 'auto' } }) },
  [`POST ${A}/guard/resume`]: { least: 'admin' },
  [`GET ${A}/usage`]: { least: 'viewer' },

  [`POST ${A}/posts/bulk`]: {
    least: 'contributor',
    request: async (world, createdBy) => {
      const { postId } = await ownDraft(world, createdBy)
      return { body: { ids: [postId], action: 'edit', edit: { url: 'https://example.com/other' } } }
    },
  },
  [`POST ${A}/changes/{changeId}/undo`]: {
    least: 'contributor',
    request: async (world, createdBy) => {
      const { postId } = await ownDraft(world, createdBy)
      return { path: { changeId: await aDeletion(world, postId) } }
    },
  },
  [`POST ${A}/posts`]: {
    least: 'contributor',
    request: (world) => ({
      body: {
        mediaUrl: 'https://sample.test/one.jpg',
        title: 'A pin',
        description: 'What it shows',
        url: 'https://example.com/pin',
        boardId: '101',
        sendAt: inDays(world, 3).toISOString(),
      },
    }),
  },
  [`POST ${A}/posts/batch`]: {
    least: 'contributor',
    request: () => ({ body: { posts: [{ mediaUrl: 'https://sample.test/one.jpg' }] } }),
  },
  [`POST ${A}/imports`]: { least: 'contributor', request: () => ({ body: { csv: FILE_OF_PINS } }) },
  [`GET ${A}/imports/{importId}`]: {
    least: 'viewer',
    request: async ({ deps, actor, accountId }) => {
      const file = { kind: 'text', text: FILE_OF_PINS } as const
      const made = await createImport(deps, actor, { accountId, file, mapping: {}, mode: 'draft' })
      return { path: { importId: made.id! } }
    },
  },
  [`POST ${A}/imports/{importId}/cancel`]: {
    least: 'contributor',
    request: async ({ deps, actor, accountId }, createdBy) => {
      const file = { kind: 'text', text: FILE_OF_PINS } as const
      const made = await createImport(deps, { ...actor, userId: createdBy }, { accountId, file, mapping: {}, mode: 'draft' })
      return { path: { importId: made.id! } }
    },
  },
  [`POST ${A}/imports/{importId}/undo`]: {
    least: 'contributor',
    request: async ({ deps, actor, accountId }, createdBy) => {
      const file = { kind: 'text', text: FILE_OF_PINS } as const
      const made = await createImport(deps, { ...actor, userId: createdBy }, { accountId, file, mapping: {}, mode: 'draft' })
      return { path: { importId: made.id! } }
    },
  },
  [`GET ${A}/feeds`]: { least: 'viewer' },
  [`POST ${A}/feeds`]: { least: 'scheduler', request: () => ({ body: { url: A_FEED, perDay: 3 } }) },
  [`GET ${A}/feeds/{feedId}`]: { least: 'viewer', request: async (world) => ({ path: await feed(world) }) },
  [`PATCH ${A}/feeds/{feedId}`]: {
    least: 'scheduler',
    request: async (world) => ({ path: await feed(world), body: { state: 'paused' } }),
  },
  [`POST ${A}/feeds/{feedId}/look`]: { least: 'scheduler', request: async (world) => ({ path: await feed(world) }) },
  [`DELETE ${A}/feeds/{feedId}`]: { least: 'scheduler', request: async (world) => ({ path: await feed(world) }) },
  [`POST ${A}/generations`]: { least: 'contributor', request: () => ({ body: { url: A_PAGE } }) },
  [`GET ${A}/generations/{generationId}`]: {
    least: 'viewer',
    request: async (world, createdBy) => ({ path: await generation(world, createdBy) }),
  },
  [`POST ${A}/generations/{generationId}/cancel`]: {
    least: 'contributor',
    request: async (world, createdBy) => ({ path: await generation(world, createdBy) }),
  },
  [`GET ${A}/batches/{batchId}`]: { least: 'viewer', request: async (world) => ({ path: await batch(world, 'key:0') }) },
  [`POST ${A}/batches/{batchId}/undo`]: {
    least: 'contributor',
    request: async (world, createdBy) => ({ path: await batch(world, createdBy) }),
  },
  [`GET ${A}/posts`]: { least: 'viewer' },
  [`GET ${A}/posts/{postId}`]: { least: 'viewer', request: async (world) => ({ path: await queued(world) }) },
  [`PATCH ${A}/posts/{postId}`]: {
    least: 'contributor',
    request: async (world, createdBy) => ({ path: await ownDraft(world, createdBy), body: { title: 'Other' } }),
  },
  [`PUT ${A}/posts/{postId}/media`]: {
    least: 'contributor',
    request: async (world, createdBy) => ({
      path: await ownDraft(world, createdBy),
      body: { mediaUrl: 'https://sample.test/one.jpg' },
    }),
  },
  [`POST ${A}/posts/{postId}/picture`]: {
    least: 'contributor',
    request: async (world, createdBy) => ({ path: await ownDraft(world, createdBy), body: { fit: 'original' } }),
  },
  [`DELETE ${A}/posts/{postId}`]: {
    least: 'contributor',
    request: async (world, createdBy) => ({ path: await ownDraft(world, createdBy) }),
  },
  [`POST ${A}/posts/{postId}/schedule`]: {
    least: 'contributor',
    request: async (world, createdBy) => ({
      path: await ownDraft(world, createdBy),
      body: { sendAt: inDays(world, 3).toISOString() },
    }),
  },
  [`DELETE ${A}/posts/{postId}/schedule`]: { least: 'scheduler', request: async (world) => ({ path: await queued(world) }) },
  [`POST ${A}/posts/{postId}/swap`]: {
    least: 'scheduler',
    request: async (world) => ({ path: await queued(world), body: { otherPostId: (await queued(world)).postId } }),
  },
  [`POST ${A}/series/{intervalGroupId}/move`]: {
    least: 'scheduler',
    request: async (world) => ({ path: await series(world), body: { days: 1 } }),
  },
  [`POST ${A}/posts/{postId}/duplicate`]: { least: 'contributor', request: async (world) => ({ path: await queued(world) }) },
  [`GET ${A}/patrol`]: { least: 'viewer' },
  [`GET ${A}/posts/{postId}/preflight`]: { least: 'viewer', request: async (world) => ({ path: await queued(world) }) },
  [`GET ${A}/posts/{postId}/receipt`]: {
    least: 'viewer',
    request: async (world) => ({ path: { postId: (await aSentPost(world, { at: inDays(world, 1 + Math.random() * 20) })).id } }),
  },
  [`POST ${A}/posts/{postId}/published-edit`]: {
    least: 'scheduler',
    request: async (world) => ({ path: { postId: (await published(world)).postId }, body: { title: 'Better words' } }),
  },
  [`GET ${A}/posts/{postId}/published-edit`]: { least: 'viewer', request: async (world) => ({ path: await edited(world) }) },
  [`POST ${A}/posts/{postId}/published-edit/{editId}/decision`]: {
    least: 'person',
    request: async (world) => ({ path: await editWaiting(world), body: { decision: 'approve' } }),
  },
  [`DELETE ${A}/posts/{postId}/published`]: {
    least: 'scheduler',
    request: async (world) => {
      const { postId, pinId } = await published(world)
      return { path: { postId }, query: `confirm=${pinId}` }
    },
  },
  [`POST ${A}/posts/{postId}/outcome`]: {
    least: 'scheduler',
    request: async (world) => ({ path: await queued(world), body: { published: false } }),
  },

  [`GET ${A}/approvals`]: { least: 'viewer' },
  [`GET ${A}/approvals/{approvalId}`]: { least: 'viewer', request: async (world) => ({ path: await approval(world) }) },
  [`POST ${A}/approvals/{approvalId}/decision`]: {
    least: 'person',
    request: async (world) => ({ path: await approval(world), body: { decision: 'approve' } }),
  },
  [`POST ${A}/approvals/{approvalId}/release`]: { least: 'person', request: async (world) => ({ path: await approval(world) }) },
  [`POST ${A}/approvals/{approvalId}/withdraw`]: {
    least: 'contributor',
    request: async (world, createdBy) => ({ path: await approval(world, createdBy) }),
  },

  [`GET ${A}/posts/{postId}/comments`]: {
    least: 'viewer',
    request: async (world, createdBy) => ({ path: await ownDraft(world, createdBy) }),
  },
  [`POST ${A}/posts/{postId}/comments`]: {
    least: 'contributor',
    request: async (world, createdBy) => ({ path: await ownDraft(world, createdBy), body: { text: 'Brighter, please.' } }),
  },

  [`GET ${A}/review-links`]: { least: 'scheduler' },
  [`POST ${A}/review-links`]: {
    least: 'scheduler',
    request: async (world, createdBy) => {
      const { postId } = await ownDraft(world, createdBy)
      return { body: { contactName: 'Rosa', postIds: [postId] } }
    },
  },
  [`DELETE ${A}/review-links/{linkId}`]: {
    least: 'scheduler',
    request: async (world, createdBy) => ({ path: { linkId: await reviewLink(world, createdBy) } }),
  },

  [`GET ${A}/timeslots`]: { least: 'viewer' },
  [`POST ${A}/timeslots`]: { least: 'scheduler', request: () => ({ body: { dayPreference: 1, time: '09:07' } }) },
  [`PATCH ${A}/timeslots/{timeslotId}`]: {
    least: 'scheduler',
    request: async (world) => ({ path: await slot(world), body: { dayPreference: 5 } }),
  },
  [`DELETE ${A}/timeslots/{timeslotId}`]: { least: 'scheduler', request: async (world) => ({ path: await slot(world) }) },
  [`GET ${A}/evergreen`]: { least: 'viewer' },
  [`POST ${A}/evergreen/pool/{postId}`]: {
    least: 'scheduler',
    request: async (world) => ({ path: { postId: (await aSentPost(world)).id }, body: { atMost: 3 } }),
  },
  [`DELETE ${A}/evergreen/pool/{postId}`]: {
    least: 'scheduler',
    request: async (world) => ({ path: await evergreenPin(world) }),
  },
  [`GET ${A}/posts/{postId}/twin`]: { least: 'viewer', request: async (world) => ({ path: await paired(world) }) },
  [`PUT ${A}/posts/{postId}/twin`]: {
    least: 'scheduler',
    request: async (world) => {
      const { postId, other } = await twins(world)
      return { path: { postId }, body: { postId: other } }
    },
  },
  [`DELETE ${A}/posts/{postId}/twin`]: { least: 'scheduler', request: async (world) => ({ path: await paired(world) }) },
  [`POST ${A}/evergreen/slots`]: { least: 'scheduler', request: () => ({ body: { dayPreference: 1, time: '09:07' } }) },
  [`PATCH ${A}/evergreen/slots/{timeslotId}`]: {
    least: 'scheduler',
    request: async (world) => ({ path: await evergreenSlot(world), body: { dayPreference: 5 } }),
  },
  [`DELETE ${A}/evergreen/slots/{timeslotId}`]: {
    least: 'scheduler',
    request: async (world) => ({ path: await evergreenSlot(world) }),
  },
  [`POST ${A}/timeslots/rebuild`]: { least: 'scheduler', request: () => ({ body: { pinsPerDay: 1 } }) },
  [`GET ${A}/timeslots/suggestions`]: { least: 'viewer' },
  [`GET ${A}/schedule`]: { least: 'viewer' },

  [`GET ${A}/analytics`]: { least: 'viewer', request: (world) => ({ query: days(world) }) },
  [`GET ${A}/analytics/history`]: { least: 'viewer', request: (world) => ({ query: days(world) }) },
  [`GET ${A}/top-pins`]: { least: 'viewer', request: (world) => ({ query: days(world) }) },
  [`GET ${A}/pins/{pinId}/analytics`]: {
    least: 'viewer',
    request: (world) => ({ path: { pinId: '123' }, query: days(world) }),
  },

  [`GET ${A}/approval-rules`]: { least: 'admin' },
  [`PUT ${A}/approval-rules`]: {
    least: 'admin',
    request: () => ({
      body: {
        rules: [{ name: 'Every pin', steps: [{ name: 'Client', reviewers: [{ kind: 'contact', id: 'Rosa' }], rule: 'any' }] }],
      },
    }),
  },
  [`GET ${A}/clients`]: { least: 'admin' },
  [`PUT ${A}/clients`]: { least: 'admin', request: () => ({ body: { channelId: 'C0CLIENT1', contacts: [] } }) },
  [`GET ${A}/spacing-rules`]: { least: 'viewer' },
  [`PUT ${A}/spacing-rules`]: { least: 'admin', request: () => ({ body: { type: 'DEFAULT', days: 7 } }) },
  [`DELETE ${A}/spacing-rules`]: {
    least: 'admin',
    async request({ deps, actor, accountId }) {
      await putSpacingRule(deps, actor, { accountId, type: 'DEFAULT', url: null, days: 7 })
      return { query: 'type=DEFAULT' }
    },
  },
  [`GET ${A}/utm-rules`]: { least: 'viewer' },
  [`PUT ${A}/utm-rules`]: { least: 'admin', request: () => ({ body: { source: 'pinterest' } }) },
  [`DELETE ${A}/utm-rules`]: {
    least: 'admin',
    async request({ deps, actor, accountId }) {
      await putUtmRule(deps, actor, { accountId, ...NO_UTM, boardId: null, source: 'pinterest' })
      return {}
    },
  },
  [`GET ${A}/calendar-link`]: { least: 'scheduler' },
  [`POST ${A}/calendar-link`]: { least: 'admin' },
  [`DELETE ${A}/calendar-link`]: { least: 'admin' },
}
