/**
 * The outsider's test (design of approvals): whatever the app listens to, a person of another workspace in a shared channel changes
 * nothing by it, opens nothing, and is told one sentence.
 */
import { beforeEach, expect, test } from 'vitest'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { createPersonalKey } from '../../../src/core/accounts/keys/create.js'
import { addComment } from '../../../src/core/posts/comments/add.js'
import { channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { listMessages } from '../../../src/sandbox/slack/messages/messages.js'
import { findUser, type User } from '../../../src/sandbox/slack/people.js'
import { findHome, listModals } from '../../../src/sandbox/slack/views/views.js'
import { CLIENT_ACTIONS } from '../../../blocks/approval/client-card.js'
import { verbs } from '../../../src/slack/verbs.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, aTimeslot, inDays } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'
import { aTeam, textOn } from '../support/a-team.js'
import { asRole, deliverAll, milosId, withApprovals } from '../support/approval-team.js'
import { everythingHeard, events, type Heard, type Shown } from '../support/everything-heard.js'
import { fail } from '../support/pins.js'

const { db } = await aDatabase()
const { sql } = db
type Call = { method: string; body: unknown }
const calls: Call[] = []
/** Slack answers the app as it is installed in the outsider's workspace. The local one knows itself alone. */
let asTheirWorkspace = false
const team = aTeam(db, {
  slackFetch: (real) => async (input, init) => {
    const request = new Request(input, init)
    const method = new URL(request.url).pathname.split('/').at(-1) ?? ''
    calls.push({ method, body: bodyOf(await request.clone().text()) })
    const answer = await real(request)
    if (method !== 'users.info' || !asTheirWorkspace) return answer
    const { user, ...rest } = (await answer.json()) as { user: object }
    return Response.json({ ...rest, user: { ...user, is_stranger: false } })
  },
})

const OUTSIDER = 'U0STRANGE'
const OTHER_TEAM = 'T0OTHER01'
/** The second is said where Slack names their own workspace alone, as in forms and on Home. */
const SENTENCES = [
  'Pinslot belongs to another workspace that shares this channel. Ask someone there, or add Pinslot to your workspace.',
  'Pinslot isn’t set up for this workspace yet. Its operator needs to connect it.',
]
/** Stands in all that the organization has, and is nowhere else. */
const SECRET = /zanzibar|86421/i

let everything: Heard[]
const asPerson = async (facts: { id: string; team_id?: string; is_guest?: boolean }): Promise<User> => {
  await sql`insert into slk_users ${sql({ name: facts.id.toLowerCase(), real_name: facts.id, tz: 'UTC', channel_id: channels.pins, ...facts })}`
  return (await findUser(sql, facts.id))!
}

beforeEach(async () => {
  asTheirWorkspace = false
  const world = team.current
  const { deps, organizationId, accountId } = world
  await withApprovals(world)
  await asRole(world, 'contributor')
  await sql`update organizations set name = 'Zanzibar' where id = ${organizationId}`
  await sql`update accounts set display_name = 'Zanzibar', username = 'zanzibar' where id = ${accountId}`
  await sql`update boards set name = 'Zanzibar ' || id, pin_count = 86421 where account_id = ${accountId}`
  await aTimeslot(world, { day: 3, time: '12:00' })
  const named = (title: string) => ({ title: `${title} zanzibar`, description: 'About zanzibar', url: 'https://zanzibar.test/' })
  await aDraft(world, named('Draft'))
  await aQueuedPost(world, named('Queued'))
  await aSentPost(world, named('Sent'))
  await fail(world, await aQueuedPost(world, named('Failed')), 'platform_rejected')
  await sql`
    insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
    select organization_id, account_id, pin_id, ${world.clock.now}::date - 2, '{"IMPRESSION": 86421, "SAVE": 86421}', 'READY', ${world.clock.now}
      from posts
     where organization_id = ${organizationId} and pin_id is not null`
  const asked = await aDraft(world, named('Asked'))
  const pin = { accountId, postId: asked.id }
  await sql`update posts set created_by = ${milosId} where id = ${asked.id}`
  const milo = { organizationId, via: 'slack', role: 'contributor', userId: milosId } as const
  await schedulePost(deps, milo, { ...pin, when: { kind: 'at', at: inDays(world, 2) } })
  await addComment(deps, world.actor, { ...pin, text: 'Zanzibar is too dark', audience: 'internal' })
  await deliverAll(world)
  everything = everythingHeard(world, await whatAdaSees(), { ...pin, version: asked.version })
  expect(everything.length).toBeGreaterThan(300)
})

/** The card in the channel, and what an admin is shown by Home and the verbs. */
async function whatAdaSees(): Promise<Shown> {
  const { ada } = team.current
  const views: Shown['views'][number][] = []
  for (const verb of Object.keys(verbs)) {
    await ada.command(`/pin ${verb}`)
    views.push(...(await listModals(sql, users.admin)).map(({ view }) => view))
  }
  await ada.openHome()
  const home = await findHome(sql, users.admin)
  if (home) views.push(home.view)
  const lists = await Promise.all(
    [channels.approvals, channels.pins, channels.general].map((id) => listMessages(sql, id, users.admin)),
  )
  return { messages: lists.flat().filter(({ userId }) => userId === users.bot), views }
}

const tables = await sql<{ name: string }[]>`
  select table_name as name
    from information_schema.tables
   where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name !~ '^(slk|sim|sandbox)_' and table_name <> 'slack_events'
   order by 1`
const CONTENTS = tables
  .map(({ name }) => `select '${name}' as name, md5(string_agg(t.xmin || t::text, '|' order by t::text)) as rows from ${name} t`)
  .join(' union all ')

/** A checksum of each table with the versions of its rows, so that a row written again as it was counts, too. */
const contents = async () =>
  Object.fromEntries((await sql.unsafe<{ name: string; rows: string | null }[]>(CONTENTS)).map(({ name, rows }) => [name, rows]))

function bodyOf(text: string): unknown {
  if (text.startsWith('{')) return JSON.parse(text)
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value]),
  )
}

