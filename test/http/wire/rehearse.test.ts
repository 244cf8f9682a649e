/** A rehearsal answers as the write would, and leaves nothing behind. */
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../src/core/lib/actor.js'
import type { Platform } from '../../../src/core/ports/platform.js'
import { OPERATIONS } from '../principals/operations.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, creditsOf, inDays } from '../../support/factories.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
/** Pinterest has every pin, as it is read before a published one is changed. */
const readPin: Platform['readPin'] = async (_access, id) => ({
  id,
  boardId: '101',
  boardSectionId: null,
  title: 'A pin',
  description: null,
  link: null,
  altText: null,
  mediaType: 'image',
  itemCount: null,
  isOwner: true,
  createdAt: null,
  imageUrl: null,
  parentPinId: null,
})
const server = await aServer(db, { parts: { platform: { readPin } as unknown as Platform } })
const { app, organizationId, accountId, apiKeyId } = server
const { sql } = db

const actor: Actor = { organizationId, via: 'api', role: 'admin', userId: `key:${apiKeyId}`, apiKeyId }
const caller = { actor, keyScope: `key:${apiKeyId}` }
/** Whoever decides requests is a person. */
const person: Actor = { organizationId, via: 'api', role: 'admin', userId: 'T1:U1', apiKeyId }
const FOR_PEOPLE = ['releaseApproval']
const writes = app.operations.filter((one) => one.writes)

const TABLES = [
  ...[
    'accounts',
    'approvals',
    'audit',
    'batches',
    'batch_rows',
    'board_lists',
    'client_people',
    'connections',
    'credit_ledger',
    'deleted_posts',
    'entitlements',
    'feeds',
    'generations',
    'imports',
    'import_chunks',
    'evergreen_posts',
    'media',
  ],
  ...[
    'issue_reports',
    'outbox',
    'post_comments',
    'post_media',
    'posts',
    'publish_attempts',
    'spacing_rules',
    'timeslots',
    'uploads',
    'utm_rules',
  ],
  ...['webhooks', 'webhook_accounts', 'webhook_events', 'webhook_deliveries'],
]
async function everything(): Promise<Record<string, string>> {
  const contents = await Promise.all(
    TABLES.map(async (table) => {
      const [row] = await sql<[{ text: string }]>`
        select coalesce(string_agg(t::text, ' ' order by t::text), '') as text
          from ${sql(table)} t
         where organization_id = ${organizationId}`
      return [table, row.text] as const
    }),
  )
  return Object.fromEntries(contents)
}

/** They ask Pinterest, give a secret out, or are a person's alone: what they would do is not known before they do it. */
const DONE_AT_ONCE = [
  ...['createBoard', 'createBoardSection', 'createCalendarLink', 'createConnectLink', 'createKey', 'createUpload'],
  ...[
    'decideApproval',
    'decidePublishedEdit',
    'deleteBoardSection',
    'deleteCalendarLink',
    'getBoardRelevance',
    'revokeKey',
    'updateBoard',
  ],
  ...['createReviewLink', 'deleteReviewLink', 'createWebhook', 'rotateWebhookSecret'],
]

test('each operation that writes can be rehearsed, but for those that are named here', () => {
  expect(
    writes
      .filter((one) => !one.canRehearse)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(DONE_AT_ONCE.toSorted())
})

/** There is nothing of these to do for what the tests of principals make. */
const REFUSED: Record<string, string> = {
  reportPostOutcome: 'outcome_known',
  cancelImport: 'import_over',
  undoImport: 'undo_expired',
}

describe.each(writes.filter((one) => one.canRehearse).map(({ id }) => id))('%s', (id) => {
  const operation = app.operations.find((one) => one.id === id)!
  const { method, url } = operation

  test('rehearsed it answers in its own form or refuses, and nothing has changed', async () => {
    const template = `${method} /v1${url.replaceAll(/:(\w+)/g, '{$1}')}`
    const { path = {}, query = '', body } = (await OPERATIONS[template]?.request?.(server, actor.userId)) ?? {}
    const asked = {
      ...caller,
      ...(FOR_PEOPLE.includes(id) && { actor: person }),
      params: { accountId, ...path },
      query: Object.fromEntries(new URLSearchParams(query)),
      body,
    }
    const before = await everything()
    const rehearsal = operation.rehearse(asked, () => creditsOf(server))
    const reason = REFUSED[id]
    if (reason !== undefined) {
      await expect(rehearsal).rejects.toMatchObject({ details: { reason } })
    } else {
      const { answered } = await rehearsal
      expect(operation.data.safeParse(answered.data).error).toBeUndefined()
    }
    expect(await everything()).toEqual(before)
  })
})

test('a rehearsal shows the time, the placement and what it would cost, and the write then does as it said', async () => {
  const schedulePost = app.operations.find((one) => one.id === 'schedulePost')!
  await sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, created_at)
    values (${organizationId}, ${accountId}, 3, 600, 'UTC', 'manual', ${server.clock.now})`
  const { id: postId } = await aDraft(server)
  const asked = { ...caller, params: { accountId, postId }, body: { useNextOpenSlot: true } }
  const left = await creditsOf(server)
  const { answered, seen } = await schedulePost.rehearse(asked, async (tx) => {
    const [row] = await tx<[{ left: number }]>`
      select credits_left as left from entitlements where organization_id = ${organizationId} and account_id = ${accountId}`
    return row.left
  })
  expect([left - seen, await creditsOf(server)]).toEqual([1, left])
  const done = await schedulePost.call(asked)
  expect(done.data).toMatchObject({
    post: { sendAt: (answered.data as { post: { sendAt: number } }).post.sendAt, status: 'queued' },
  })
  expect(done.meta).toEqual(answered.meta)
})

test('an idempotency key has one effect, and the second call answers as the first', async () => {
  const createPost = app.operations.find((one) => one.id === 'createPost')!
  const body = { mediaUrl: 'https://sample.test/one.jpg', title: 'Once' }
  const asked = { ...caller, params: { accountId }, body, idempotencyKey: 'once' }
  const [first, second] = [await createPost.call(asked), await createPost.call(asked)]
  expect([first.isReplayed, second.isReplayed]).toEqual([false, true])
  expect(second.data).toEqual(first.data)
  await expect(createPost.call({ ...asked, body: { ...body, title: 'Other' } })).rejects.toMatchObject({
    details: { reason: 'idempotency_key_reused' },
  })
})

test('what is asked is checked as a request of /v1 is: the same field, the same sentence', async () => {
  const schedulePost = app.operations.find((one) => one.id === 'schedulePost')!
  const { id: postId } = await aDraft(server)
  for (const body of [{ sendAt: 'soon' }, { sendAt: inDays(server, 1).toISOString(), other: 1 }, {}, [], null]) {
    const { body: refused } = await server.call(
      'POST',
      `/v1/accounts/${accountId}/posts/${postId}/schedule`,
      JSON.stringify(body),
      {
        'content-type': 'application/json',
      },
    )
    const { message, field } = refused.error!
    await expect(schedulePost.call({ ...caller, params: { accountId, postId }, body })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message,
      details: { field },
    })
  }
})
