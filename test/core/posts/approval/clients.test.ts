/** People of other workspaces decide their contact's step in the channel of their account, and reach nothing else. */
import { expect, test } from 'vitest'
import { setApprovalPolicy } from '../../../../src/core/accounts/approval-policy.js'
import { setNotifyChannel } from '../../../../src/core/accounts/settings.js'
import { exportOrganization } from '../../../../src/core/care/deletion/export.js'
import { holdRequest } from '../../../../src/core/posts/approval/hold.js'
import { takeBackRequest } from '../../../../src/core/posts/approval/request.js'
import { putApprovalRules } from '../../../../src/core/posts/approval/rules/rules.js'
import type { GivenRule } from '../../../../src/core/posts/approval/rules/rule.js'
import { addComment } from '../../../../src/core/posts/comments/add.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { createReviewLink } from '../../../../src/core/posts/review-links/links.js'
import { type OpenLink, openReviewLink } from '../../../../src/core/posts/review-links/open.js'
import { type GivenClients, readClients, setClients } from '../../../../src/core/posts/review-links/people.js'
import { commentAsClient, sayAsClient, undoAsClient } from '../../../../src/core/posts/review-links/say.js'
import { findSlackSeat, type Seat } from '../../../../src/core/posts/review-links/seat.js'
import type { Sql } from '../../../../src/core/ports/deps.js'
import { setUpAccount, USUAL_PINS_PER_DAY } from '../../../../src/core/slots/set-up.js'
import { whileWaited } from '../../../db/support/waiting.js'
import { aDatabase } from '../../../support/database.js'
import { anotherAccount } from '../../../support/factories.js'
import { type Asked, asked, person, rule, step } from './steps/support.js'

const { db } = await aDatabase()
const BAKERY = 'T0BAKERY1'
const CHANNEL = 'C0CLIENT1'
const ROSA = { teamId: BAKERY, userId: 'U0ROSA001', name: 'Rosa Lopez' }
const TOM = { teamId: BAKERY, userId: 'U0TOM0001', name: 'Tom' }
const client = (id: string) => ({ kind: 'contact' as const, id })
const CLIENT_ONLY = [rule([step('Client', [client('Rosa')])])]
const NAMED: GivenClients = { channelId: CHANNEL, contacts: [{ name: 'rosa', people: [ROSA, TOM] }] }

/** Milo's request, and the clients of its account. */
async function withClients(rules: GivenRule[] = CLIENT_ONLY, named: GivenClients = NAMED) {
  const one = await asked(db, rules)
  const { deps, world, ada } = one
  const { accountId, organizationId } = world
  const name = (input: GivenClients) => setClients(deps, ada, { accountId, ...input })
  await name(named)
  const find = (who: { teamId: string; userId: string }, channelId = CHANNEL) =>
    findSlackSeat(deps, { organizationId, accountId, ...who, channelId })
  const seatOf = async (who: { teamId: string; userId: string }): Promise<Seat> => (await find(who))!
  const word = async (seat: Seat) =>
    sayAsClient(deps, seat, { ...one.pin, version: (await one.postNow()).version, decision: 'approve' })
  const change = async (seat: Seat, reason = 'Less light') =>
    sayAsClient(deps, seat, { ...one.pin, version: (await one.postNow()).version, decision: 'request_changes', reason })
  return { ...one, accountId, name, find, seatOf, word, change }
}

const auditOf = ({ world: { organizationId } }: Asked, actor: string) => db.sql<{ action: string; via: string }[]>`
  select action, via from audit where organization_id = ${organizationId} and actor = ${actor} order by id`

