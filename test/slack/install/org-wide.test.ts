/** The app installed for a whole enterprise: requests of its workspaces, each person by their own. */
import { beforeEach, expect, test } from 'vitest'
import { users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam } from '../support/a-team.js'
import { sendCommand, sendEvent, sendInteraction } from '../support/signed.js'

const { db } = await aDatabase()
const GROUP = 'E0GROUP01'
/** The app's calls to its Slack, with the token and the team of each. */
let calls: { method: string; token: string | null; team: string | null }[]
const team = aTeam(db, {
  slackFetch: (real) => async (input, init) => {
    const { url } = new Request(input)
    const body = typeof init?.body === 'string' ? init.body : ''
    const headers = new Headers(init?.headers)
    const method = url.replace(/^.*\/api\//, '')
    calls.push({ method, token: headers.get('authorization'), team: new URLSearchParams(body).get('team_id') })
    const answer = await real(input, init)
    if (method !== 'users.info') return answer
    const { user, ...rest } = (await answer.json()) as { user?: object } // of the local workspace, which is of no enterprise
    return Response.json({ ...rest, user: { ...user, enterprise_user: { id: 'W1', enterprise_id: GROUP } } })
  },
})

beforeEach(async () => {
  calls = []
  const { organizationId, clock, deps } = team.current
  await db.sql`delete from slack_installations`
  await db.sql`
    insert into slack_installations (enterprise_id, team_id, is_enterprise, organization_id, bot_user_id, bot_token, installed_at)
    values (${GROUP}, '', true, ${organizationId}, ${users.bot}, ${deps.sealer.seal('xoxb-local-workspace')}, ${clock.now})`
})
const members = async () =>
  (
    await db.sql<{ key: string }[]>`
    select slack_team_id || ':' || slack_user_id as key
      from members
     where organization_id = ${team.current.organizationId}
     order by key`
  ).map(({ key }) => key)

const command = (teamId: string, more: Record<string, string> = {}) =>
  sendCommand(team.current, {
    command: '/pin',
    text: 'help',
    team_id: teamId,
    enterprise_id: GROUP,
    is_enterprise_install: 'true',
    user_id: users.member,
    trigger_id: '1.2.3',
    response_url: 'https://hooks.slack.com/commands/none',
    channel_id: 'C0GENERAL',
    ...more,
  })

test('a command of any workspace of the enterprise is answered; its people are members by their own workspace', async () => {
  const { status } = await command('T0FIRST01')
  await command('T0SECOND1')
  await team.current.app.idle()
  expect(status).toBe(200)
  expect(await members()).toEqual([`T0FIRST01:${users.member}`, `T0SECOND1:${users.member}`])
})

test('its calls name the workspace', async () => {
  await command('T0FIRST01')
  await team.current.app.idle()
  expect(calls.find(({ method }) => method === 'users.info')).toEqual({
    method: 'users.info',
    token: 'Bearer xoxb-local-workspace',
    team: 'T0FIRST01',
  })
})

test('a press in a message comes without a team, and is of the workspace of who pressed', async () => {
  const { status } = await sendInteraction(team.current, {
    type: 'block_actions',
    is_enterprise_install: true,
    enterprise: { id: GROUP, name: 'Group' },
    team: null,
    user: { id: users.member, team_id: 'T0FIRST01' },
    api_app_id: 'A1',
    trigger_id: '1.2.3',
    container: { type: 'view', view_id: 'V1' },
    view: { id: 'V1', type: 'home', blocks: [], state: { values: {} }, private_metadata: '' },
    actions: [{ type: 'button', action_id: 'open_find', block_id: 'b', action_ts: '1' }],
  })
  await team.current.app.idle()
  expect(status).toBe(200)
  expect(await members()).toEqual([`T0FIRST01:${users.member}`])
})

test('an event names who may hear it: the enterprise', async () => {
  await sendEvent(team.current, {
    team_id: 'T0SECOND1',
    enterprise_id: GROUP,
    event_id: `EvO${team.current.organizationId}`,
    authorizations: [{ enterprise_id: GROUP, team_id: null, is_enterprise_install: true, is_bot: true, user_id: users.bot }],
    event: { type: 'app_home_opened', user: users.member, tab: 'home', channel: 'D0MEMBER1' },
  })
  await team.current.app.idle()
  expect(await members()).toEqual([`T0SECOND1:${users.member}`])
  expect(calls.map(({ method }) => method)).toContain('views.publish')
})

test('a workspace with an installation of its own is of the organization of that one', async () => {
  const [own] = await db.sql<[{ id: string }]>`
    insert into organizations (name, period_anchor, created_at)
    values ('Own', '2026-03-02', now())
    returning id`
  await db.sql`
    insert into slack_installations (enterprise_id, team_id, organization_id, bot_user_id, installed_at)
    values (${GROUP}, 'T0FIRST01', ${own.id}, ${users.bot}, ${team.current.clock.now})`
  await command('T0FIRST01')
  await command('T0SECOND1')
  await team.current.app.idle()
  expect(await members()).toEqual([`T0SECOND1:${users.member}`])
  const own2 = await db.sql`select slack_team_id as team from members where organization_id = ${own.id}`
  expect(own2).toEqual([{ team: 'T0FIRST01' }])
})

test('a workspace of another enterprise is not set up', async () => {
  await command('T0OTHER01', { enterprise_id: 'E0OTHER01' })
  await team.current.app.idle()
  expect(await members()).toEqual([])
})
