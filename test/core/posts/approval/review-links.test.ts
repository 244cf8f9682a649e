/** A client reads the pins of a link and says what they think; the team decides, or the step that waits for this contact does. */
import { expect, test } from 'vitest'
import { purgeExpired } from '../../../../src/core/care/purge.js'
import { exportOrganization } from '../../../../src/core/care/deletion/export.js'
import type { Storage } from '../../../../src/core/ports/deps.js'
import type { Actor, Role } from '../../../../src/core/lib/actor.js'
import { readApproval } from '../../../../src/core/posts/approval/approval.js'
import { approvePin, declinePin } from '../../../../src/core/posts/approval/decide.js'
import { addComment } from '../../../../src/core/posts/comments/add.js'
import { authorOf } from '../../../../src/core/posts/comments/comment.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { readPost } from '../../../../src/core/posts/list.js'
import {
  createReviewLink,
  listReviewLinks,
  type NewReviewLink,
  revokeReviewLink,
} from '../../../../src/core/posts/review-links/links.js'
import { noteOpening, type OpenLink, openReviewLink, readReview } from '../../../../src/core/posts/review-links/open.js'
import { stateOfLink } from '../../../../src/core/posts/review-links/review-link.js'
import { commentAsClient, sayAsClient, undoAsClient } from '../../../../src/core/posts/review-links/say.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, anotherAccount, aSentPost, DAY_MS, inDays } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'

const { db } = await aDatabase()
const MINUTE = 60_000

const as = ({ organizationId }: World, role: Role, name: string): Actor => ({
  organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})

/** Requests by Milo for so many of his drafts, and Rosa's link to them. */
async function linked(count = 1, input: Partial<NewReviewLink> = {}) {
  const world = await aWorld(db)
  const { organizationId, accountId, deps } = world
  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  const [milo, ada] = [as(world, 'contributor', 'MILO'), as(world, 'admin', 'ADA')]
  const pins: { postId: string; approvalId: string; version: number }[] = []
  for (let day = 3; day < 3 + count; day++) {
    const draft = await aDraft({ ...world, actor: milo })
    const { id, version, approval } = await schedulePost(deps, milo, {
      accountId,
      postId: draft.id,
      when: { kind: 'at', at: inDays(world, day) },
    })
    pins.push({ postId: id, version, approvalId: approval!.id })
  }
  const postIds = pins.map(({ postId }) => postId)
  const { link, url } = await createReviewLink(deps, ada, { accountId, contactName: 'Rosa', postIds, ...input })
  const token = url.slice('https://pinslot.test/review/'.length)
  const open = async (): Promise<OpenLink> => {
    const opened = await openReviewLink(deps, token)
    if (typeof opened === 'string') throw new Error(opened)
    return opened
  }
  const say = async (pin = pins[0]!, name: string | undefined = 'Rosa') =>
    sayAsClient(deps, await open(), { ...pin, name, decision: 'approve' })
  const ask = async (reason: string, pin = pins[0]!) =>
    sayAsClient(deps, await open(), { ...pin, name: 'Rosa', decision: 'request_changes', reason })
  const read = (pin = pins[0]!) => readApproval(deps, ada, { accountId, approvalId: pin.approvalId })
  const rows = async () => readReview(deps, await open())
  return { world, deps, accountId, milo, ada, pins, first: pins[0]!, link, url, token, open, say, ask, read, rows }
}
type Linked = Awaited<ReturnType<typeof linked>>

const noticesOf = ({ world: { organizationId } }: Linked, kind: string) => db.sql<{ destination: string; notice: object }[]>`
  select destination, notice
    from outbox
   where organization_id = ${organizationId} and notice ->> 'kind' = ${kind}
   order by id`

/** Lets a step of the request wait for the contact. */
const waitFor = ({ first: { approvalId } }: Linked, steps: { name: string; contact: string }[]) => db.sql`
  update approvals
     set steps = ${db.sql.json(steps.map(({ name, contact }) => ({ name, reviewers: [{ kind: 'contact', id: contact }], rule: 'any' })))},
         rule_names = '{}', waits_for = ${[`contact:${steps[0]!.contact.toLowerCase()}`]}
   where id = ${approvalId}`