test('admins name the channel and the people of each contact; what they were is in the audit and in the export', async () => {
  const one = await withClients()
  const { deps, ada, eve, accountId, name, world } = one
  const set = await readClients(deps, ada, { accountId })
  expect(set).toEqual({ channelId: CHANNEL, contacts: [{ name: 'rosa', people: [ROSA, TOM] }] })
  await expect(setClients(deps, eve, { accountId, ...NAMED })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(readClients(deps, eve, { accountId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await name(NAMED) // the same again is no act
  await name({ channelId: CHANNEL, contacts: [{ name: 'Rosa', people: [{ ...TOM, name: undefined }] }] })
  expect((await readClients(deps, ada, { accountId })).contacts).toEqual([{ name: 'Rosa', people: [TOM] }])
  const acts = await db.sql<{ after: GivenClients }[]>`
    select before, after from audit where organization_id = ${world.organizationId} and subject = ${`clients:${accountId}`} order by id`
  expect(acts.map(({ after }) => after.contacts[0]?.people.length)).toEqual([2, 1])
  let exported = ''
  for await (const piece of exportOrganization(deps, ada)) exported += piece
  expect(exported).toContain('"client_people"')
  expect(exported).toContain('U0TOM0001')
  await name({ channelId: null, contacts: [] })
  expect(await readClients(deps, ada, { accountId })).toEqual({ channelId: null, contacts: [] })
})

test('what is wrong is refused at its field, and nothing of it is kept', async () => {
  const { deps, ada, accountId, name, world } = await withClients()
  const { organizationId } = world
  await db.sql`
    insert into slack_installations (enterprise_id, team_id, is_enterprise, organization_id, installed_at)
    values ('', ${`T${organizationId}`}, false, ${organizationId}, now())`
  await db.sql`update accounts set notify_channel_id = 'C2' where organization_id = ${organizationId}`
  const people = (...given: object[]) => ({ channelId: CHANNEL, contacts: [{ name: 'Rosa', people: given as never }] })
  const refused: [GivenClients, string][] = [
    [{ ...NAMED, channelId: 'U1' }, 'channelId'],
    [{ ...NAMED, channelId: null }, 'channelId'],
    [{ ...NAMED, channelId: 'C1' }, 'channelId'],
    [{ ...NAMED, channelId: 'C2' }, 'channelId'],
    [{ channelId: CHANNEL, contacts: [{ name: ' ', people: [ROSA] }] }, 'contacts[0].name'],
    [
      { channelId: CHANNEL, contacts: [NAMED.contacts[0]!, { name: 'ROSA', people: [{ ...TOM, userId: 'U9' }] }] },
      'contacts[1].name',
    ],
    [people(), 'contacts[0].people'],
    [people({ ...ROSA, teamId: 'x' }), 'contacts[0].people[0].teamId'],
    [people(ROSA, { ...ROSA, userId: '@rosa' }), 'contacts[0].people[1].userId'],
    [people(ROSA, ROSA), 'contacts[0].people[1].userId'],
    [people({ ...ROSA, teamId: `T${organizationId}` }), 'contacts[0].people[0].userId'],
    [people(ROSA, { ...ROSA, userId: 'UEVE' }), 'contacts[0].people[1].userId'],
    [people(...Array.from({ length: 21 }, (_, n) => ({ teamId: BAKERY, userId: `U${n}` }))), 'contacts'],
  ]
  for (const [given, field] of refused)
    await expect(name(given), field).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
  expect(await readClients(deps, ada, { accountId })).toEqual({
    channelId: CHANNEL,
    contacts: [{ name: 'rosa', people: [ROSA, TOM] }],
  })
})

test('the team’s own messages never go to the channel of clients, of whichever account it is', async () => {
  const { deps, ada, accountId, world } = await withClients()
  const { accountId: other } = await anotherAccount(world)
  for (const each of [accountId, other]) {
    await expect(setNotifyChannel(deps, ada, { accountId: each, channelId: CHANNEL })).rejects.toMatchObject({
      details: { field: 'notifyChannelId' },
    })
    const policy = { accountId: each, policy: 'required', channelId: CHANNEL } as const
    await expect(setApprovalPolicy(deps, ada, policy)).rejects.toMatchObject({ details: { field: 'approvalsChannelId' } })
  }
})

test('of a channel that is chosen for the team and for clients in one moment, one choice is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const { deps, ada, accountId, name } = await withClients(CLIENT_ONLY, { channelId: null, contacts: [] })
    const both = await Promise.allSettled([setNotifyChannel(deps, ada, { accountId, channelId: CHANNEL }), name(NAMED)])
    expect(both.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  }
})

test('a set-up that chooses the channel which becomes the clients’ in the same moment ends without a channel', async () => {
  const one = await withClients(CLIENT_ONLY, { channelId: null, contacts: [] })
  const { organizationId, accountId } = one.world
  await db.sql`update accounts set set_up = 'due', notify_channel_id = null where organization_id = ${organizationId}`
  const shared = (sql: Sql) =>
    sql`update accounts set clients_channel_id = ${CHANNEL} where organization_id = ${organizationId} and id = ${accountId}`
  const choice = { accountId, timezone: 'UTC', pinsPerDay: USUAL_PINS_PER_DAY, channelId: CHANNEL }
  const { account } = await whileWaited(db, shared, () => setUpAccount(one.deps, one.ada, choice))
  expect(account).toMatchObject({ setUp: 'done', notifyChannelId: null })
})

test('a person of the contact decides its step; the audit names them and no member', async () => {
  const one = await withClients()
  const rosa = await one.seatOf(ROSA)
  expect(await one.word(rosa)).toBe('done')
  const { state, decisions, decidedBy } = await one.now()
  expect([state, decidedBy]).toEqual(['approved', 'client:T0BAKERY1:U0ROSA001'])
  expect(decisions).toMatchObject([{ name: 'Rosa Lopez', token: 'contact:rosa', step: 1 }])
  expect(await auditOf(one, 'client:T0BAKERY1:U0ROSA001')).toContainEqual({ action: 'approve', via: 'slack' })
  expect(await one.word(await one.seatOf(TOM))).toBe('settled')
  expect(await undoAsClient(one.deps, await one.seatOf(TOM), one.pin.postId)).toBe('settled')
  expect(await undoAsClient(one.deps, rosa, one.pin.postId)).toBe('done')
  expect((await one.now()).state).toBe('open')
  one.world.clock.advance(1000)
  expect(await one.change(await one.seatOf(TOM))).toBe('done')
  one.world.clock.advance(11 * 60_000)
  expect(await undoAsClient(one.deps, await one.seatOf(TOM), one.pin.postId)).toBe('late')
})

test('two people of a contact who press in one second are one decision, and of two contacts each counts once', async () => {
  for (let round = 0; round < 5; round++) {
    const one = await withClients()
    const both = await Promise.all([one.word(await one.seatOf(ROSA)), one.word(await one.seatOf(TOM))])
    expect(both.sort()).toEqual(['done', 'settled'])
    expect((await one.now()).decisions).toHaveLength(1)
  }
  const ANN = { teamId: BAKERY, userId: 'U0ANN0001', name: null }
  const two = await withClients([rule([step('Clients', [client('Rosa'), client('Ann')], 'all')])], {
    channelId: CHANNEL,
    contacts: [...NAMED.contacts, { name: 'Ann', people: [ANN] }],
  })
  expect(await two.word(await two.seatOf(ROSA))).toBe('done')
  expect(await two.word(await two.seatOf(TOM))).toBe('settled')
  expect((await two.now()).state).toBe('open')
  expect(await two.word(await two.seatOf(ANN))).toBe('done')
  expect((await two.now()).state).toBe('approved')
})

test('a seat ends with the name, the contact or the channel, also between card and press', async () => {
  const one = await withClients()
  const rosa = await one.seatOf(ROSA)
  expect(await one.find(ROSA, 'C0OTHER01')).toBeUndefined()
  expect(await one.find({ ...ROSA, teamId: 'T0OTHER01' })).toBeUndefined()
  expect(await one.find({ ...ROSA, userId: 'U0OTHER01' })).toBeUndefined()
  await one.name({
    channelId: CHANNEL,
    contacts: [
      { name: 'Rosa', people: [TOM] },
      { name: 'Legal', people: [ROSA] },
    ],
  })
  expect(await one.word(rosa)).toBe('ended')
  await one.name({ ...NAMED, channelId: 'C0CLIENT2' })
  expect(await one.word(rosa)).toBe('ended')
  expect(await commentAsClient(one.deps, rosa, { ...one.pin, text: 'x' })).toBe('ended')
  await one.name({ channelId: null, contacts: [] })
  expect(await one.find(ROSA)).toBeUndefined()
  expect((await one.now()).decisions).toEqual([])
})

test('somebody who is removed while they approve has decided before that, or not at all', async () => {
  for (let round = 0; round < 8; round++) {
    const one = await withClients()
    const rosa = await one.seatOf(ROSA)
    const [outcome] = await Promise.all([
      one.word(rosa),
      one.name({ channelId: CHANNEL, contacts: [{ name: 'rosa', people: [TOM] }] }),
    ])
    expect((await one.now()).state).toBe(outcome === 'done' ? 'approved' : 'open')
    expect(['done', 'ended']).toContain(outcome)
  }
})

test('a client reaches no pin whose steps do not ask their contact, and no step but theirs', async () => {
  const one = await withClients([rule([step('Brand', [person('EVE')]), step('Client', [client('Rosa')])])])
  const rosa = await one.seatOf(ROSA)
  expect(await one.word(rosa)).toBe('settled') // it waits for Eve
  await one.approve(one.eve)
  expect(await one.word(rosa)).toBe('done')
  const other = await withClients([rule([step('Brand', [person('EVE')])])])
  const stranger = await other.seatOf(ROSA)
  expect(await other.word(stranger)).toBe('gone')
  expect(await commentAsClient(other.deps, stranger, { ...other.pin, text: 'x' })).toBe('gone')
  expect(await sayAsClient(other.deps, stranger, { postId: 'x', version: 1, decision: 'approve' })).toBe('gone')
})

test('an edit, a hold and a withdrawal between card and press leave the request as it is', async () => {
  const one = await withClients()
  const { deps, ada, milo, pin } = one
  const rosa = await one.seatOf(ROSA)
  const { version } = await one.postNow()
  await editPost(deps, ada, { ...pin, changes: { title: 'Another' } })
  expect(await sayAsClient(deps, rosa, { ...pin, version, decision: 'approve' })).toBe('outdated')
  const held = await withClients([rule([step('Both', [client('Rosa'), person('EVE')])])])
  await holdRequest(held.deps, held.eve, held.ref)
  expect(await held.word(await held.seatOf(ROSA))).toBe('held')
  await takeBackRequest(deps, milo, pin)
  expect(await one.word(rosa)).toBe('settled')
})

test('a rule that names another contact by now leaves the request with its own, which still decides', async () => {
  const one = await withClients()
  await putApprovalRules(one.deps, one.ada, { accountId: one.accountId, rules: [rule([step('Client', [client('Legal')])])] })
  expect(await one.word(await one.seatOf(ROSA))).toBe('done')
  expect((await one.now()).state).toBe('approved')
})

test('by a link or in Slack, a contact decides once', async () => {
  const one = await withClients([rule([step('Client', [client('Rosa')]), step('Brand', [person('EVE')])])])
  const { url } = await createReviewLink(one.deps, one.ada, {
    accountId: one.accountId,
    contactName: 'Rosa',
    postIds: [one.pin.postId],
  })
  const link = (await openReviewLink(one.deps, url.split('/').at(-1)!)) as OpenLink
  const { version } = await one.postNow()
  const both = await Promise.all([
    sayAsClient(one.deps, link, { ...one.pin, version, name: 'Rosa', decision: 'approve' }),
    one.word(await one.seatOf(ROSA)),
  ])
  expect(both).toContain('done')
  expect((await one.now()).decisions.filter(({ step: number }) => number === 1)).toHaveLength(1)
})

test('comments of clients are for clients, and nobody outside gets a direct message', async () => {
  const one = await withClients()
  const { deps, ada, pin, world } = one
  expect(await commentAsClient(deps, await one.seatOf(ROSA), { ...pin, text: 'Nice' })).toBe('done')
  world.clock.advance(5 * 60_000)
  await addComment(deps, ada, { ...pin, text: 'Thank you', audience: 'client' })
  const [comment] = await db.sql`select author, name, audience from post_comments where post_id = ${pin.postId} order by id`
  expect(comment).toEqual({ author: 'client:T0BAKERY1:U0ROSA001', name: 'Rosa Lopez', audience: 'client' })
  const to = await db.sql<{ destination: string }[]>`
    select destination from outbox where organization_id = ${world.organizationId}`
  expect(to.filter(({ destination }) => destination.includes(BAKERY))).toEqual([])
})

test('the client channel gets one card for a step that waits for people in it, and none for other steps', async () => {
  const cards = ({ world: { organizationId } }: Asked) => db.sql<{ destination: string; notice: object }[]>`
    select destination, notice from outbox where organization_id = ${organizationId} and notice ->> 'kind' = 'clientCard' order by id`
  const one = await withClients([rule([step('Brand', [person('EVE')]), step('Client', [client('Rosa')])])])
  expect(await cards(one)).toEqual([])
  await one.approve(one.eve)
  const notice = { kind: 'clientCard', ...one.ref, postId: one.pin.postId, step: 2 }
  expect(await cards(one)).toEqual([{ destination: `clients:${one.accountId}`, notice }])
  const late = await withClients(CLIENT_ONLY, { channelId: null, contacts: [] })
  expect(await cards(late)).toEqual([])
  await late.name(NAMED) // named while it waits
  expect(await cards(late)).toHaveLength(1)
})
