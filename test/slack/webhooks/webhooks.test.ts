/** Webhooks from `/pin settings`: added, changed, tested, looked after and deleted, by admins of the organization. */
import { expect, test } from 'vitest'
import { createWebhook } from '../../../src/core/webhooks/create.js'
import { listWebhookDeliveries } from '../../../src/core/webhooks/deliveries.js'
import { listWebhooks } from '../../../src/core/webhooks/webhook.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { anotherAccount, aQueuedPost } from '../../support/factories.js'
import { aTeam, errorsOf, markupOf, textOn, valuesOf } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
const URL = 'https://hooks.example.com/pins?team=*1*'

const hooks = () => listWebhooks(team.current.deps, team.current.actor)
const aHook = async (url = URL, events: string[] = ['*']) => {
  const { deps, actor } = team.current
  return (await createWebhook(deps, actor, { url, events })).webhook
}
const secretOn = (screen: Screen): string =>
  /whsec_[A-Za-z0-9+/]{43}=/.exec(textOn(screen.modal?.blocks))?.[0] ?? 'no secret on the screen'

async function openAll(): Promise<Screen> {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click('Advanced')
  return ada.click('Open: webhooks')
}
async function openOne(): Promise<Screen> {
  await openAll()
  return team.current.ada.click(`Open: ${URL}`)
}

test('an admin adds one, sees its secret this once, and the list has it', async () => {
  const { ada, accountId } = team.current
  const other = await anotherAccount(team.current)
  expect(markupOf((await openAll()).modal?.blocks)).toContain('No webhooks yet.')
  expect(valuesOf(await ada.click('Add a webhook'))).toMatchObject({ Events: ['All events'] })
  await ada.fill({ URL: URL, Events: ['A pin is published', 'A pin fails'], Accounts: ['studio'] })
  const made = await ada.submit()
  const secret = secretOn(made)
  expect(secret).toMatch(/^whsec_/)
  const list = await ada.close()
  expect(list.modal?.title).toBe('Webhooks')
  expect(markupOf(list.modal?.blocks)).toContain('2 events · studio')
  expect(textOn(list)).not.toContain(secret)
  expect(await hooks()).toMatchObject([{ url: URL, events: ['post.sent', 'post.failed'], accountIds: [other.accountId] }])
  expect(accountId).not.toBe(other.accountId)
  const kept = await db.sql`select key from idempotency_keys k where to_jsonb(k)::text like '%whsec%'`
  expect([...kept]).toEqual([])
})

test.each([
  ['http://hooks.example.com/', 'The URL must begin with https.'],
  ['https://192.168.1.4/hooks', 'The URL must lead to a public address. This one is private.'],
  ['https://pinslot.test/hooks', 'The URL leads back to this service. Use your receiver’s URL.'],
])('%s comes back under its field: %s', async (url, sentence) => {
  const { ada } = team.current
  await openAll()
  await ada.click('Add a webhook')
  await ada.fill({ URL: url })
  expect(errorsOf(await ada.submit())).toEqual({ URL: sentence })
  expect(await hooks()).toEqual([])
})

test('the twenty-first is refused in the form', async () => {
  const { ada } = team.current
  for (let n = 0; n < 20; n++) await aHook(`https://hooks.example.com/${n}/${'x'.repeat(1900)}`)
  await openAll()
  await ada.click('Add a webhook')
  await ada.fill({ URL: URL })
  expect(errorsOf(await ada.submit())).toEqual({ URL: 'You have 20 webhooks, the maximum. Delete one first.' })
})

test('one is edited: its form begins with what it is', async () => {
  const { ada } = team.current
  await aHook(URL, ['post.sent'])
  await openOne()
  expect(valuesOf(await ada.click('Edit this webhook'))).toMatchObject({ URL: URL, Events: ['A pin is published'] })
  await ada.fill({ Events: ['All events'] })
  const { modal } = await ada.submit()
  expect(markupOf(modal?.blocks)).toContain('*Events*\nAll events')
  expect(await hooks()).toMatchObject([{ events: ['*'], accountIds: null }])
})

test('it is paused, resumed and deleted', async () => {
  const { ada } = team.current
  await aHook()
  await openOne()
  expect(markupOf((await ada.click('Pause this webhook')).modal?.blocks)).toContain('Events wait until you resume it.')
  expect(await hooks()).toMatchObject([{ state: 'paused', stateReason: 'admin' }])
  await ada.click('Resume this webhook')
  expect(await hooks()).toMatchObject([{ state: 'active' }])
  const list = await ada.click('Delete this webhook')
  expect(textOn(list)).toContain('Webhook deleted.')
  expect(await hooks()).toEqual([])
})

test('a new secret is shown once, over the list', async () => {
  const { ada } = team.current
  await aHook()
  await openOne()
  const secret = secretOn(await ada.click('New secret'))
  expect(secret).toMatch(/^whsec_/)
  const back = await ada.close()
  expect(textOn(back)).not.toContain(secret)
  expect(textOn(back)).toContain('The old secret still works.')
})

test('a test is sent, and a delivery that ended is replayed', async () => {
  const { ada, deps, actor } = team.current
  const { id: webhookId } = await aHook()
  await aQueuedPost(team.current)
  await openOne()
  expect(textOn(await ada.click('Send test'))).toContain('Test sent.')
  const { sql } = db
  await sql`
    update webhook_deliveries
       set state = 'failed', due_at = null, tries = 8, status = 500, answer = 'it <!channel> broke', error = 'status'`
  const shown = await ada.click('Refresh the deliveries')
  const words = markupOf(shown.modal?.blocks)
  expect(words).toContain(':x: Not delivered · response 500 · 8 tries')
  expect(words).toContain('*A pin is scheduled or moved*')
  expect(words).not.toContain('<!channel>')
  await ada.click('Replay: A pin is scheduled or moved')
  const { deliveries } = await listWebhookDeliveries(deps, actor, { webhookId, limit: 10, cursor: null })
  expect(deliveries.map(({ type, state, replayOf }) => [type, state, replayOf !== null])).toEqual([
    ['post.scheduled', 'waiting', true],
    ['webhook.test', 'failed', false],
    ['post.scheduled', 'failed', false],
  ])
})

test('many deliveries are turned page by page', async () => {
  const { ada } = team.current
  await aHook()
  for (let n = 0; n < 12; n++)
    await aQueuedPost(team.current, { at: new Date(team.current.clock.now.getTime() + (n + 1) * 3_600_000) })
  await openOne()
  const older = await ada.click('Older deliveries')
  expect(markupOf(older.modal?.blocks).match(/Waiting to be sent/g)).toHaveLength(2)
  const newest = await ada.click('Newest deliveries')
  expect(markupOf(newest.modal?.blocks).match(/Waiting to be sent/g)).toHaveLength(10)
  expect((await ada.click('All webhooks')).modal?.title).toBe('Webhooks')
})

test('one that somebody else deleted meanwhile is said to be gone', async () => {
  const { ada } = team.current
  await aHook()
  await openOne()
  await db.sql`delete from webhooks`
  expect(textOn(await ada.click('Refresh the deliveries'))).toContain('That webhook was deleted.')
})

test('who is no admin of the organization sees none', async () => {
  const { milo } = team.current
  await milo.command('/pin settings')
  const { modal } = await milo.click('Advanced')
  expect(markupOf(modal?.blocks)).toContain('*Webhooks*')
  expect(modal?.buttons).not.toContain('Open')
})