test('schedulers and admins make links to 1 to 100 pins of the account, for 1 to 60 days, by default 14', async () => {
  const { world, deps, accountId, ada, first, link } = await linked()
  const { accountId: other } = await anotherAccount(world)
  const make = (who: Actor, input: Partial<NewReviewLink>) =>
    createReviewLink(deps, who, { accountId, contactName: 'Rosa', postIds: [first.postId], ...input })
  expect(link).toMatchObject({ contactName: 'Rosa', postIds: [first.postId], givenName: null, openings: [] })
  expect(link.expiresAt).toEqual(new Date(world.clock.now.getTime() + 14 * DAY_MS))
  await make(as(world, 'scheduler', 'EVE'), { expiresInDays: 60, postIds: [first.postId, first.postId] })
  const refused: [Actor, Partial<NewReviewLink>, object][] = [
    [as(world, 'contributor', 'MILO'), {}, { code: 'FORBIDDEN' }],
    [ada, { contactName: ' ​' }, { code: 'BAD_REQUEST', details: { field: 'contactName' } }],
    [ada, { contactName: 'x'.repeat(81) }, { details: { field: 'contactName' } }],
    [ada, { postIds: [] }, { details: { field: 'postIds' } }],
    [ada, { postIds: Array.from({ length: 101 }, (_, index) => `${index}`) }, { details: { field: 'postIds' } }],
    [ada, { postIds: ['999999'] }, { code: 'NOT_FOUND' }],
    [ada, { postIds: ['x'] }, { code: 'NOT_FOUND' }],
    [ada, { accountId: other }, { code: 'NOT_FOUND' }],
    [ada, { expiresInDays: 0 }, { details: { field: 'expiresInDays' } }],
    [ada, { expiresInDays: 61 }, { details: { field: 'expiresInDays' } }],
  ]
  for (const [who, input, error] of refused) await expect(make(who, input)).rejects.toMatchObject(error)
})

test('only a hash of the secret is kept, and neither the export nor the audit has it', async () => {
  const { world, deps, ada, token } = await linked()
  const { organizationId } = world
  const rows = await db.sql`select l::text as row from review_links l where organization_id = ${organizationId}`
  const audit =
    await db.sql`select k::text as row from audit k where organization_id = ${organizationId} and subject like 'review_link:%'`
  let exported = ''
  for await (const piece of exportOrganization(deps, ada)) exported += piece
  expect(audit).toHaveLength(1)
  expect(exported).toContain('"review_links"')
  for (const text of [...[...rows, ...audit].map(({ row }) => String(row)), exported])
    expect(text).not.toContain(token.slice(token.indexOf('_') + 1))
})

