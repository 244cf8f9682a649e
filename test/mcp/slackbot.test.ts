/** Slack's own assistant: signed as all requests of Slack are, it acts as the person whom Slack names. */
import { expect, test } from 'vitest'
import { buildServer } from '../../src/http/server.js'
import { makeMcpEntryPoint } from '../../src/mcp/entry-point.js'
import { teamId, users } from '../../src/sandbox/slack/ids.js'
import { aTeam, PICTURE } from '../slack/support/a-team.js'
import { asRole, withApprovals } from '../slack/support/approval-team.js'
import { aDatabase, closeBefore } from '../support/database.js'
import { ada, aSlackbot, type Asked, milo } from './support/slackbot.js'

const { db } = await aDatabase()
const team = aTeam(db)
const bot = aSlackbot(team, db)
const { ask } = bot

const whoAmI = { name: 'who_am_i', arguments: {} }

test('a tool is called as the person whom Slack names, with their role, and the audit has them and the assistant', async () => {
  const { deps, organizationId, accountId } = team.current
  expect((await ask({ params: whoAmI, slack: ada })).answer.result?.structuredContent['accounts']).toMatchObject([
    { accountId, role: 'admin' },
  ])
  const pin = { name: 'create_pin', arguments: { mediaUrl: PICTURE, title: 'By Slackbot' } }
  expect((await ask({ params: pin, slack: ada })).answer.result?.structuredContent).toMatchObject({ done: true })
  const [act] = await deps.db
    .sql`select actor, via, agent, api_key_id from audit where organization_id = ${organizationId} order by id desc limit 1`
  expect(act).toEqual({ actor: `${teamId}:${users.admin}`, via: 'slack', agent: 'Slackbot', api_key_id: null })
})

test('a contributor asks for approval by it, and queues nothing', async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  const copy = { title: 'T', description: 'D', url: 'https://a.test', boardId: '101' }
  const pin = { name: 'create_pin', arguments: { mediaUrl: PICTURE, ...copy, sendAt: '2026-03-20T10:00:00Z' } }
  const { answer } = await ask({ params: pin, slack: milo })
  expect(answer.result?.structuredContent).toMatchObject({ pin: { state: 'awaiting_approval' }, approval: { state: 'pending' } })
})

test('the tools are listed for Slack itself; what somebody does needs somebody', async () => {
  expect((await ask({ method: 'tools/list' })).answer.result?.tools).toHaveLength(21)
  const nobody = await ask({ params: whoAmI })
  expect([nobody.status, nobody.text]).toEqual([401, expect.stringContaining('Slack did not say who asks.')])
  for (const slack of [{ user_id: users.admin }, { ...ada, user_id: "U1' or 1=1" }, { user_id: 7, team_id: teamId }])
    expect((await ask({ params: whoAmI, slack })).status).toBe(401)
})

test.each<[string, Asked]>([
  ['another secret', { secret: 'guessed' }],
  ['a request of an hour ago', { secondsAgo: 3600 }],
  ['another body than the signed one', { tampered: ' ' }],
])('%s is refused, whoever it names', async (_what, how) => {
  expect((await ask({ params: whoAmI, slack: ada, ...how })).status).toBe(401)
})

test('a workspace without the app, and a key in place of a signature, open nothing', async () => {
  expect((await ask({ params: whoAmI, slack: { ...ada, team_id: 'T0OTHER' } })).status).toBe(403)
  const unsigned = { method: 'POST', url: '/mcp/slack', payload: {}, headers: { authorization: 'Bearer pst_x' } } as const
  expect((await bot.server().inject(unsigned)).statusCode).toBe(401)
})

test('a person of another workspace who is named in this one opens nothing, also if they are a member by an old row', async () => {
  const { organizationId, clock } = team.current
  const stranger = { id: 'U0STRANGE', name: 'stranger', real_name: 'Stranger', tz: 'UTC', team_id: 'T0OTHER01' }
  await db.sql`insert into slk_users ${db.sql(stranger)}`
  await db.sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, assigned_role, slack_standing, slack_standing_at, seen_at)
    values (${organizationId}, ${teamId}, ${stranger.id}, 'admin', 'admin', 'admin', ${clock.now}, ${clock.now})`
  for (const enterprise_id of [null, 'E0STUDIO'])
    expect((await ask({ params: whoAmI, slack: { user_id: stranger.id, team_id: teamId, enterprise_id } })).status).toBe(403)
})

test('without the flag there is no such address', async () => {
  const plain = await buildServer(team.current.deps, {
    entryPoints: [makeMcpEntryPoint(team.current.deps, { version: '1.0.0' })],
  })
  closeBefore(db, () => plain.close())
  expect((await plain.inject({ method: 'POST', url: '/mcp/slack', payload: {} })).statusCode).toBe(404)
})
