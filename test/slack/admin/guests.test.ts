/**
 * Guests of the workspace, people of other workspaces of an enterprise, and people unknown to Slack: they read and change
 * nothing.
 */
import { beforeEach, expect, test } from 'vitest'
import { channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { assignRole } from '../../../src/core/accounts/people/assign-roles.js'
import type { Actor } from '../../../src/core/lib/actor.js'
import { findKnownMember } from '../../../src/core/accounts/people/members.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, lastMessage, PICTURE } from '../support/a-team.js'
import { sendCommand } from '../support/signed.js'

const { db } = await aDatabase()
/** Not null: what Slack says of each person, beside what the local workspace does. */
let says: object | null
const team = aTeam(db, {
  slackFetch: (real) => async (input, init) => {
    const answer = await real(input, init)
    if (says === null || !new Request(input).url.endsWith('users.info')) return answer
    const { user, ...rest } = (await answer.json()) as { user?: object }
    return Response.json({ ...rest, user: { ...user, ...says } })
  },
})
beforeEach(() => void (says = null))

const admin = (): Actor => ({
  organizationId: team.current.organizationId,
  via: 'slack',
  role: 'admin',
  userId: `${teamId}:${users.admin}`,
})
const makeGuest = () => db.sql`update slk_users set is_guest = true where id = ${users.member}`
const posts = () => db.sql`select id from posts where organization_id = ${team.current.organizationId}`
const GUEST = 'Guests can look but not change anything. An admin can give you a role.'

test('a guest reads, and is refused every change with a sentence of their own', async () => {
  await makeGuest()
  const { milo } = team.current
  expect(lastMessage(await milo.command('/pin queue')).text).toContain('Nothing is scheduled')
  expect(lastMessage(await milo.command(`/pin new ${PICTURE}`)).text).toContain(GUEST)
  expect(lastMessage(await milo.command('/pin keys')).text).toContain(GUEST)
  expect(await posts()).toEqual([])
})

test('a guest whom an admin named has the role that they were given', async () => {
  await makeGuest()
  const { milo, deps } = team.current
  await assignRole(deps, admin(), { teamId, userId: users.member, role: 'contributor' })
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'Theirs' })
  await milo.submit()
  expect(await posts()).toHaveLength(1)
})

test('a member of before of whom nothing is known yet writes nothing until Slack has said who they are', async () => {
  const { organizationId, slack, milo } = team.current
  await db.sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at)
    values (${organizationId}, ${teamId}, ${users.member}, 'scheduler', '2027-01-01T00:00:00Z')`
  slack.addFault({ method: 'users.info', error: 'internal_error', times: 1, retryAfterSeconds: 1 })
  expect(lastMessage(await milo.command(`/pin new ${PICTURE}`)).text).toContain(
    'Slack did not tell us who you are in this workspace',
  )
  expect((await milo.command(`/pin new ${PICTURE}`)).modal?.title).toBe('New pin') // the next time it does
})

const GROUP = 'E0GROUP01'
const enterpriseCommand = (workspace: string, userId: string, text = 'help') =>
  sendCommand(team.current, {
    command: '/pin',
    text,
    team_id: workspace,
    enterprise_id: GROUP,
    is_enterprise_install: 'true',
    user_id: userId,
    trigger_id: '1.2.3',
    response_url: 'https://hooks.slack.com/commands/none',
    channel_id: channels.general,
  }).then(() => team.current.app.idle())

test('of an enterprise, people of the first workspace of an admin are its own, and those of all others viewers', async () => {
  const { organizationId, clock, deps } = team.current
  await db.sql`delete from slack_installations`
  await db.sql`
    insert into slack_installations (enterprise_id, team_id, is_enterprise, organization_id, bot_user_id, bot_token, installed_at)
    values (${GROUP}, '', true, ${organizationId}, ${users.bot}, ${deps.sealer.seal('xoxb-local-workspace')}, ${clock.now})`
  says = { enterprise_user: { id: 'W1', enterprise_id: GROUP, teams: ['T0FIRST01', 'T0SECOND1'] } }
  const roleIn = async (workspace: string, userId: string) => {
    await enterpriseCommand(workspace, userId)
    return (await findKnownMember(db.sql, { organizationId, teamId: workspace, userId }, clock.now))?.role
  }
  expect(await roleIn('T0FIRST01', users.member)).toBe('viewer') // nobody knows yet whose it is
  expect(await roleIn('T0FIRST01', users.admin)).toBe('admin')
  expect(await roleIn('T0FIRST01', users.member)).toBe('scheduler')
  expect(await roleIn('T0SECOND1', users.member)).toBe('viewer')
  expect(await roleIn('T0SECOND1', users.admin)).toBe('viewer')
  const acts = await db.sql`select action, after from audit where organization_id = ${organizationId}`
  expect(acts).toEqual([{ action: 'setHome', after: { teamId: 'T0FIRST01' } }])
})