test('a link ends when it is revoked or expires, and no other token opens one', async () => {
  const one = await linked()
  const { world, deps, accountId, ada, link, token } = one
  const otherEnd = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of ['', 'x', `${token}x`, otherEnd, `9${token}`, `999999_${token.slice(token.indexOf('_') + 1)}`])
    expect(await openReviewLink(deps, wrong)).toBe('unknown')
  const opened = await one.open()
  const revoke = () => revokeReviewLink(deps, ada, { accountId, linkId: link.id })
  await expect(revokeReviewLink(deps, one.milo, { accountId, linkId: link.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(revokeReviewLink(deps, ada, { accountId, linkId: '999' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await revoke()).revokedAt).toEqual(world.clock.now)
  await revoke()
  expect(await openReviewLink(deps, token)).toBe('ended')
  // opened before, pressed after
  expect(await sayAsClient(deps, opened, { ...one.first, name: 'Rosa', decision: 'approve' })).toBe('ended')
  expect(await commentAsClient(deps, opened, { ...one.first, name: 'Rosa', text: 'x' })).toBe('ended')
  expect((await one.read()).decisions).toEqual([])
  const two = await linked(1, { expiresInDays: 1 })
  two.world.clock.advance(DAY_MS)
  expect(await openReviewLink(two.deps, two.token)).toBe('ended')
  const { links } = await listReviewLinks(two.deps, two.ada, { accountId: two.accountId, limit: 10, cursor: null })
  expect(links.map((each) => stateOfLink(each, two.world.clock.now))).toEqual(['expired'])
})

test('each opening is listed once in ten minutes, the newest first, and a hundred are kept', async () => {
  const { world, deps, accountId, ada, open } = await linked()
  const openings = async () =>
    (await listReviewLinks(deps, ada, { accountId, limit: 10, cursor: null })).links[0]!.openings.map((at) => at.getTime())
  const begin = world.clock.now.getTime()
  await noteOpening(deps, await open())
  world.clock.advance(5 * MINUTE)
  await noteOpening(deps, await open())
  world.clock.advance(5 * MINUTE)
  await noteOpening(deps, await open())
  expect(await openings()).toEqual([begin + 10 * MINUTE, begin])
  for (let count = 0; count < 110; count++) {
    world.clock.advance(10 * MINUTE)
    await noteOpening(deps, await open())
  }
  expect(await openings()).toHaveLength(20)
  const [{ count }] = await db.sql<[{ count: number }]>`
    select count(*)::int as count from review_openings where organization_id = ${world.organizationId}`
  expect(count).toBe(100)
})

test('the word of a client is kept with its version, shown on the card and sent to who asked; the team decides', async () => {
  const one = await linked(2)
  const { world, deps, accountId, ada, pins, first } = one
  const { revision } = await one.read()
  expect(await one.say()).toBe('done')
  expect(await one.say()).toBe('done') // pressed twice
  expect(await one.ask('Brighter', pins[1])).toBe('done')
  const approval = await one.read()
  expect(approval).toMatchObject({ state: 'open', revision: revision + 1 })
  expect(approval.decisions).toMatchObject([
    { step: null, decision: 'approve', decidedBy: `link:${one.link.id}`, name: 'Rosa', postVersion: first.version },
  ])
  const word = { kind: 'clientDecided', name: 'Rosa', version: first.version }
  expect((await noticesOf(one, 'clientDecided')).map(({ destination, notice }) => ({ destination, ...notice }))).toMatchObject([
    { destination: 'user:T1:UMILO', ...word, decision: 'approve', reason: null },
    { destination: 'user:T1:UMILO', ...word, decision: 'request_changes', reason: 'Brighter' },
  ])
  const acts = await db.sql`
    select action, via, actor from audit
     where organization_id = ${world.organizationId} and subject = ${`approval:${first.approvalId}`} and action <> 'ask'`
  expect([...acts]).toEqual([{ action: 'client_approve', via: 'browser', actor: `link:${one.link.id}` }])
  expect(await readPost(deps, ada, { accountId, postId: first.postId })).toMatchObject({
    status: 'draft',
    version: first.version,
  })
  await approvePin(deps, ada, { accountId, approvalId: first.approvalId, version: first.version })
  expect(await one.say()).toBe('settled')
})

test('a pin that was changed since it was shown is not approved, nor one of another link', async () => {
  const one = await linked(2)
  const { deps, accountId, ada, first, pins } = one
  await editPost(deps, ada, { accountId, postId: first.postId, changes: { title: 'Another' } })
  expect(await one.say()).toBe('outdated')
  expect(await one.ask('Brighter')).toBe('outdated')
  const { version } = await readPost(deps, ada, { accountId, postId: first.postId })
  expect(await one.say({ ...first, version })).toBe('done')
  expect(await one.ask('No', { ...first, version })).toBe('already')
  const { link, url } = await createReviewLink(deps, ada, { accountId, contactName: 'Ben', postIds: [first.postId] })
  const opened = await openReviewLink(deps, url.split('/').at(-1)!)
  expect(link.postIds).toEqual([first.postId])
  if (typeof opened === 'string') throw new Error(opened)
  expect(await sayAsClient(deps, opened, { ...pins[1]!, name: 'Ben', decision: 'approve' })).toBe('gone')
})

test('the name is typed once and bound to the link; without it, or without words, nothing is sent', async () => {
  const one = await linked(2)
  await expect(sayAsClient(one.deps, await one.open(), { ...one.first, decision: 'approve' })).rejects.toMatchObject({
    details: { field: 'name' },
  })
  await expect(one.say(one.first, ' ')).rejects.toMatchObject({ details: { field: 'name' } })
  await expect(one.ask(' ')).rejects.toMatchObject({ details: { field: 'reason' } })
  const opened = await one.open()
  await expect(commentAsClient(one.deps, opened, { ...one.first, name: 'x', text: '' })).rejects.toMatchObject({
    details: { field: 'text' },
  })
  expect((await one.open()).link.givenName).toBeNull()
  const names = ['Rosa B.', 'Ben']
  await Promise.all(names.map((name, index) => sayAsClient(one.deps, opened, { ...one.pins[index]!, name, decision: 'approve' })))
  const { givenName } = (await one.open()).link
  expect(names).toContain(givenName)
  for (const pin of one.pins) expect((await one.read(pin)).decisions[0]?.name).toBe(givenName)
})

test('a word can be taken back for ten minutes, while the request waits', async () => {
  const one = await linked()
  const { world, deps, accountId, ada, first } = one
  await one.say()
  world.clock.advance(10 * MINUTE)
  expect(await undoAsClient(deps, await one.open(), first.postId)).toBe('done')
  expect((await one.read()).decisions).toEqual([])
  expect((await noticesOf(one, 'clientDecided')).at(-1)?.notice).toMatchObject({ decision: 'approve', isUndone: true })
  expect(await undoAsClient(deps, await one.open(), first.postId)).toBe('done') // pressed twice
  await one.ask('Brighter')
  world.clock.advance(10 * MINUTE + 1)
  expect(await undoAsClient(deps, await one.open(), first.postId)).toBe('late')
  await declinePin(deps, ada, { accountId, approvalId: first.approvalId, kind: 'rejected', reason: '' })
  expect(await undoAsClient(deps, await one.open(), first.postId)).toBe('settled')
})

test('of a client and an approver who press at once, both words are kept and the pin is scheduled once', async () => {
  for (let round = 0; round < 5; round++) {
    const one = await linked()
    const { deps, accountId, ada, first } = one
    await one.open()
    const approve = approvePin(deps, ada, { accountId, approvalId: first.approvalId, version: first.version })
    const [said, placed] = await Promise.all([one.say(), approve])
    expect(['done', 'settled']).toContain(said)
    expect(placed.status).toBe('queued')
    const { state, decisions } = await one.read()
    expect(state).toBe('approved')
    expect(decisions.filter(({ step }) => step === null)).toHaveLength(said === 'done' ? 1 : 0)
  }
})

test('two presses at once are one word, and a revocation is before a press or after it', async () => {
  const one = await linked()
  const opened = await one.open()
  const press = () => sayAsClient(one.deps, opened, { ...one.first, name: 'Rosa', decision: 'approve' })
  expect(await Promise.all([press(), press(), press()])).toEqual(['done', 'done', 'done'])
  expect((await one.read()).decisions).toHaveLength(1)
  const two = await linked()
  const open = await two.open()
  const [said] = await Promise.all([
    sayAsClient(two.deps, open, { ...two.first, name: 'Rosa', decision: 'approve' }),
    revokeReviewLink(two.deps, two.ada, { accountId: two.accountId, linkId: two.link.id }),
  ])
  expect((await two.read()).decisions).toHaveLength(said === 'done' ? 1 : 0)
})

test('a step that waits for the contact is decided by their word: the last one schedules the pin, and Undo takes it back', async () => {
  const one = await linked()
  const { deps, accountId, ada, first } = one
  await waitFor(one, [{ name: 'Client', contact: 'rosa' }])
  await db.sql`update approvals set asked_by = ${`key:${one.link.id}`} where id = ${first.approvalId}` // nobody of theirs
  expect(await one.say()).toBe('done')
  const post = () => readPost(deps, ada, { accountId, postId: first.postId })
  expect(await post()).toMatchObject({ status: 'queued' })
  expect(await one.read()).toMatchObject({ state: 'approved', decidedBy: `link:${one.link.id}` })
  expect((await one.rows())[0]!.pin).toMatchObject({ mayDecide: false, canUndo: true, said: { step: 1 } })
  expect(await undoAsClient(deps, await one.open(), first.postId)).toBe('done')
  expect(await post()).toMatchObject({ status: 'draft' })
  expect(await one.read()).toMatchObject({ state: 'open', decisions: [] })
  const { version } = await post()
  expect(await one.ask('Brighter', { ...first, version })).toBe('done')
  expect(await one.read()).toMatchObject({ state: 'changes_requested', reason: 'Brighter' })
  expect((await one.rows())[0]!.pin).toMatchObject({ lastAsked: null, said: { reason: 'Brighter' }, canUndo: true })
})

test('a second press of the answer that settled a request says what the first one did, and another answer is not sent', async () => {
  for (const isAtOnce of [false, true]) {
    const one = await linked()
    await waitFor(one, [{ name: 'Client', contact: 'Rosa' }])
    const press = async () =>
      sayAsClient(one.deps, await one.open(), { ...one.first, step: 1, name: 'Rosa', decision: 'approve' })
    expect(isAtOnce ? await Promise.all([press(), press()]) : [await press(), await press()]).toEqual(['done', 'done'])
    expect(await one.ask('Brighter')).toBe('settled')
    expect((await one.read()).decisions).toHaveLength(1)
  }
  const two = await linked()
  await waitFor(two, [{ name: 'Client', contact: 'Rosa' }])
  expect([await two.ask('Brighter'), await two.ask('Brighter')]).toEqual(['done', 'done'])
  expect([await two.ask('Darker'), await two.say()]).toEqual(['settled', 'settled'])
  const three = await linked() // whose team decides
  expect([await three.ask('Brighter'), await three.ask('Brighter'), await three.ask('Darker')]).toEqual([
    'done',
    'done',
    'already',
  ])
})

test('a step before the last is approved alone, and one for another contact waits', async () => {
  const one = await linked()
  await waitFor(one, [
    { name: 'Client', contact: 'Rosa' },
    { name: 'Owner', contact: 'Ben' },
  ])
  expect(await one.say()).toBe('done')
  expect(await one.read()).toMatchObject({
    state: 'open',
    waitsFor: ['contact:ben'],
    decisions: [{ step: 1, decision: 'approve' }],
  })
  expect(await undoAsClient(one.deps, await one.open(), one.first.postId)).toBe('done')
  expect(await one.read()).toMatchObject({ waitsFor: ['contact:rosa'], decisions: [] })
  const two = await linked()
  await waitFor(two, [{ name: 'Owner', contact: 'Ben' }])
  expect(await two.say()).toBe('done')
  expect(await two.read()).toMatchObject({ state: 'open', waitsFor: ['contact:ben'], decisions: [{ step: null }] })
})

test('a client who said something early, or whose step cannot schedule the pin yet, decides once their step waits for them', async () => {
  const one = await linked()
  const { deps, first } = one
  const mine = { name: 'Client', contact: 'Rosa' }
  await waitFor(one, [{ name: 'Owner', contact: 'Ben' }, mine])
  expect(await one.say()).toBe('done')
  expect((await one.rows())[0]!.pin).toMatchObject({ mayDecide: false, step: null })
  await waitFor(one, [mine])
  expect((await one.rows())[0]!.pin).toMatchObject({ mayDecide: true, step: 1, said: { step: null } })
  const press = async () => sayAsClient(deps, await one.open(), { ...first, step: 1, name: 'Rosa', decision: 'approve' })
  await db.sql`update posts set board_id = null where id = ${first.postId}`
  expect([await press(), await press()]).toEqual(['done', 'done'])
  expect((await one.read()).decisions).toHaveLength(1) // the team hears it once
  await db.sql`update posts set board_id = '101' where id = ${first.postId}`
  expect(await one.say()).toBe('done') // a page from before their step
  expect(await one.read()).toMatchObject({ state: 'open' })
  expect(await press()).toBe('done')
  expect(await one.read()).toMatchObject({ state: 'approved', decisions: [{ step: null }, { step: 1 }] })
})

test('a second press of one page decides no later step of the same client', async () => {
  const one = await linked()
  await waitFor(one, [
    { name: 'First look', contact: 'Rosa' },
    { name: 'Last look', contact: 'Rosa' },
  ])
  const press = async (step: number) =>
    sayAsClient(one.deps, await one.open(), { ...one.first, step, name: 'Rosa', decision: 'approve' })
  expect([await press(1), await press(1)]).toEqual(['done', 'done'])
  expect(await one.read()).toMatchObject({ state: 'open', decisions: [{ step: 1 }] })
  expect(await press(2)).toBe('done')
  expect(await one.read()).toMatchObject({ state: 'approved' })
})

test('a client whose step cannot schedule the pin keeps their word, and the team schedules it', async () => {
  const one = await linked()
  const { first } = one
  await waitFor(one, [{ name: 'Client', contact: 'Rosa' }])
  await db.sql`update posts set board_id = null where id = ${first.postId}`
  expect(await one.say()).toBe('done')
  expect(await one.read()).toMatchObject({ state: 'open', decisions: [{ step: null, decision: 'approve' }] })
})

test('a client comments for clients, sees only such comments, and never what the team says among itself', async () => {
  const one = await linked()
  const { deps, accountId, ada, milo, first } = one
  const { postId } = first
  await addComment(deps, milo, { accountId, postId, text: 'She is difficult', audience: 'internal' })
  await addComment(deps, ada, { accountId, postId, text: 'A warmer tone', audience: 'client' })
  expect(await commentAsClient(deps, await one.open(), { postId, name: 'Rosa', text: ' Lovely! ' })).toBe('done')
  const { comments } = (await one.rows())[0]!.pin!
  expect(comments.map(({ text }) => text)).toEqual(['A warmer tone', 'Lovely!'])
  expect(authorOf(comments[1]!)).toEqual({ kind: 'client', name: 'Rosa' })
  expect((await noticesOf(one, 'commentsAdded')).map(({ destination }) => destination)).toContain('user:T1:UMILO')
  const sent = await aSentPost(one.world)
  const { url } = await createReviewLink(deps, ada, { accountId, contactName: 'Rosa', postIds: [sent.id] })
  const opened = await openReviewLink(deps, url.split('/').at(-1)!)
  if (typeof opened === 'string') throw new Error(opened)
  expect(await commentAsClient(deps, opened, { postId: sent.id, name: 'Rosa', text: 'x' })).toBe('settled')
})

test('a deleted pin is on the page without its words', async () => {
  const one = await linked(2)
  const { deps, accountId, ada, first } = one
  await deletePost(deps, ada, { accountId, postId: first.postId })
  expect((await one.rows()).map(({ pin }) => pin === null)).toEqual([true, false])
  expect(await one.say()).toBe('gone')
})

test('what a client asked to change is shown with the next request, and never what the team wrote to itself', async () => {
  const one = await linked()
  const { deps, accountId, ada, milo, first, world } = one
  await one.ask('Brighter')
  await declinePin(deps, ada, { accountId, approvalId: first.approvalId, kind: 'changes_requested', reason: 'Lighten it' })
  await editPost(deps, milo, { accountId, postId: first.postId, changes: { title: 'Lighter' } })
  await schedulePost(deps, milo, { accountId, postId: first.postId, when: { kind: 'at', at: inDays(world, 3) } })
  const { pin } = (await one.rows())[0]!
  expect(pin).toMatchObject({ lastAsked: 'Brighter', said: null, mayDecide: true, canUndo: false })
  expect(pin!.post.version).toBeGreaterThan(first.version)
})

test('links of long ago are purged with their pins and openings', async () => {
  const one = await linked()
  await noteOpening(one.deps, await one.open())
  one.world.clock.advance(500 * DAY_MS)
  await purgeExpired({ ...one.deps, storage: { remove: async () => {} } as unknown as Storage }) // all that purging asks
  for (const table of ['review_links', 'review_link_posts', 'review_openings'])
    expect(await db.sql`select 1 from ${db.sql(table)} where organization_id = ${one.world.organizationId}`).toHaveLength(0)
})