/** All texts for people in a request or an answer. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inside]) =>
    typeof inside !== 'string' ? textsIn(inside) : key === 'text' || key === 'errors' ? [inside] : [],
  )
}

type Payload = Record<string, unknown> & { user?: Record<string, unknown> }
type Disguise = (payload: Payload) => object
const withUser =
  (facts: Record<string, unknown>): Disguise =>
  (payload) =>
    payload.user ? { ...payload, user: { ...payload.user, ...facts } } : payload

const DISGUISES: Record<string, Disguise> = {
  'as Slack sends it': (payload) => payload,
  'without the workspace of the person': withUser({ team_id: undefined }),
}

/** What came of it; a person of another workspace gets nothing but one sentence. */
async function problemsOf(user: User, { kind, make }: Heard, disguise: Disguise): Promise<string[]> {
  const { slack, app } = team.current
  const { sender } = slack.workspace
  const payload = disguise((await make(user)) as Payload)
  const open = (await listModals(sql, user.id)).map(({ id }) => id)
  calls.length = 0
  const send = {
    command: () => sender.sendCommand(payload as Record<string, string>),
    event: () => sender.sendEvent(payload),
    interaction: () => sender.sendInteraction(payload),
  }
  const answer: unknown = await send[kind]()
  await slack.idle()
  await app.idle()
  const sent = calls.filter(({ method }) => method !== 'users.info').map(({ body }) => body)
  const { body } = (answer ?? {}) as { body?: { options?: unknown[]; errors?: Record<string, string> } }
  const words = new Set([...textsIn(sent), ...Object.values(body?.errors ?? {})])
  for (const frame of ['Pinslot', 'Close']) words.delete(frame)
  const isSilent = kind === 'event' || body?.options !== undefined
  const isRefused = isSilent ? words.size === 0 && (body?.options ?? []).length === 0 : SENTENCES.includes([...words].join())
  const modals = (await listModals(sql, user.id)).filter(({ id }) => !open.includes(id))
  const problems = {
    [`told ${textOn([answer, sent]).slice(0, 500)}`]: SECRET.test(textOn([answer, sent])),
    [`said ${[...words].join(' · ').slice(0, 500)}`]: !isRefused,
    'told it to all in the channel': sent.some((one) => (one as { response_type?: string }).response_type === 'in_channel'),
    'opened a form': modals.some(({ view }) => !SENTENCES.includes(textsIn(view.blocks).join())),
    'was shown a Home': (await findHome(sql, user.id)) !== undefined,
  }
  return Object.entries(problems).flatMap(([problem, isOne]) => (isOne ? [problem] : []))
}

async function sendAll(requests: Heard[], user: User, disguises: Record<string, Disguise>): Promise<string[]> {
  const found: string[] = []
  const before = await contents()
  for (const heard of requests) {
    for (const [how, disguise] of Object.entries(disguises))
      for (const problem of await problemsOf(user, heard, disguise)) found.push(`${heard.what} ${how}: ${problem}`)
  }
  const after = await contents()
  return [...found, ...Object.keys(after).flatMap((name) => (after[name] === before[name] ? [] : [`wrote ${name}`]))]
}

test('whatever a person of another workspace sends, nothing comes of it but one sentence', async () => {
  const stranger = await asPerson({ id: OUTSIDER, team_id: OTHER_TEAM })
  expect(await sendAll(everything, stranger, DISGUISES)).toEqual([])
}, 300_000)

test('all events of the manifest are sent, and what clients press, too, without an exception', () => {
  const sent = everything.filter(({ kind }) => kind === 'event').map(({ what }) => what)
  expect(sent).toEqual(events.map((name) => `event ${name}`))
  expect(sent.length).toBeGreaterThan(4)
  const pressed = new Set(everything.map(({ what }) => what.split(' ').at(-1)))
  expect(CLIENT_ACTIONS.filter((id) => !pressed.has(id))).toEqual([])
})

