/** Several requests declined at once: one reason, one act, one notice for each who asked; what was edited since stays. */
import { expect, test } from 'vitest'
import type { Actor, Role } from '../../../../src/core/lib/actor.js'
import { approveMany, type Yes } from '../../../../src/core/many/approve-many.js'
import { declineMany, type DeclineMany } from '../../../../src/core/many/decline-many.js'
import { requestDrafts } from '../../../../src/core/many/batch/drafts.js'
import { listApprovalsById } from '../../../../src/core/posts/approval/approval.js'
import type { Approval } from '../../../../src/core/posts/approval/model.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { undoDecision } from '../../../../src/core/posts/undo/decision.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { threeADay } from '../batch/support/batches.js'

const { db } = await aDatabase()

const as = (world: World, role: Role, name: string): Actor => ({
  organizationId: world.organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})

type Asked = { world: World; yes: Yes[]; ids: string[]; postIds: string[] }

/** Drafts of a contributor, asked for together. */
async function ask(world: World, count: number, name = 'MILO'): Promise<Asked> {
  const postIds: string[] = []
  for (let number = 0; number < count; number++)
    postIds.push((await aDraft(world, { url: `https://example.com/${name}/${number}` })).id)
  const milo = as(world, 'contributor', name)
  await db.sql`
    update posts set created_by = ${milo.userId}
     where organization_id = ${world.organizationId} and id = any (${postIds}::bigint[])`
  const { results } = await requestDrafts(world.deps, milo, { accountId: world.accountId, postIds })
  const approvals = results.map(({ post }) => post!.approval!)
  const yes = approvals.map((approval) => ({ approvalId: approval.id, version: approval.postVersion }))
  return { world, yes, ids: approvals.map(({ id }) => id), postIds }
}

