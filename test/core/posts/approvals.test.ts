/** A contributor asks, somebody else decides: once, of what the card shows, and whole. */
import { EMPTY_CONTENT } from '../../../src/core/posts/content.js'
import { expect, test } from 'vitest'
import type { Actor, Role } from '../../../src/core/lib/actor.js'
import { listApprovalsOf, readApproval } from '../../../src/core/posts/approval/approval.js'
import type { Approval } from '../../../src/core/posts/approval/model.js'
import { approvePin, declinePin } from '../../../src/core/posts/approval/decide.js'
import { listOpenRequests } from '../../../src/core/posts/approval/requests.js'
import { dueOf } from '../../../src/core/posts/approval/request.js'
import { attachMedia } from '../../../src/core/posts/create/attach-media.js'
import { createPosts, type NewPost } from '../../../src/core/posts/create/create.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { purgeDeleted } from '../../../src/core/posts/undo/deleted.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { readPost } from '../../../src/core/posts/list.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aMedia, aTimeslot, creditsOf, DAY_MS, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { openStudios } from './support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const as = (world: World, role: Role, name: string): Actor => ({
  organizationId: world.organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})
const MILO = 'MILO'

async function withPolicy({ organizationId }: World): Promise<void> {
  await db.sql`
    update accounts
       set approval_policy = 'required', approvals_channel_id = 'C1'
     where organization_id = ${organizationId}`
}
async function aPolicyWorld(options: Parameters<typeof aWorld>[1] = {}): Promise<World> {
  const world = await aWorld(db, options)
  await withPolicy(world)
  return world
}

type Asked = { world: World; post: Post; approval: Approval; milo: Actor; ada: Actor; eve: Actor }

/** Milo's draft, for which he asks. */
async function asked(world: World, at: Date | null = inDays(world, 3)): Promise<Asked> {
  const [milo, ada, eve] = [as(world, 'contributor', MILO), as(world, 'admin', 'ADA'), as(world, 'scheduler', 'EVE')]
  const draft = await aDraft(world)
  await db.sql`update posts set created_by = ${milo.userId} where organization_id = ${world.organizationId} and id = ${draft.id}`
  const when = at ? ({ kind: 'at', at } as const) : ({ kind: 'nextOpenSlot' } as const)
  const post = await schedulePost(world.deps, milo, { accountId: world.accountId, postId: draft.id, when })
  return { world, post, approval: post.approval!, milo, ada, eve }
}

const refOf = ({ approval, post, world }: Asked) => ({
  accountId: world.accountId,
  approvalId: approval.id,
  version: post.version,
})
const approvalNow = ({ world, approval }: Asked) =>
  readApproval(world.deps, world.actor, { accountId: world.accountId, approvalId: approval.id })
const postNow = ({ world, post }: Asked) => readPost(world.deps, world.actor, { accountId: world.accountId, postId: post.id })

const noticesOf = async ({ world }: Asked) =>
  (
    await db.sql<{ destination: string; kind: string }[]>`
      select destination, notice ->> 'kind' as kind
        from outbox
       where organization_id = ${world.organizationId}
       order by id`
  ).map(({ destination, kind }) => `${kind} > ${destination}`)

const actsOf = async ({ world, approval }: Asked) =>
  db.sql<{ action: string; actor: string }[]>`
    select action, actor
      from audit
     where organization_id = ${world.organizationId} and subject = ${`approval:${approval.id}`}
     order by id`

test('what a contributor wants scheduled is a draft that waits: nothing is charged, no slot taken, and the channel is told', async () => {
  const world = await aPolicyWorld()
  const credits = await creditsOf(world)
  const it = await asked(world)
  expect(it.post).toMatchObject({ status: 'draft', sendAt: null })
  expect(it.approval).toMatchObject({
    state: 'open',
    requestedTime: { kind: 'at', at: inDays(world, 3) },
    askedBy: 'T1:UMILO',
    askedWith: null,
    decidedBy: null,
  })
  expect(await creditsOf(world)).toBe(credits)
  expect(await noticesOf(it)).toEqual([`approvalCard > approvals:${world.accountId}`])
  const { deps, accountId } = world
  const page = { accountId, at: 0, limit: 5, timezone: 'UTC' }
  expect((await listOpenRequests(deps, it.ada, page)).approvals).toEqual([it.approval])
  expect(await actsOf(it)).toEqual([{ action: 'ask', actor: 'T1:UMILO' }])
})

