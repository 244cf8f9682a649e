/** A reviewer sees no account, but the requests that wait for them and those that they decided. */
import { expect, test } from 'vitest'
import { assignRole, setDefaultRole, setGroupRole } from '../../../../../src/core/accounts/people/assign-roles.js'
import { setAccountRole } from '../../../../../src/core/accounts/people/account-roles.js'
import { listAccounts, readAccount } from '../../../../../src/core/accounts/accounts.js'
import { effectiveRole } from '../../../../../src/core/accounts/people/effective-role.js'
import type { Actor } from '../../../../../src/core/lib/actor.js'
import { approveMany } from '../../../../../src/core/many/approve-many.js'
import { declineMany } from '../../../../../src/core/many/decline-many.js'
import { listApprovalsById, listApprovalsOf, readApproval } from '../../../../../src/core/posts/approval/approval.js'
import { decidePin } from '../../../../../src/core/posts/approval/decide.js'
import { holdRequest, releaseRequest } from '../../../../../src/core/posts/approval/hold.js'
import { listApprovals } from '../../../../../src/core/posts/approval/list.js'
import { countRequestsFor, listOpenRequests, listRequestAccounts } from '../../../../../src/core/posts/approval/requests.js'
import { putApprovalRules } from '../../../../../src/core/posts/approval/rules/rules.js'
import { readWaiting } from '../../../../../src/core/posts/approval/waiting.js'
import { addComment } from '../../../../../src/core/posts/comments/add.js'
import { listComments } from '../../../../../src/core/posts/comments/read.js'
import { readPost, readPostAsked } from '../../../../../src/core/posts/list.js'
import { schedulePost } from '../../../../../src/core/posts/schedule.js'
import { undoDecision } from '../../../../../src/core/posts/undo/decision.js'
import { aDatabase } from '../../../../support/database.js'
import { aDraft, inDays } from '../../../../support/factories.js'
import { as, asked, ofRole, person, rule, step } from './support.js'

const { db } = await aDatabase()

const CLIENT = step('Client', [person('RITA')])
const BRAND = step('Brand', [person('EVE')])
const NOT_FOUND = { code: 'NOT_FOUND' }
const FORBIDDEN = { code: 'FORBIDDEN' }

/** Milo’s request, whose steps name RITA, who only reviews, and PAUL, who reviews and is not named. */
async function aRequest(steps = [CLIENT]) {
  const it = await asked(db, [rule([step('Any', [ofRole('scheduler')])])])
  const { organizationId, clock } = it.world
  for (const name of ['RITA', 'PAUL'])
    await db.sql`
      insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at)
      values (${organizationId}, 'T1', ${`U${name}`}, 'reviewer', ${clock.now})`
  await putApprovalRules(it.deps, it.ada, { accountId: it.pin.accountId, rules: [rule(steps)] })
  const when = { kind: 'at' as const, at: inDays(it.world, 6) }
  const made = await aDraft({ ...it.world, actor: it.milo })
  const post = await schedulePost(it.deps, it.milo, { accountId: it.pin.accountId, postId: made.id, when })
  const ref = { accountId: it.pin.accountId, approvalId: post.approval!.id }
  const pin = { accountId: ref.accountId, postId: post.id }
  return {
    ...it,
    old: { ref: it.ref, pin: it.pin },
    ref,
    pin,
    version: post.version,
    rita: as(it.world, 'reviewer', 'RITA'),
    paul: as(it.world, 'reviewer', 'PAUL'),
  }
}
type Request = Awaited<ReturnType<typeof aRequest>>

test('a reviewer reads the request that waits for them, its pin and its comments, and comments', async () => {
  const { deps, ref, pin, rita } = await aRequest()
  expect(await readApproval(deps, rita, ref)).toMatchObject({ id: ref.approvalId })
  expect(await readPostAsked(deps, rita, pin)).toMatchObject({ id: pin.postId })
  await addComment(deps, rita, { ...pin, text: 'Lovely', audience: 'client' })
  const { comments } = await listComments(deps, rita, { ...pin, limit: 10, cursor: null })
  expect(comments).toMatchObject([{ text: 'Lovely', author: 'T1:URITA' }])
})

const page = (accountId: string) => ({ accountId, timezone: 'UTC', at: 0, limit: 10 })

test('the lists of a reviewer have the requests that wait for them and no other', async () => {
  const { deps, ref, rita, paul, old } = await aRequest()
  const { accountId } = ref
  const { approvals, counts, of } = await listOpenRequests(deps, rita, page(accountId))
  expect([approvals.map(({ id }) => id), counts.others, of]).toEqual([[ref.approvalId], 0, 'forMe'])
  expect((await listApprovals(deps, rita, { accountId, limit: 10, cursor: null })).approvals.map(({ id }) => id)).toEqual([
    ref.approvalId,
  ])
  expect(await listApprovalsById(deps, rita, { accountId, approvalIds: [old.ref.approvalId, ref.approvalId] })).toHaveLength(1)
  expect(await countRequestsFor(deps, rita, { accountId })).toBe(1)
  expect((await readWaiting(deps, rita)).count).toBe(1)
  expect(await listRequestAccounts(deps, rita)).toMatchObject([{ id: accountId }])
  expect(await listRequestAccounts(deps, paul)).toEqual([])
  expect((await listApprovals(deps, paul, { accountId, limit: 10, cursor: null })).approvals).toEqual([])
})

