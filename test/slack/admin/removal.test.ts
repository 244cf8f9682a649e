/** The app removed from a workspace, reported in any order, again, and late; and what happens until it is reinstalled. */
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { installWorkspace } from '../../../src/core/accounts/workspaces/install.js'
import { undeliverable } from '../../../src/core/notices/notices.js'
import { botToken, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { aDatabase } from '../../support/database.js'
import { makeSlackApp } from '../../../src/slack/app.js'
import { aTeam, lastMessage, SIGNING_SECRET, type Team } from '../support/a-team.js'
import { sendEvent } from '../support/signed.js'

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
])('%s: the app is out once, and keeps no token', async (_order, deliveries) => {
  const at = await install()
  for (const event of deliveries) await tell(event, { at: at + 60 })
  expect(await inUse()).toEqual([])
  expect(await db.sql`select installation, bot_token from slack_installations`).toEqual([{ installation: null, bot_token: null }])
  const acts = await db.sql`select action from audit where organization_id = ${team.current.organizationId} order by id`
  expect(acts.map(({ action }) => String(action))).toEqual(['reinstall', 'remove'])
  expect(lastMessage(await team.current.milo.command('/pin queue')).text).toContain('removed from this workspace')
})

test.each([
  ['app_uninstalled', uninstalled],
  ['tokens_revoked', revoked],
])('%s of before the app was reinstalled removes nothing', async (_name, event) => {
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
  expect(await deliver()).toEqual(undeliverable('not_installed'))
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
  const deliveries = tell(uninstalled, { at: at + 1 })
  const seen = () => db.sql`select 1 from slack_events where event_id = ${`EvR${events}`}`
  await expect.poll(async () => (await seen()).count).toBe(1)
  await db.sql`alter table slack_installations_gone rename to slack_installations`
  await deliveries
  expect(await inUse()).toEqual([])
})

test('a removal that a process died with is done by another, once, and Slack’s deliveries of it change nothing', async () => {
  const at = await install()
  const eventId = `EvR${(events += 1)}`
  const authorization = { enterprise_id: null, team_id: teamId, is_enterprise_install: false }
  const envelope = { team_id: teamId, event_id: eventId, event: uninstalled, authorizations: [authorization], event_time: at + 1 }
  const { deps, slack } = team.current
  const dying = await aDyingApp(deps, slack.fetch)
  await sendEvent({ baseUrl: dying.baseUrl }, envelope)
  await dying.isGone
  expect(await inUse()).toEqual([teamId])

  await sendEvent(team.current, envelope) // within what the dead one had it for: somebody has it, as far as anybody knows
  await team.current.app.idle()
  expect([await inUse(), await team.current.app.handleLeft()]).toEqual([[teamId], 0])
  await db.sql`update slack_events set lease_until = lease_until - interval '10 minutes' where event_id = ${eventId}`
  expect(await team.current.app.handleLeft()).toBe(1)
  expect(await inUse()).toEqual([])
  await install()
  await sendEvent(team.current, envelope)
  await team.current.app.idle()
  expect([await team.current.app.handleLeft(), await inUse()]).toEqual([0, [teamId]])
})

test('an event that cannot be recorded is not acknowledged, so that Slack delivers it again', async () => {
  const at = await install()
  const envelope = { team_id: teamId, event_id: `EvR${(events += 1)}`, event: uninstalled, event_time: at + 1 }
  await db.sql`alter table slack_events rename to slack_events_gone`
  const refused = await sendEvent(team.current, envelope).finally(
    () => db.sql`alter table slack_events_gone rename to slack_events`,
  )
  expect(refused.status).toBe(500)
  expect((await sendEvent(team.current, envelope)).status).toBe(200)
  await team.current.app.idle()
  expect(await inUse()).toEqual([])
})

/** A process that dies between the acknowledgement and the removal: what it would write from then on is never written. */
async function aDyingApp(
  deps: Team['deps'],
  fetch: typeof globalThis.fetch,
): Promise<{ baseUrl: string; isGone: Promise<void> }> {
  let die = () => {}
  const isGone = new Promise<void>((resolve) => (die = resolve))
  const tx: typeof deps.db.tx = () => {
    die()
    return new Promise(() => {})
  }
  const app = makeSlackApp({ ...deps, db: { ...deps.db, tx } }, { signingSecret: SIGNING_SECRET, botToken, fetch })
  const server = fastify({ forceCloseConnections: true })
  await server.register(app.plugin)
  onTestFinished(() => server.server.closeAllConnections())
  return { baseUrl: await server.listen({ port: 0, host: '127.0.0.1' }), isGone }
}