test('the same finds what a guest of the workspace is told and what their requests write', async () => {
  const guest = await asPerson({ id: 'U0GUEST01', is_guest: true })
  const found = (await sendAll(everything, guest, { 'as Slack sends it': (payload) => payload })).join('\n')
  for (const problem of ['wrote members', 'told ', 'opened a form', 'was shown a Home']) expect(found).toContain(problem)
}, 300_000)

/** One request of each kind, and all events. */
const oneOfEach = () => {
  const kinds = new Map(everything.map((heard) => [heard.kind === 'event' ? heard.what : heard.what.split(' ')[0], heard]))
  expect(kinds.size).toBeGreaterThan(10)
  return [...kinds.values()]
}
/** The person’s own workspace, wherever a request says one. */
const fromOtherTeam: Disguise = ({ team_id: _, ...payload }) =>
  'command' in payload
    ? { ...payload, team_id: OTHER_TEAM }
    : withUser({ team_id: OTHER_TEAM })({ ...payload, ...(payload['team'] !== undefined && { team: { id: OTHER_TEAM } }) })

test('who has the id of a member, but in another workspace, is refused', async () => {
  const { id } = (await findUser(sql, users.member))!
  const same = { ...(await asPerson({ id: OUTSIDER, team_id: OTHER_TEAM })), id }
  const said = oneOfEach().filter(
    ({ kind, what }) => kind !== 'command' && !/^event (app_home_opened|link_shared|entity_)/.test(what),
  ) // these name no person’s workspace
  expect(await sendAll(said, same, { 'from their workspace': withUser({ team_id: OTHER_TEAM }) })).toEqual([])
})

test('who is a member by an old row alone is refused', async () => {
  const { organizationId, clock } = team.current
  const stranger = await asPerson({ id: OUTSIDER, team_id: OTHER_TEAM })
  await sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, assigned_role, slack_standing, slack_standing_at, seen_at)
    values (${organizationId}, ${teamId}, ${OUTSIDER}, 'admin', 'admin', 'admin', ${clock.now}, ${clock.now})`
  expect(await sendAll(oneOfEach(), stranger, { 'without a workspace': withUser({ team_id: undefined }) })).toEqual([])
})

test('who is said to be of this workspace, and is not by Slack’s own word, is refused', async () => {
  const stranger = await asPerson({ id: OUTSIDER, team_id: OTHER_TEAM })
  expect(await sendAll(oneOfEach(), stranger, { 'as one of ours': withUser({ team_id: teamId }) })).toEqual([])
})

test('who is of no workspace of the enterprise is refused', async () => {
  const stranger = await asPerson({ id: OUTSIDER, team_id: OTHER_TEAM })
  const ofEnterprise: Disguise = (payload) => ({
    ...payload,
    ...('command' in payload ? { enterprise_id: 'E0STUDIO' } : { enterprise: { id: 'E0STUDIO' } }),
    ...('authorizations' in payload && { authorizations: [{ enterprise_id: 'E0STUDIO', team_id: teamId, user_id: users.bot }] }),
  })
  const people = oneOfEach().filter(({ what }) => !/app_uninstalled|tokens_revoked/.test(what)) // these are about the enterprise’s own
  expect(await sendAll(people, stranger, { 'in an enterprise': ofEnterprise })).toEqual([])
})

test('whose own workspace has the app, too, learns and changes nothing by the buttons of this one’s messages', async () => {
  const other = await aWorld(db)
  await sql`
    insert into slack_installations (team_id, organization_id, bot_user_id, installed_at)
    values (${OTHER_TEAM}, ${other.organizationId}, ${users.bot}, ${other.clock.now})`
  const stranger = await asPerson({ id: OUTSIDER, team_id: OTHER_TEAM })
  asTheirWorkspace = true
  const shown = () => sql`select ts, blocks from slk_messages where ephemeral_to is null order by number`
  const before = await shown()
  const presses = everything.filter(({ isInChannel }) => isInChannel)
  expect(presses.length).toBeGreaterThan(50)
  expect(await sendAll(presses, stranger, { 'in the name of their own': fromOtherTeam })).toEqual([])
  expect(await shown()).toEqual(before)
}, 300_000)

test('keys of a member outlive the deactivation of somebody with their id in another workspace', async () => {
  const { deps, app, slack, organizationId } = team.current
  const milo = { organizationId, via: 'slack', role: 'contributor', userId: milosId } as const
  const { apiKey } = await createPersonalKey(deps, milo, { name: 'Milo' })
  const change = everything.find(({ what }) => what === 'event user_change')!
  const person = (await findUser(sql, users.member))!
  const isRevoked = async () => (await sql`select revoked_at from api_keys where id = ${apiKey.id}`)[0]?.['revoked_at'] !== null
  for (const of of [OTHER_TEAM, null]) {
    await slack.workspace.sender.sendEvent(await change.make({ ...person, teamId: of }))
    await app.idle()
    expect(await isRevoked()).toBe(of === null)
  }
})