async function asked(count = 3): Promise<Asked> {
  const world = await aWorld(db, { credits: 20 })
  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${world.organizationId}`
  await threeADay(world)
  return ask(world, count)
}

const ada = (world: World) => as(world, 'admin', 'ADA')
const decline = ({ world, yes }: Pick<Asked, 'world' | 'yes'>, fields: Partial<DeclineMany> = {}, actor = ada(world)) =>
  declineMany(world.deps, actor, {
    accountId: world.accountId,
    approvals: yes,
    kind: 'changes_requested',
    reason: 'Brighter pictures.',
    ...fields,
  })
const approvalsOf = ({ world, ids }: Asked): Promise<Approval[]> =>
  listApprovalsById(world.deps, world.actor, { accountId: world.accountId, approvalIds: ids })
const statesOf = async (it: Asked) => (await approvalsOf(it)).map(({ state }) => state)
const decidedNotices = async ({ world }: Asked) =>
  (
    await db.sql<{ destination: string; kind: string; ids: string[] | null }[]>`
      select destination, notice ->> 'kind' as kind, notice -> 'approvalIds' as ids
        from outbox
       where organization_id = ${world.organizationId} and notice ->> 'kind' in ('approvalDecided', 'approvalsDecided')
       order by destination`
  ).map(({ destination, kind, ids }) => [destination, kind, ids?.length ?? 1])

test('all of them get one reason in one act: they stay drafts, and each who asked gets one notice', async () => {
  const it = await asked(3)
  const eves = await ask(it.world, 2, 'EVE')
  const { results } = await decline({ ...it, yes: [...it.yes, ...eves.yes] })
  expect(results.map(({ approval }) => [approval?.state, approval?.reason])).toEqual(
    Array(5).fill(['changes_requested', 'Brighter pictures.']),
  )
  expect(await decidedNotices(it)).toEqual([
    ['user:T1:UEVE', 'approvalsDecided', 2],
    ['user:T1:UMILO', 'approvalsDecided', 3],
  ])
  const posts = await db.sql`select 1 from posts where organization_id = ${it.world.organizationId} and status = 'draft'`
  expect(posts).toHaveLength(5)
  const acts = await db.sql<{ action: string; changeId: string }[]>`
    select action, after ->> 'changeId' as "changeId"
      from audit
     where organization_id = ${it.world.organizationId} and action = 'request_changes'`
  expect([acts.length, new Set(acts.map(({ changeId }) => changeId)).size]).toEqual([5, 1])
})

test('each that stays says why: edited since, decided by another, asked for by oneself, another organization’s', async () => {
  const it = await asked(4)
  const { world, yes } = it
  const [first, second] = it.postIds
  await editPost(world.deps, ada(world), { accountId: world.accountId, postId: first!, changes: { title: 'New' } })
  await schedulePost(world.deps, ada(world), { accountId: world.accountId, postId: second!, when: { kind: 'nextOpenSlot' } })
  const foreign = await asked(1)
  const { results } = await decline(
    { world, yes: [...yes, ...foreign.yes, { approvalId: 'x', version: 1 }] },
    { kind: 'rejected' },
  )
  expect(results.map(({ approval, error }) => approval?.state ?? error?.details.reason ?? error?.code)).toEqual([
    ...['approval_outdated', 'approval_decided', 'rejected', 'rejected'],
    ...['NOT_FOUND', 'NOT_FOUND'],
  ])
  expect(await statesOf(it)).toEqual(['open', 'approved', 'rejected', 'rejected'])
  expect(await statesOf(foreign)).toEqual(['open'])
  const own = await asked(2)
  const selves = await decline(own, {}, { ...as(own.world, 'scheduler', 'MILO') })
  expect(selves.results.map(({ error }) => error?.code)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
})

test('without a reason changes are not requested, a rejection needs none, and only people who schedule decide', async () => {
  const it = await asked(2)
  await expect(decline(it, { reason: ' ' })).rejects.toMatchObject({ details: { field: 'reason' } })
  await expect(decline({ ...it, yes: [...it.yes, ...it.yes] })).rejects.toMatchObject({ details: { field: 'approvals' } })
  await expect(decline({ ...it, yes: [] })).rejects.toMatchObject({ details: { field: 'approvals' } })
  await expect(decline(it, {}, as(it.world, 'contributor', 'EVE'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(decline(it, {}, { ...ada(it.world), via: 'api', userId: 'key:1' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await statesOf(it)).toEqual(['open', 'open'])
  await decline(it, { kind: 'rejected', reason: '' })
  expect(await statesOf(it)).toEqual(['rejected', 'rejected'])
})

test('of two who decide all at once, one declining and one approving, each request is decided once and noticed once', async () => {
  const it = await asked(5)
  const { world, yes } = it
  const eve = as(world, 'scheduler', 'EVE')
  const [declined, approved, again] = await Promise.all([
    decline(it),
    approveMany(world.deps, eve, { accountId: world.accountId, approvals: [...yes].reverse() }),
    decline({ ...it, yes: [...yes].reverse() }, { kind: 'rejected' }, eve),
  ])
  const done = [
    declined.results.filter(({ approval }) => approval).length,
    approved.results.filter(({ post }) => post).length,
    again.results.filter(({ approval }) => approval).length,
  ]
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(5)
  expect(await statesOf(it)).not.toContain('open')
  expect((await decidedNotices(it)).reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(5)
})

test('Undo of one takes back all that were declined in the act, but not what was edited since, nor another act', async () => {
  const it = await asked(4)
  const { world, yes, ids } = it
  const undo = (approvalId: string) => undoDecision(world.deps, ada(world), { accountId: world.accountId, approvalId })
  await decline({ ...it, yes: yes.slice(0, 3) })
  await decline({ ...it, yes: yes.slice(3) })
  await editPost(world.deps, ada(world), { accountId: world.accountId, postId: it.postIds[2]!, changes: { title: 'New' } })
  await undo(ids[0]!)
  expect(await statesOf(it)).toEqual(['open', 'open', 'changes_requested', 'changes_requested'])
  await expect(undo(ids[2]!)).rejects.toMatchObject({ code: 'CONFLICT' })
  const reopened = await db.sql`
    select 1 from outbox where organization_id = ${world.organizationId} and notice ->> 'kind' = 'approvalsReopened'`
  expect(reopened).toHaveLength(1)
})
