/** The notices of one pin are one thread in its channel, through the real outbox. */
import { beforeEach, expect, test } from 'vitest'
import { enqueueNotice } from '../../../src/core/notices/notices.js'
import type { Notice } from '../../../src/core/ports/notice.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { workOutbox } from '../../publish/support/outbox-world.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, HOUR_MS } from '../../support/factories.js'
import { aTeam } from '../support/a-team.js'
import { publish } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

beforeEach(async () => {
  await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${team.current.organizationId}`
})

/** As another process would go on with it. */
async function drainOutbox(ms = HOUR_MS): Promise<void> {
  const { deps, slack } = team.current
  const messenger = makeMessenger({ ...deps, botToken, staffChannelId: channels.staff, fetch: slack.fetch })
  await workOutbox(team.current, makeOutbox({ ...deps, messenger }), ms)
}

async function notify(notice: Notice, dedupeKey: string): Promise<void> {
  const { deps, organizationId, accountId, clock } = team.current
  await enqueueNotice(deps.db.sql, { organizationId, destination: `account:${accountId}`, dedupeKey, notice }, clock.now)
}
const late = (postId: string) =>
  notify({ kind: 'pinLate', accountId: team.current.accountId, postId, message: 'It is late.' }, `late:${postId}`)
const failed = (postId: string) =>
  notify(
    { kind: 'pinFailed', accountId: team.current.accountId, postId, reason: 'missed', message: 'Missed.', refunded: true },
    `failed:${postId}`,
  )
const published = (postId: string) =>
  notify({ kind: 'pinPublished', accountId: team.current.accountId, postId }, `published:${postId}`)

const inPins = async () =>
  (await team.current.ada.open('pins')).messages.map(({ text, ts, threadTs, broadcast }) => ({
    word: text.split(':')[0],
    ts,
    threadTs,
    broadcast,
  }))

test('late, failed and published of one pin are one thread; the failure is shown in the channel, too', async () => {
  const pin = await aQueuedPost(team.current)
  await late(pin.id)
  await drainOutbox()
  await failed(pin.id)
  await drainOutbox() // by a process that has started since
  await publish(team.current, pin)
  await published(pin.id)
  await drainOutbox()
  const [root, ...replies] = await inPins()
  expect(root).toMatchObject({ threadTs: null })
  expect((await team.current.ada.open('pins')).messages[0]?.text).toContain('*Published*') // the card of the late pin follows it
  expect(replies).toMatchObject([
    { threadTs: root?.ts, broadcast: true }, // it failed; its card follows, too
    { word: 'Published', threadTs: root?.ts, broadcast: false },
  ])
})

test.each(['ratelimited', 'http_500', 'internal_error'])('the thread keeps its order while Slack answers %s', async (error) => {
  const { slack } = team.current
  const [pin, other] = [await aQueuedPost(team.current), await aQueuedPost(team.current)]
  slack.addFault({ method: 'chat.postMessage', error, times: 1, retryAfterSeconds: 60 })
  await late(pin.id)
  await failed(pin.id)
  await late(other.id)
  await drainOutbox()
  const messages = await inPins()
  const reply = messages.find(({ word }) => word === 'Not published')
  expect(messages).toHaveLength(3)
  expect(messages.filter(({ threadTs }) => threadTs === null).map(({ word }) => word)).toEqual(['Late', 'Late'])
  expect(messages.map(({ ts }) => ts)).toContain(reply?.threadTs)
  expect(reply?.broadcast).toBe(true)
})