test('a decision is due a day before the requested time, but not before half of the time until then has passed', () => {
  const requestedAt = new Date('2026-03-02T08:00:00Z')
  expect(dueOf(new Date('2026-03-05T08:00:00Z'), requestedAt)).toEqual(new Date('2026-03-04T08:00:00Z'))
  expect(dueOf(new Date('2026-03-03T08:00:00Z'), requestedAt)).toEqual(new Date('2026-03-02T20:00:00Z'))
  expect(dueOf(new Date('2026-03-02T07:00:00Z'), requestedAt)).toEqual(requestedAt)
})

test('without a requested time, a decision is due two days after the request', () => {
  const requestedAt = new Date('2026-03-02T08:00:00Z')
  expect(dueOf(null, requestedAt)).toEqual(new Date('2026-03-04T08:00:00Z'))
})

test('a request has its due time, and a new requested time moves it', async () => {
  const world = await aPolicyWorld()
  const it = await asked(world)
  expect(it.approval.dueAt).toEqual(dueOf(inDays(world, 3), it.approval.askedAt))
  const when = { kind: 'at', at: inDays(world, 9) } as const
  await schedulePost(world.deps, it.milo, { accountId: world.accountId, postId: it.post.id, when })
  const { dueAt, askedAt } = await approvalNow(it)
  expect(dueAt).toEqual(dueOf(when.at, askedAt))
})

test('a new pin is made and asked for in one: when the asking fails, no pin is there', async () => {
  const world = await aStudio()
  await withPolicy(world)
  const milo = as(world, 'contributor', MILO)
  const input: NewPost = {
    ...EMPTY_CONTENT,
    accountId: world.accountId,
    media: { kind: 'url', url: 'https://pictures.test/600x900', mediaType: 'image' },
    carouselItems: [],
    title: 'New',
    description: 'x',
    url: 'https://example.com/a',
    altText: null,
    board: { boardId: '101', boardSectionId: null },
    series: null,
    when: { kind: 'nextOpenSlot' },
    isSimplified: false,
  }
  const countPosts = async () =>
    (
      await db.sql<[{ count: number }]>`select count(*)::int as count from posts where organization_id = ${world.organizationId}`
    )[0].count
  await db.sql`
    create or replace function refuse_approval() returns trigger language plpgsql as $$
    begin raise exception 'no approvals today'; end $$`
  await db.sql`create trigger refuses before insert on approvals for each row execute function refuse_approval()`
  try {
    await expect(createPosts(world.deps, milo, input)).rejects.toThrow('no approvals today')
    expect(await countPosts()).toBe(0)
  } finally {
    await db.sql`drop trigger refuses on approvals`
  }
  const [made] = await createPosts(world.deps, milo, input)
  expect(made).toMatchObject({ status: 'draft', approval: { state: 'open', requestedTime: { kind: 'nextOpenSlot' } } })
  expect(await countPosts()).toBe(1)
})

test('approving schedules the pin and settles the approval; who asked and the channel are told', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, ada } = it
  const credits = await creditsOf(world)
  const post = await approvePin(world.deps, ada, refOf(it))
  expect(post).toMatchObject({ status: 'queued', sendAt: inDays(world, 3) })
  expect(await approvalNow(it)).toMatchObject({ state: 'approved', decidedBy: 'T1:UADA', decidedAt: world.clock.now })
  expect(await creditsOf(world)).toBe(credits - 1)
  expect(await noticesOf(it)).toEqual([
    `approvalCard > approvals:${world.accountId}`,
    `approvalCard > approvals:${world.accountId}`,
    'approvalDecided > user:T1:UMILO',
  ])
  expect(await actsOf(it)).toEqual([
    { action: 'ask', actor: 'T1:UMILO' },
    { action: 'approve', actor: 'T1:UADA' },
  ])
})