const READS: Record<string, (it: Request, who: Actor) => Promise<unknown>> = {
  account: ({ deps, ref }, who) => readAccount(deps, who, ref),
  request: ({ deps, ref }, who) => readApproval(deps, who, ref),
  pin: ({ deps, pin }, who) => readPostAsked(deps, who, pin),
  comments: ({ deps, pin }, who) => listComments(deps, who, { ...pin, limit: 1, cursor: null }),
  comment: ({ deps, pin }, who) => addComment(deps, who, { ...pin, text: 'Hi', audience: 'internal' }),
  approve: ({ deps, ref }, who) => decidePin(deps, who, { ...ref, decision: 'approve' }),
  reject: ({ deps, ref }, who) => decidePin(deps, who, { ...ref, decision: 'reject' }),
  hold: ({ deps, ref }, who) => holdRequest(deps, who, ref),
  release: ({ deps, ref }, who) => releaseRequest(deps, who, ref),
  undo: ({ deps, ref }, who) => undoDecision(deps, who, ref),
}

test('a reviewer whom nobody asks finds neither the account nor the request, its pin or its comments', async () => {
  const it = await aRequest()
  for (const [name, read] of Object.entries(READS)) await expect(read(it, it.paul), name).rejects.toMatchObject(NOT_FOUND)
  const these = { accountId: it.ref.accountId, approvals: [{ approvalId: it.ref.approvalId, version: it.version }] }
  for (const many of [
    approveMany(it.deps, it.paul, these),
    declineMany(it.deps, it.paul, { ...these, kind: 'rejected', reason: '' }),
  ])
    expect((await many).results).toMatchObject([{ error: NOT_FOUND }])
  expect((await it.now()).state).toBe('open')
})

test('a reviewer who is asked sees nothing else: no account, no other request, no other pin', async () => {
  const it = await aRequest()
  const { deps, rita, old, ref } = it
  expect(await listAccounts(deps, rita)).toEqual([])
  await expect(readAccount(deps, rita, ref)).rejects.toMatchObject(NOT_FOUND)
  await expect(readPost(deps, rita, it.pin)).rejects.toMatchObject(NOT_FOUND)
  const other = { ...it, ...old }
  for (const [name, read] of Object.entries(READS)) await expect(read(other, rita), name).rejects.toMatchObject(NOT_FOUND)
  await expect(schedulePost(deps, rita, { ...it.pin, when: { kind: 'nextOpenSlot' } })).rejects.toMatchObject(NOT_FOUND)
  expect(await listApprovalsOf(deps, rita, { ...old.pin, limit: 5 })).toEqual([])
})

test('a reviewer’s approval of the last step schedules the pin, they see it still, and undo it', async () => {
  const it = await aRequest([BRAND, CLIENT])
  await expect(readApproval(it.deps, it.rita, it.ref)).rejects.toMatchObject(NOT_FOUND) // its turn has not come
  await decidePin(it.deps, it.eve, { ...it.ref, decision: 'approve' })
  const { post } = await decidePin(it.deps, it.rita, { ...it.ref, decision: 'approve' })
  expect(post.status).toBe('queued')
  expect(await readApproval(it.deps, it.rita, it.ref)).toMatchObject({ state: 'approved', decidedBy: 'T1:URITA' })
  await undoDecision(it.deps, it.rita, it.ref)
  expect(await readPostAsked(it.deps, it.rita, it.pin)).toMatchObject({ status: 'draft' })
})

test('a reviewer holds, releases, asks for changes, and edits no pin while approving', async () => {
  const it = await aRequest()
  await expect(decidePin(it.deps, it.rita, { ...it.ref, decision: 'approve', edit: { title: 'Mine' } })).rejects.toMatchObject(
    FORBIDDEN,
  )
  await holdRequest(it.deps, it.rita, it.ref)
  await releaseRequest(it.deps, it.rita, it.ref)
  await decidePin(it.deps, it.rita, { ...it.ref, decision: 'request_changes', reason: 'Brighter' })
  expect(await readApproval(it.deps, it.rita, it.ref)).toMatchObject({ state: 'changes_requested', decidedBy: 'T1:URITA' })
})

test('a reviewer approves several at once, and `role:reviewer` is every reviewer, scheduler and admin, but no viewer', async () => {
  const it = await aRequest([step('Reviewers', [ofRole('reviewer')])])
  const waits = async (who: Actor) => countRequestsFor(it.deps, who, it.ref)
  expect(await Promise.all([it.rita, it.paul, it.eve, it.ada].map(waits))).toEqual([1, 1, 2, 2])
  await expect(decidePin(it.deps, it.vic, { ...it.ref, decision: 'approve' })).rejects.toMatchObject(FORBIDDEN)
  const { results } = await approveMany(it.deps, it.paul, {
    accountId: it.ref.accountId,
    approvals: [{ approvalId: it.ref.approvalId, version: it.version }],
  })
  expect(results).toMatchObject([{ post: { status: 'queued' } }])
})

test('admins give the role to a person, a group, on an account, and to everyone else; guests are then reviewers, too', async () => {
  const { world, ada, deps } = await aRequest()
  const { accountId } = world
  await assignRole(deps, ada, { teamId: 'T1', userId: 'U1', role: 'reviewer' })
  await setGroupRole(deps, ada, { teamId: 'T1', groupId: 'S1', handle: 'clients', role: 'reviewer' })
  await setAccountRole(deps, ada, { accountId, teamId: 'T1', holder: 'U1', handle: null, role: 'reviewer' })
  await setDefaultRole(deps, ada, { role: 'reviewer' })
  const guest = { standing: 'guest', isHome: true, assignedRole: null, groups: [], defaultRole: 'reviewer' } as const
  expect(effectiveRole(guest)).toEqual({ role: 'reviewer', viewerBecause: 'guest' })
})
