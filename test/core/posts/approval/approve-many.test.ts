/** Several requests decided at once: those that can go do, in one write; each of the others keeps its place, with the reason. */
import { expect, test } from 'vitest'
import type { Actor } from '../../../../src/core/lib/actor.js'
import type { Deps } from '../../../../src/core/ports/deps.js'
import { approveMany, previewApprovals, type Yes } from '../../../../src/core/many/approve-many.js'
import { declinePin } from '../../../../src/core/posts/approval/decide.js'
import { readApprovalsTogether } from '../../../../src/core/many/approvals-together.js'
import type { Approval } from '../../../../src/core/posts/approval/model.js'
import { requestDrafts } from '../../../../src/core/many/batch/drafts.js'
import { undoMany } from '../../../../src/core/many/bulk/undo.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { aDatabase, isOnCluster } from '../../../support/database.js'
import { aDraft, creditsOf, inDays } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { threeADay } from '../batch/support/batches.js'

const { db } = await aDatabase()

const as = (world: World, role: 'contributor' | 'scheduler' | 'admin', name: string): Actor => ({
  organizationId: world.organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})
const milo = (world: World) => as(world, 'contributor', 'MILO')
const ada = (world: World) => as(world, 'admin', 'ADA')

type Asked = { world: World; batchId: string; yes: Yes[]; posts: Post[]; approvals: Approval[] }

async function drafts(world: World, count: number): Promise<Post[]> {
  const made: Post[] = []
  for (let number = 0; number < count; number++) made.push(await aDraft(world, { url: `https://example.com/${number}` }))
  await db.sql`update posts set created_by = 'T1:UMILO' where organization_id = ${world.organizationId}`
  return made
}