test('who asked in one workspace of an enterprise approves it in no other one either', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, milo, post } = it
  const elsewhere: Actor = { ...milo, role: 'scheduler', userId: `T2:U${MILO}` }
  await expect(approvePin(world.deps, elsewhere, refOf(it))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(declinePin(world.deps, elsewhere, { ...refOf(it), kind: 'rejected', reason: '' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await approvalNow(it)).toEqual(it.approval)
  const when = { kind: 'at', at: inDays(world, 4) } as const
  await schedulePost(world.deps, elsewhere, { accountId: world.accountId, postId: post.id, when })
  expect(await approvalNow(it)).toMatchObject({ state: 'withdrawn', decidedBy: elsewhere.userId })
})

test('a wish for the next open slot takes the one that is next when it is approved', async () => {
  const world = await aPolicyWorld()
  await aTimeslot(world, { day: 2, time: '09:00' })
  const it = await asked(world, null)
  world.clock.advance(7 * DAY_MS)
  expect(await approvePin(world.deps, it.ada, refOf(it))).toMatchObject({
    status: 'queued',
    sendAt: new Date('2026-03-10T09:00:00Z'),
  })
})

test('approval and schedule are one: what fails at the last moment leaves both as they were', async () => {
  const it = await asked(await aPolicyWorld())
  const { world } = it
  const credits = await creditsOf(world)
  await db.sql`
    create or replace function no_outbox() returns trigger language plpgsql as $$
    begin raise exception 'the machine died'; end $$`
  await db.sql`create trigger dies before insert on outbox for each row execute function no_outbox()`
  try {
    await expect(approvePin(world.deps, it.ada, refOf(it))).rejects.toThrow('the machine died')
  } finally {
    await db.sql`drop trigger dies on outbox`
  }
  expect(await postNow(it)).toMatchObject({ status: 'draft', version: it.post.version })
  expect(await approvalNow(it)).toEqual(it.approval)
  expect(await creditsOf(world)).toBe(credits)
})

test('two approvers at once: one effect, and the other is told that it is decided', async () => {
  for (let round = 0; round < 8; round++) {
    const it = await asked(await aPolicyWorld(), round % 2 ? null : undefined)
    const { world, ada, eve } = it
    await aTimeslot(world, { day: 2, time: '09:00' })
    const credits = await creditsOf(world)
    const outcomes = await Promise.allSettled([approvePin(world.deps, ada, refOf(it)), approvePin(world.deps, eve, refOf(it))])
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(refused).toEqual([expect.objectContaining({ code: 'CONFLICT', details: { reason: 'approval_decided' } })])
    expect(await creditsOf(world)).toBe(credits - 1)
    expect(await postNow(it)).toMatchObject({ status: 'queued', version: it.post.version + 1 })
    expect((await actsOf(it)).map(({ action }) => action)).toEqual(['ask', 'approve'])
  }
})

test('approving against rejecting: one of them is done, whole', async () => {
  for (let round = 0; round < 8; round++) {
    const it = await asked(await aPolicyWorld())
    const { world, ada, eve } = it
    const [approved, rejected] = await Promise.allSettled([
      approvePin(world.deps, ada, refOf(it)),
      declinePin(world.deps, eve, { ...refOf(it), kind: 'rejected', reason: '' }),
    ])
    const { status } = await postNow(it)
    const { state } = await approvalNow(it)
    expect([approved.status, rejected.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect([status, state]).toEqual(approved.status === 'fulfilled' ? ['queued', 'approved'] : ['draft', 'rejected'])
  }
})

test('an edit against an approval: what is scheduled is what the approver saw', async () => {
  for (let round = 0; round < 8; round++) {
    const it = await asked(await aPolicyWorld())
    const { world, milo, ada, post } = it
    const pin = { accountId: world.accountId, postId: post.id }
    const [edited, approved] = await Promise.allSettled([
      editPost(world.deps, milo, { ...pin, changes: { title: 'Quickly changed' } }),
      approvePin(world.deps, ada, refOf(it)),
    ])
    const now = await postNow(it)
    if (approved.status === 'fulfilled') expect(now).toMatchObject({ status: 'queued', title: 'A pin' })
    else {
      expect(approved.reason).toMatchObject({ details: { reason: 'approval_outdated' } })
      expect(edited.status).toBe('fulfilled')
      expect(now).toMatchObject({ status: 'draft', title: 'Quickly changed' })
      expect(await approvalNow(it)).toMatchObject({ state: 'open', postVersion: now.version, title: 'Quickly changed' })
    }
  }
})

test('a deletion against an approval: it goes out, or nobody asks any more', async () => {
  for (let round = 0; round < 8; round++) {
    const it = await asked(await aPolicyWorld())
    const { world, milo, ada, post } = it
    const [gone, approved] = await Promise.allSettled([
      deletePost(world.deps, milo, { accountId: world.accountId, postId: post.id }),
      approvePin(world.deps, ada, refOf(it)),
    ])
    expect([gone.status, approved.status].sort()).toEqual(['fulfilled', 'rejected'])
    if (approved.status === 'rejected') expect(approved.reason).toMatchObject({ details: { reason: 'approval_decided' } })
    const { state, decidedBy } = await approvalNow(it)
    expect([state, decidedBy]).toEqual(gone.status === 'fulfilled' ? ['withdrawn', 'T1:UMILO'] : ['approved', 'T1:UADA'])
  }
})

test('an edited pin is asked for as it is now: its card is sent again, and an older card schedules nothing', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, milo, ada } = it
  const edited = await editPost(world.deps, milo, {
    accountId: world.accountId,
    postId: it.post.id,
    changes: { title: 'Better' },
  })
  await expect(approvePin(world.deps, ada, refOf(it))).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'approval_outdated' },
  })
  expect(await postNow(it)).toMatchObject({ status: 'draft' })
  expect(await noticesOf(it)).toHaveLength(2)
  await approvePin(world.deps, ada, { ...refOf(it), version: edited.version })
  expect(await postNow(it)).toMatchObject({ status: 'queued', title: 'Better' })
})

