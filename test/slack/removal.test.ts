/** The app taken out of a workspace, told in any order, again, and late; and what happens until it is put back. */
import { expect, test, vi } from 'vitest'
import { installWorkspace } from '../../src/core/accounts/install-workspace.js'
import { NOT_INSTALLED } from '../../src/core/notices.js'
import { botToken, teamId, users } from '../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../src/slack/messenger.js'
import { aDatabase } from '../support/database.js'
import { aTeam, lastMessage } from './a-team.js'
import { sendEvent } from './signed.js'

const { db } = await aDatabase()
const team = aTeam(db)

const uninstalled = { type: 'app_uninstalled' }
const revoked = { type: 'tokens_revoked', tokens: { bot: [users.bot] } }
let events = 0

/** @param at in seconds; left out: Slack does not say */
async function tell(
  event: object,
  { at, ...more }: { at?: number; enterprise_id?: string; isEnterprise?: boolean } = {},
): Promise<void> {
  const { isEnterprise = false, enterprise_id } = more
  const authorization = {
    enterprise_id: enterprise_id ?? null,
    team_id: isEnterprise ? null : teamId,
    is_enterprise_install: isEnterprise,
  }
  const envelope = { team_id: teamId, event_id: `EvR${(events += 1)}`, event, authorizations: [authorization], ...more }
  const { status } = await sendEvent(team.current, { ...envelope, ...(at !== undefined && { event_time: at }) })
  expect(status).toBe(200)
  await team.current.app.idle()
}

/** As by OAuth, now. */
async function install({ enterpriseId = '', isEnterprise = false } = {}): Promise<number> {
  await installWorkspace(team.current.deps, {
    place: { teamId: isEnterprise ? '' : teamId, enterpriseId, isEnterprise },
    name: 'Team',
    installedBy: users.member,
    botUserId: users.bot,
    scopes: ['commands'],
    secret: JSON.stringify({ bot: { token: botToken }, authVersion: 'v2' }),
    tokenExpiresAt: null,
  })
  return Math.floor(Date.now() / 1000)
}
const inUse = async () =>
  (
    await db.sql<
      { id: string }[]
    >`select coalesce(nullif(team_id, ''), enterprise_id) as id from slack_installations where revoked_at is null order by id`
  ).map(({ id }) => id)

test.each([
  ['app_uninstalled, then tokens_revoked', [uninstalled, revoked]],
  ['tokens_revoked, then app_uninstalled', [revoked, uninstalled]],
  ['each of them twice', [revoked, uninstalled, revoked, uninstalled]],
])('%s: the app is out once, and keeps no token', async (_order, told) => {
  const at = await install()
  for (const event of told) await tell(event, { at: at + 60 })
  expect(await inUse()).toEqual([])
  expect(await db.sql`select installation, bot_token from slack_installations`).toEqual([{ installation: null, bot_token: null }])
  const acts = await db.sql`select action from audit where organization_id = ${team.current.organizationId} order by id`
  expect(acts.map(({ action }) => String(action))).toEqual(['reinstall', 'remove'])
  expect(lastMessage(await team.current.milo.command('/pin queue')).text).toContain('removed from this workspace')
})

test.each([
  ['app_uninstalled', uninstalled],
  ['tokens_revoked', revoked],
])('%s of before the app was installed anew removes nothing', async (_name, event) => {
  const at = await install()
  await tell(event, { at: at - 5 })
  expect(await inUse()).toEqual([teamId])
  expect((await team.current.milo.command('/pin')).modal?.title).toBe('New pin')
})

test('put back, things go on with the organization and what it has', async () => {
  const at = await install()
  await tell(uninstalled, { at: at + 1 })
  await install()
  expect((await team.current.milo.command('/pin')).modal?.title).toBe('New pin')
  const [row] = await db.sql`select organization_id as id from slack_installations`
  expect(row).toEqual({ id: team.current.organizationId })
})

test('nobody is told of a removed workspace, which is missed by nobody', async () => {
  const at = await install()
  const { deps, organizationId, accountId, slack } = team.current
  await db.sql`update accounts set notify_channel_id = 'C0GENERAL' where organization_id = ${organizationId}`
  const messenger = makeMessenger({ ...deps, botToken, staffChannelId: null, fetch: slack.fetch })
  const deliver = () =>
    messenger.deliver({
      organizationId,
      destination: `account:${accountId}`,
      notice: { kind: 'reconnectNeeded', accountId },
      dedupeKey: 'k',
    })
  expect(await deliver()).toEqual({ kind: 'delivered' })
  await tell(uninstalled, { at: at + 1 })
  expect(await deliver()).toEqual({ kind: 'undeliverable', message: NOT_INSTALLED })
})

test('an enterprise that removes the app as a whole leaves a workspace its own installation, and the other way round', async () => {
  await install()
  const at = await install({ enterpriseId: 'E0GROUP01', isEnterprise: true })
  const ofAll = { at: at + 1, enterprise_id: 'E0GROUP01', isEnterprise: true }
  await tell(uninstalled, ofAll)
  expect(await inUse()).toEqual([teamId])
  await install({ enterpriseId: 'E0GROUP01', isEnterprise: true })
  await tell(revoked, { at: at + 2, enterprise_id: 'E0GROUP01' })
  expect(await inUse()).toEqual(['E0GROUP01'])
})

test('a removal told while the database is away is written down when it is back: Slack tells it once', async () => {
  const at = await install()
  await db.sql`alter table slack_installations rename to slack_installations_gone`
  const told = tell(uninstalled, { at: at + 1 })
  await vi.waitFor(async () => {
    const [seen] = await db.sql`select 1 from slack_events where event_id = ${`EvR${events}`}`
    expect(seen).toBeDefined()
  })
  await db.sql`alter table slack_installations_gone rename to slack_installations`
  await told
  expect(await inUse()).toEqual([])
})