/** Milo's drafts, asked for together. */
async function asked(count = 3, options: Parameters<typeof aWorld>[1] = { credits: 20 }): Promise<Asked> {
  const world = await aWorld(db, options)
  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${world.organizationId}`
  await threeADay(world)
  const made = await drafts(world, count)
  const { id, results } = await requestDrafts(world.deps, milo(world), {
    accountId: world.accountId,
    postIds: made.map((post) => post.id),
  })
  const approvals = results.map(({ post }) => post!.approval!)
  const yes = approvals.map((approval) => ({ approvalId: approval.id, version: approval.postVersion }))
  return { world, batchId: id!, yes, posts: made, approvals }
}
const approve = ({ world, yes }: Asked, actor = ada(world), deps: Deps = world.deps) =>
  approveMany(deps, actor, { accountId: world.accountId, approvals: yes })

const statesOf = async ({ world }: Asked) =>
  (
    await db.sql<{ state: string }[]>`select state from approvals where organization_id = ${world.organizationId} order by id`
  ).map(({ state }) => state)
const statuses = async ({ world }: Asked) =>
  (await db.sql<{ status: string }[]>`select status from posts where organization_id = ${world.organizationId} order by id`).map(
    ({ status }) => status,
  )
const noticesOf = async ({ world }: Asked) =>
  (
    await db.sql<{ kind: string }[]>`
      select notice ->> 'kind' as kind from outbox where organization_id = ${world.organizationId} order by id`
  ).map(({ kind }) => kind)

test('all of them are scheduled in one write: one card, one notice, one charge each, and one Undo', async () => {
  const it = await asked(4)
  const { world } = it
  expect(await noticesOf(it)).toEqual(['approvalsCard'])
  const foreseen = await previewApprovals(world.deps, ada(world), { accountId: world.accountId, approvals: it.yes })
  expect([await statuses(it), await noticesOf(it)]).toEqual([['draft', 'draft', 'draft', 'draft'], ['approvalsCard']])
  const { changeId, results } = await approve(it)
  expect(results.map(({ post }) => post?.sendAt)).toEqual(foreseen.map(({ post }) => post?.sendAt))
  expect(new Set(results.map(({ post }) => post?.sendAt?.getTime())).size).toBe(4)
  expect([await statesOf(it), await creditsOf(world)]).toEqual([Array(4).fill('approved'), 16])
  // once for each server that the act is told of by
  const cards = Array<string>(isOnCluster() ? 2 : 1).fill('approvalsCard')
  expect(await noticesOf(it)).toEqual(['approvalsCard', ...cards, 'approvalsDecided'])
  await undoMany(world.deps, ada(world), { accountId: world.accountId, changeId: changeId! })
  expect([await statuses(it), await creditsOf(world)]).toEqual([Array(4).fill('draft'), 20])
})

test('credit for two of three: the first two go, and the last one says how many there was credit for', async () => {
  const it = await asked(3, { credits: 2 })
  const { results } = await approve(it)
  expect(results.map(({ post }) => post?.status)).toEqual(['queued', 'queued', undefined])
  expect(results[2]?.error).toMatchObject({
    code: 'PAYMENT_REQUIRED',
    message: expect.stringContaining('credit for 2 of these 3') as unknown,
  })
  expect([await statesOf(it), await creditsOf(it.world)]).toEqual([['approved', 'approved', 'open'], 0])
  expect(await noticesOf(it)).toContain('approvalsDecided')
})

test('of two who approve all at once each pin is scheduled and charged once, and told once', async () => {
  const it = await asked(5)
  const eve = as(it.world, 'scheduler', 'EVE')
  const outcomes = await Promise.all([approve(it), approve({ ...it, yes: [...it.yes].reverse() }, eve)])
  const done = outcomes.map(({ results }) => results.filter(({ post }) => post).length).sort()
  expect(done).toEqual([0, 5])
  const late = outcomes.find(({ changeId }) => changeId === null)!
  expect(late.results.map(({ error }) => error?.details.reason)).toEqual(Array(5).fill('approval_decided'))
  expect(await creditsOf(it.world)).toBe(15)
  expect((await noticesOf(it)).filter((kind) => kind === 'approvalsDecided')).toHaveLength(1)
})

test('approving all while others decide single ones waits in no circle: each is decided once', async () => {
  const it = await asked(6)
  const { world, approvals } = it
  const eve = as(world, 'scheduler', 'EVE')
  const outcomes = await Promise.allSettled([
    approve(it),
    ...approvals.map(({ id: approvalId }) =>
      declinePin(world.deps, eve, { accountId: world.accountId, approvalId, kind: 'rejected', reason: '' }),
    ),
  ])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ details: { reason: 'approval_decided' } })
  const queued = (await statuses(it)).filter((status) => status === 'queued').length
  expect((await statesOf(it)).filter((state) => state === 'approved')).toHaveLength(queued)
  expect(await statesOf(it)).not.toContain('open')
  expect(await creditsOf(world)).toBe(20 - queued)
})

test('a process that is killed before the commit has decided none, and told nobody', async () => {
  const it = await asked()
  const { deps } = it.world
  const killed: Deps = {
    ...deps,
    db: {
      ...deps.db,
      tx: (work, options) =>
        deps.db.tx(async (sql) => {
          const result = await work(sql)
          await sql`select pg_terminate_backend(pg_backend_pid())`
          return result
        }, options),
    },
  }
  await expect(approve(it, ada(it.world), killed)).rejects.toThrow()
  expect([await statesOf(it), await noticesOf(it)]).toEqual([Array(3).fill('open'), ['approvalsCard']])
  expect((await approve(it)).results.every(({ post }) => post)).toBe(true)
})

test('each that cannot go says why: edited since, published, deleted, and another organization’s', async () => {
  const it = await asked(4)
  const { world, posts, yes } = it
  const { organizationId } = world
  await db.sql`update posts set version = version + 1, title = 'New' where organization_id = ${organizationId} and id = ${posts[0]!.id}`
  await db.sql`
    update posts set status = 'sent', sent_at = now(), send_at = now(), pin_id = '5', version = version + 1
     where organization_id = ${organizationId} and id = ${posts[1]!.id}`
  const { yes: foreign } = await asked(2)
  const { results } = await approve({ ...it, yes: [...yes, ...foreign, { approvalId: 'x', version: 1 }] })
  expect(results.map(({ post, error }) => post?.status ?? error?.details.reason ?? error?.code)).toEqual([
    ...['approval_outdated', 'post_not_schedulable', 'queued', 'queued'],
    ...['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
  ])
  expect(await statesOf(it)).toEqual(['open', 'withdrawn', 'approved', 'approved'])
})

test('a requested time is kept, and one that has passed is said so', async () => {
  const it = await asked(3)
  const { world, approvals } = it
  const at = inDays(world, 3)
  await db.sql`update approvals set wanted_at = ${at} where id = ${approvals[0]!.id}`
  await db.sql`update approvals set wanted_at = ${inDays(world, -1)} where id = ${approvals[1]!.id}`
  const { results } = await approve(it)
  expect(results[0]?.post?.sendAt).toEqual(at)
  expect(results[1]?.error?.details.reason).toBe('approval_time_past')
  expect(results[2]?.post?.status).toBe('queued')
})

test('nobody approves what they asked for, and a key of nobody approves nothing', async () => {
  const it = await asked(2)
  const own = { ...milo(it.world), role: 'scheduler' } as const
  const { results } = await approve(it, own)
  expect(results.map(({ error }) => error?.code)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
  await expect(approve(it, { ...ada(it.world), via: 'api', userId: 'key:1' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(approve({ ...it, yes: [...it.yes, ...it.yes] })).rejects.toMatchObject({ details: { field: 'approvals' } })
  expect(await statesOf(it)).toEqual(['open', 'open'])
})

test('what is asked for with others leaves its own card: one request is open for a pin', async () => {
  const it = await asked(1)
  const { world, posts, approvals } = it
  expect(approvals[0]?.batchId).toBeNull()
  const more = await drafts(world, 1)
  await requestDrafts(world.deps, milo(world), { accountId: world.accountId, postIds: [posts[0]!.id, more[0]!.id] })
  expect(await statesOf(it)).toEqual(['withdrawn', 'open', 'open'])
  expect(await noticesOf(it)).toEqual(['approvalCard', 'approvalCard', 'approvalsCard'])
})

test('what is read of them is how each stands, with the time that it would get', async () => {
  const it = await asked(3)
  const { world, batchId, approvals, posts } = it
  const ref = { accountId: world.accountId, batchId }
  await declinePin(world.deps, ada(world), {
    accountId: world.accountId,
    approvalId: approvals[0]!.id,
    kind: 'rejected',
    reason: '',
  })
  await schedulePost(world.deps, ada(world), { accountId: world.accountId, postId: posts[1]!.id, when: { kind: 'nextOpenSlot' } })
  const { lines } = await readApprovalsTogether(world.deps, ada(world), ref)
  expect(lines.map(({ approval }) => approval.state)).toEqual(['rejected', 'approved', 'open'])
  expect(lines[2]?.sendAt).not.toBeNull()
  expect(lines[2]?.sendAt).not.toEqual(lines[1]?.sendAt)
  const other = await aWorld(db)
  await expect(readApprovalsTogether(other.deps, ada(other), ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