test('an edited pin says what differs from what was requested; what is undone differs no more', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, milo } = it
  const { accountId } = world
  const edit = (changes: Parameters<typeof editPost>[2]['changes']) =>
    editPost(world.deps, milo, { accountId, postId: it.post.id, changes })
  const changesNow = async () => (await approvalNow(it)).changes
  expect(it.approval.changes).toEqual([])
  await edit({ title: 'Better', altText: 'A shelf' })
  const moved = await edit({ board: { boardId: '102' } })
  const edited = [
    { field: 'title', before: 'A pin', after: 'Better' },
    { field: 'altText', before: null, after: 'A shelf' },
  ]
  const board = { field: 'boardId', before: '101', after: '102', names: { before: 'Kitchen ideas', after: 'Garden' } }
  expect(await changesNow()).toEqual([...edited, board])
  await undoChange(world.deps, milo, { accountId, postId: it.post.id, version: moved.version })
  expect(await changesNow()).toEqual(edited)
  await edit({ title: 'A pin', altText: '' })
  expect(await changesNow()).toEqual([])
})

test('of media it says that they are others, and of which kind', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, post } = it
  const hold = async (mediaIds: string[], mediaType = 'image') => {
    const { media } = await postNow(it)
    await db.tx(async (sql) => {
      await attachMedia(sql, { ...post, media }, mediaIds, world.clock.now)
      await sql`update posts set media_type = ${mediaType}, version = version + 1 where id = ${post.id}`
    })
    return (await approvalNow(it)).changes
  }
  const [one, other] = [await aMedia(world), await aMedia(world)]
  expect(await hold([one])).toEqual([{ field: 'media', before: 'image', after: 'image' }])
  expect(await hold([one, other])).toEqual([{ field: 'media', before: 'image', after: 'carousel of 2' }])
  expect(await hold([other], 'video')).toEqual([{ field: 'media', before: 'image', after: 'video' }])
  expect(await hold(post.media.map(({ id }) => id))).toEqual([])
})

