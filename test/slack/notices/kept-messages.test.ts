/** Messages that are changed in place, and threads: what an account's channel and the staff's see of one pin, of one report. */
import { beforeEach, expect, test } from 'vitest'
import type { Notice } from '../../../src/core/ports/notice.js'
import type { Messenger } from '../../../src/core/ports/deps.js'
import { reportIssue } from '../../../src/core/reports/issue-report.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aTeam } from '../support/a-team.js'
import { publish } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)
let messenger: Messenger

beforeEach(async () => {
  const { deps, slack, organizationId } = team.current
  messenger = makeMessenger({ ...deps, botToken, staffChannelId: channels.staff, fetch: slack.fetch })
  await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${organizationId}`
})

async function deliver(notice: Notice, destination = `account:${team.current.accountId}`): Promise<void> {
  const { organizationId } = team.current
  expect(await messenger.deliver({ organizationId, destination, notice, dedupeKey: 'k' })).toEqual({ kind: 'delivered' })
}

const late = (postId: string): Notice => ({ kind: 'pinLate', accountId: team.current.accountId, postId, message: 'It is late.' })
const failed = (postId: string): Notice => ({
  kind: 'pinFailed',
  accountId: team.current.accountId,
  postId,
  reason: 'missed',
  message: 'Missed.',
  refunded: true,
})
const published = (postId: string): Notice => ({ kind: 'pinPublished', accountId: team.current.accountId, postId })

const inPins = async () => (await team.current.ada.open('pins')).messages

test('the follow-ups of a pin are one thread, of which bad news is shown in the channel, too', async () => {
  const pin = await aQueuedPost(team.current)
  await deliver(late(pin.id))
  await publish(team.current, pin)
  await deliver(published(pin.id))
  await deliver(failed(pin.id))
  const [root, ...replies] = await inPins()
  expect(root).toMatchObject({ threadTs: null })
  expect(replies.map(({ text, threadTs, broadcast }) => ({ word: text.split(':')[0], threadTs, broadcast }))).toEqual([
    { word: 'Published', threadTs: root?.ts, broadcast: false },
    { word: 'Not published', threadTs: root?.ts, broadcast: true },
  ])
})

test('each pin has a thread of its own, in each channel', async () => {
  const one = await aQueuedPost(team.current)
  const other = await aQueuedPost(team.current)
  await deliver(late(one.id))
  await deliver(late(other.id))
  await db.sql`update accounts set notify_channel_id = ${channels.general} where organization_id = ${team.current.organizationId}`
  await deliver(late(one.id))
  expect((await inPins()).map(({ threadTs }) => threadTs)).toEqual([null, null])
  expect((await team.current.ada.open('general')).messages.map(({ threadTs }) => threadTs)).toEqual([null])
})

test('where the root of a thread was deleted, the next follow-up begins a new thread', async () => {
  const pin = await aQueuedPost(team.current)
  await deliver(late(pin.id))
  await db.sql`delete from slk_messages where channel_id = ${channels.pins}`
  await deliver(late(pin.id))
  await deliver(late(pin.id))
  const [root, reply] = await inPins()
  expect([root?.threadTs, reply?.threadTs]).toEqual([null, root?.ts])
})

async function aReport(): Promise<Notice> {
  const { deps, actor, organizationId } = team.current
  await reportIssue(deps, actor, { description: 'It says four.', tool: '/pin queue' })
  const [row] = await db.sql<{ id: string }[]>`select id from issue_reports where organization_id = ${organizationId}`
  return { kind: 'issueReport', reportId: row?.id ?? '' }
}
const inStaff = async () => (await team.current.ada.open('staff')).messages

test('the card of a report is changed in place when it is told again', async () => {
  const report = await aReport()
  await deliver(report, 'staff')
  await db.sql`update issue_reports set description = 'It says five.' where organization_id = ${team.current.organizationId}`
  await deliver(report, 'staff')
  const cards = await inStaff()
  expect(cards).toHaveLength(1)
  expect(JSON.stringify(cards[0]?.blocks)).toContain('It says five.')
})

test('a card that was deleted in Slack is posted again', async () => {
  const report = await aReport()
  await deliver(report, 'staff')
  await db.sql`delete from slk_messages where channel_id = ${channels.staff}`
  await deliver(report, 'staff')
  await deliver(report, 'staff')
  expect(await inStaff()).toHaveLength(1)
})

test('a message that Slack will not show with its pictures goes into its thread without them', async () => {
  const pin = await aQueuedPost(team.current)
  await deliver(late(pin.id))
  team.current.slack.addFault({ method: 'chat.postMessage', error: 'invalid_blocks', times: 1, retryAfterSeconds: 1 })
  await deliver(late(pin.id))
  const [root, reply] = await inPins()
  expect(reply?.threadTs).toBe(root?.ts)
})
