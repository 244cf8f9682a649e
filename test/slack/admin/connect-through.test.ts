/** From /pin connect to the message that an account is connected: Slack, the browser, the platform's consent page, and back. */
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { buildServer } from '../../../src/http/server.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { addUser } from '../../../src/sandbox/platform/seed-api.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { aBrowser, type Connecting } from '../../http/accounts/support/connect-browser.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, HOUR_MS } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { aTeam, lastMessage, markupOf } from '../support/a-team.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, () => team.current?.clock.now ?? START)
await addUser(db.sql, { id: '902', username: 'baker', displayName: 'The Baker', isBusiness: false, createdAt: START })
const team = aTeam(db, { parts: { platform: simulator.platform } })
afterAll(() => simulator.close())

let app: FastifyInstance
beforeEach(async () => {
  const { deps, organizationId, app: slackApp } = team.current
  app = await buildServer(deps, { findPerson: slackApp.findPerson })
  await db.sql`
    update accounts
       set platform_user_id = '901', notify_channel_id = ${channels.pins}
     where organization_id = ${organizationId}`
})
afterEach(() => app.close())

/** Follows the link of the form that is open, and decides as that person. @returns the last page */
async function follow({ modal }: Screen, as: string, decision: 'allow' | 'deny' = 'allow'): Promise<string> {
  const elements = (modal?.blocks ?? []).flatMap(({ elements: row }) => row ?? [])
  const url = elements.find((element) => element.url !== undefined)?.url ?? ''
  const browser = aBrowser({ app, deps: team.current.deps, holder: as } as Connecting) // all that a browser uses of it
  return (await browser.connect(new URL(url).pathname, { decision })).text
}

async function broadcast(): Promise<void> {
  const { deps, slack, clock } = team.current
  const messenger = makeMessenger({ ...deps, botToken, staffChannelId: null, fetch: slack.fetch })
  const outbox = makeOutbox({ ...deps, messenger })
  while (await outbox.drain()) clock.advance(1000) // one a second
  await outbox.close()
}

test('an admin connects a new account, and reads that it is connected', async () => {
  const { ada } = team.current
  await ada.openHome()
  const page = await follow(await ada.command('/pin connect'), '902')
  expect(page).toContain('Connected as baker')
  await broadcast()
  expect((await ada.openHome()).home?.blocks.some((block) => JSON.stringify(block).includes('baker'))).toBe(true)
  expect(lastMessage(await ada.open('dm')).text).toBe('baker is connected. We’re loading its boards.')
})

test('a lost account is connected again from the message in its channel: its queue goes on, and the channel hears of it', async () => {
  const { ada, clock, deps, organizationId } = team.current
  const { id } = await aQueuedPost(team.current, { at: new Date(clock.now.getTime() + HOUR_MS) })
  await db.sql`update sim_tokens set revoked_at = ${clock.now} where token in ('pina_test', 'pinr_test')`
  await ada.command('/pin stats')
  await broadcast()
  clock.advance(2 * HOUR_MS)
  expect(lastMessage(await ada.open('pins')).text).toContain('maker is disconnected')
  const form = await ada.click('Reconnect')
  expect(await follow(form, '902')).toContain('That’s a different Pinterest account')
  expect(await follow(form, '901')).toContain('Connected as maker')
  await broadcast()
  await ada.close()
  expect(lastMessage(await ada.open('pins')).text).toContain('maker is connected again. 1 overdue pin is going out now')
  const [post] = await deps.db.sql`select due_at from posts where organization_id = ${organizationId} and id = ${id}`
  expect(post?.['due_at']).not.toBeNull()
  expect(markupOf((await ada.openHome()).home?.blocks)).not.toContain('is disconnected')
})

test('a person who declines on the platform’s page connects nothing, and nobody is notified', async () => {
  const { ada } = team.current
  expect(await follow(await ada.command('/pin connect'), '902', 'deny')).toContain('You didn’t allow access')
  await broadcast()
  expect((await ada.open('dm')).messages).toEqual([])
})