test('asked again, decided, or asked before it was noted, nothing differs', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, milo, ada } = it
  const { accountId } = world
  const edit = (title: string) => editPost(world.deps, milo, { accountId, postId: it.post.id, changes: { title } })
  await edit('Better')
  const when = { kind: 'at', at: inDays(world, 5) } as const
  const again = await schedulePost(world.deps, milo, { accountId, postId: it.post.id, when })
  expect(again.approval?.changes).toEqual([])
  const best = await edit('Best')
  expect((await approvalNow(it)).changes).toEqual([{ field: 'title', before: 'Better', after: 'Best' }])
  await db.sql`update approvals set requested = null where id = ${it.approval.id}`
  expect((await approvalNow(it)).changes).toEqual([])
  await approvePin(world.deps, ada, { ...refOf(it), version: best.version })
  expect((await approvalNow(it)).changes).toEqual([])
})

test('nobody approves what they asked for, also when they became a scheduler since; nor does a contributor', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, milo } = it
  const nobody = { code: 'FORBIDDEN', message: expect.stringContaining('Ask another scheduler or admin') as string }
  const promoted: Actor = { ...milo, role: 'scheduler' }
  await expect(approvePin(world.deps, promoted, refOf(it))).rejects.toMatchObject(nobody)
  await expect(declinePin(world.deps, promoted, { ...refOf(it), kind: 'rejected', reason: '' })).rejects.toMatchObject(nobody)
  await expect(approvePin(world.deps, as(world, 'contributor', 'ZOE'), refOf(it))).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('Only schedulers and admins can approve pins') as string,
  })
  expect(await approvalNow(it)).toEqual(it.approval)
})

test('a time that has passed is not approved as it was asked; the next open slot may be', async () => {
  const world = await aPolicyWorld()
  await aTimeslot(world, { day: 2, time: '09:00' })
  const it = await asked(world, inDays(world, 1))
  world.clock.advance(2 * DAY_MS)
  await expect(approvePin(world.deps, it.ada, refOf(it))).rejects.toMatchObject({ details: { reason: 'approval_time_past' } })
  expect(await approvalNow(it)).toEqual(it.approval)
  const post = await approvePin(world.deps, it.ada, { ...refOf(it), inNextOpenSlot: true })
  expect(post).toMatchObject({ status: 'queued', sendAt: new Date('2026-03-10T09:00:00Z') })
})

test('what refuses the schedule leaves the approval open: no credit, no slot, no connection', async () => {
  const lost = await asked(await aPolicyWorld())
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${lost.world.organizationId}`
  await expect(approvePin(lost.world.deps, lost.ada, refOf(lost))).rejects.toMatchObject({
    details: { reason: 'account_not_connected' },
  })
  expect(await approvalNow(lost)).toEqual(lost.approval)
  const poor = await asked(await aPolicyWorld({ credits: 0 }))
  await expect(approvePin(poor.world.deps, poor.ada, refOf(poor))).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  expect(await approvalNow(poor)).toEqual(poor.approval)
  const full = await asked(await aPolicyWorld(), null)
  await expect(approvePin(full.world.deps, full.ada, refOf(full))).rejects.toMatchObject({ details: { reason: 'no_open_slot' } })
  expect(await approvalNow(full)).toEqual(full.approval)
  expect(await postNow(full)).toMatchObject({ status: 'draft' })
})

test('changes need a reason, a rejection none; the draft stays, and may be asked for again', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, ada, milo } = it
  await expect(declinePin(world.deps, ada, { ...refOf(it), kind: 'changes_requested', reason: '  ' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: { field: 'reason' },
  })
  await declinePin(world.deps, ada, { ...refOf(it), kind: 'changes_requested', reason: ' Another title, please. ' })
  expect(await approvalNow(it)).toMatchObject({
    state: 'changes_requested',
    reason: 'Another title, please.',
    decidedBy: 'T1:UADA',
  })
  expect(await postNow(it)).toMatchObject({ status: 'draft', version: it.post.version })
  const when = { kind: 'at', at: inDays(world, 4) } as const
  const { approval } = await schedulePost(world.deps, milo, { accountId: world.accountId, postId: it.post.id, when })
  expect(approval?.id).not.toBe(it.approval.id)
  await declinePin(world.deps, ada, { accountId: world.accountId, approvalId: approval!.id, kind: 'rejected', reason: '' })
  const all = await listApprovalsOf(world.deps, milo, { accountId: world.accountId, postId: it.post.id, limit: 5 })
  expect(all.map(({ state, reason }) => [state, reason])).toEqual([
    ['rejected', null],
    ['changes_requested', 'Another title, please.'],
  ])
})

test('asked again while it waits, it is the same approval with the new wish', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, milo } = it
  const when = { kind: 'at', at: inDays(world, 5) } as const
  const { approval } = await schedulePost(world.deps, milo, { accountId: world.accountId, postId: it.post.id, when })
  expect(approval).toMatchObject({ id: it.approval.id, requestedTime: when, revision: 2 })
})

test('scheduled by a person who is a scheduler it is approved by them; by who asked, who is one by now, it is asked for no more', async () => {
  const it = await asked(await aPolicyWorld())
  const { world } = it
  const when = { kind: 'at', at: inDays(world, 5) } as const
  const pin = { accountId: world.accountId, postId: it.post.id, when }
  await expect(schedulePost(world.deps, world.actor, pin)).rejects.toMatchObject({ code: 'FORBIDDEN' }) // a key of nobody
  expect(await approvalNow(it)).toMatchObject({ state: 'open' })
  await schedulePost(world.deps, it.ada, pin)
  expect(await approvalNow(it)).toMatchObject({ state: 'approved', decidedBy: 'T1:UADA' })
  const own = await asked(await aPolicyWorld())
  await schedulePost(
    own.world.deps,
    { ...own.milo, role: 'scheduler' },
    { accountId: own.world.accountId, postId: own.post.id, when },
  )
  expect(await approvalNow(own)).toMatchObject({ state: 'withdrawn' })
  expect(await noticesOf(own)).not.toContain('approvalDecided > user:T1:UMILO')
})

test('a deleted pin is asked for no more, also when its deletion is undone; its approval still knows its title', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, ada } = it
  const pin = { accountId: world.accountId, postId: it.post.id }
  const { version } = await deletePost(world.deps, ada, pin)
  expect(await approvalNow(it)).toMatchObject({ state: 'withdrawn', decidedBy: 'T1:UADA', title: 'A pin' })
  expect(await noticesOf(it)).toContain('approvalDecided > user:T1:UMILO')
  await undoChange(world.deps, ada, { ...pin, version })
  expect(await approvalNow(it)).toMatchObject({ state: 'withdrawn' })
  await expect(approvePin(world.deps, ada, refOf(it))).rejects.toMatchObject({ details: { reason: 'approval_decided' } })
})

test('with a deleted pin that is kept no longer everything is forgotten that was said of it', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, ada, milo } = it
  await declinePin(world.deps, ada, { ...refOf(it), kind: 'changes_requested', reason: 'Secret words.' })
  await deletePost(world.deps, milo, { accountId: world.accountId, postId: it.post.id })
  const other = await asked(world)
  world.clock.advance(31 * DAY_MS)
  await purgeDeleted(db.sql, world.clock.now)
  await expect(approvalNow(it)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await actsOf(it)).toEqual([])
  expect(await approvalNow(other)).toEqual(other.approval)
  expect(await actsOf(other)).toHaveLength(1)
})

test('a pin that was found published meanwhile is scheduled by nobody, and asked for no more', async () => {
  const it = await asked(await aPolicyWorld())
  const { world, ada } = it
  await db.sql`
    update posts
       set status = 'sent', pin_id = '77', sent_at = ${world.clock.now}, send_at = ${world.clock.now}, version = version + 1
     where organization_id = ${world.organizationId} and id = ${it.post.id}`
  await expect(approvePin(world.deps, ada, refOf(it))).rejects.toMatchObject({ details: { reason: 'approval_decided' } })
  expect(await approvalNow(it)).toMatchObject({ state: 'withdrawn' })
})

test('an approval of another organization is not there', async () => {
  const it = await asked(await aPolicyWorld())
  const other = await aPolicyWorld()
  const ref = { ...refOf(it), accountId: other.accountId }
  await expect(approvePin(other.deps, as(other, 'admin', 'ADA'), ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(approvePin(other.deps, as(other, 'admin', 'ADA'), refOf(it))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
