/** One message a day in the account's channel that grows with each published pin. */
import { beforeEach, expect, test } from 'vitest'
import { changeAccount, setNotifyChannel, setTimezone } from '../../../src/core/accounts/settings.js'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { notifyPublished } from '../../../src/core/publish/settle/notify-published.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { checkLimits } from '../../../blocks/limits/limits.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { aDatabase } from '../../support/database.js'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { aSentPost } from '../../support/factories.js'
import { aTeam, markupOf } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
let outboxes: ReturnType<typeof makeOutbox>[]

beforeEach(async () => {
  const { deps, slack, actor, accountId } = team.current
  const messenger = makeMessenger({ ...deps, botToken, staffChannelId: channels.staff, fetch: slack.fetch })
  outboxes = [1, 2].map(() => makeOutbox({ ...deps, messenger })) // as two processes have
  await setNotifyChannel(deps, actor, { accountId, channelId: channels.pins })
  await setTimezone(deps, actor, { accountId, timezone: 'America/New_York' })
  await changeAccount(deps, actor, { accountId, publishedPins: 'daily' })
})

/** A pin that is published at that moment, as the publisher settles it. */
async function published(title: string, at: Date) {
  const post = await aSentPost(team.current, { title, at, url: `https://a.test/${encodeURIComponent(title)}` })
  const { clock } = team.current
  if (clock.now < at) clock.now = at
  await settled(post, at)
  return post
}

async function settled(post: { id: string }, at: Date) {
  const { deps, actor, accountId, clock } = team.current
  const account = await readAccount(deps, actor, { accountId })
  await db.tx((sql) => notifyPublished(sql, account, { postId: post.id, sentAt: at }, clock.now))
}

/** Both processes, until nothing is due. */
async function deliver() {
  const { clock } = team.current
  for (;;) {
    await Promise.all(outboxes.map((outbox) => outbox.drain()))
    const next = await outboxes[0]?.nextDue()
    if (!next || next.getTime() > clock.now.getTime() + MINUTE_MS) return
    if (next > clock.now) clock.now = next
  }
}

const inChannel = async (name = 'pins') => (await team.current.ada.open(name)).messages
const at = (time: string) => new Date(`2026-03-03T${time}:00Z`) // five hours before it in New York

test('the pins of a day are one message, which grows', async () => {
  await published('Jars', at('14:30'))
  await deliver()
  const [first] = await inChannel()
  expect(markupOf(first?.blocks)).toMatch(/\*Published Tuesday, March 3 · 1 pin\*/)
  await published('Weeknight', at('20:15'))
  await deliver()
  const messages = await inChannel()
  expect(messages.map(({ ts }) => ts)).toEqual([first?.ts])
  expect(markupOf(messages[0]?.blocks)).toMatch(/2 pins[\s\S]*Jars[^\n]*Kitchen ideas[\s\S]*Weeknight/)
})

test('two pins that finish at once, with two processes that deliver, are one message with both', async () => {
  const pins = []
  for (const title of ['One', 'Two', 'Three'])
    pins.push(await aSentPost(team.current, { title, at: at('14:30'), url: `https://a.test/${title}` }))
  team.current.clock.now = at('14:30')
  await Promise.all(pins.map((pin) => settled(pin, at('14:30'))))
  await Promise.all([deliver(), deliver()])
  const messages = await inChannel()
  expect(messages).toHaveLength(1)
  expect(markupOf(messages[0]?.blocks)).toMatch(/3 pins/)
})

test('a pin that is published while the message is being delivered is in it afterwards', async () => {
  await published('One', at('14:30'))
  const delivering = deliver()
  await published('Two', at('14:31'))
  await delivering
  await deliver()
  const messages = await inChannel()
  expect(messages).toHaveLength(1)
  expect(markupOf(messages[0]?.blocks)).toMatch(/One[\s\S]*Two/)
})

test('at midnight of the account’s zone a new message begins', async () => {
  await published('Evening', new Date('2026-03-04T04:59:00Z'))
  await published('Night', new Date('2026-03-04T05:00:00Z'))
  await deliver()
  expect((await inChannel()).map(({ blocks }) => markupOf(blocks).match(/March \d · 1 pin/)?.[0])).toEqual([
    'March 3 · 1 pin',
    'March 4 · 1 pin',
  ])
})

test('where somebody deleted the message, a new one begins', async () => {
  await published('One', at('14:30'))
  await deliver()
  await db.sql`delete from slk_messages where channel_id = ${channels.pins}`
  await published('Two', at('15:30'))
  await deliver()
  const messages = await inChannel()
  expect(messages).toHaveLength(1)
  expect(markupOf(messages[0]?.blocks)).toMatch(/2 pins/)
})

test('after a change of the channel the day goes on in the new one, and the old message stays as it is', async () => {
  const { deps, actor, accountId } = team.current
  await published('One', at('14:30'))
  await deliver()
  await setNotifyChannel(deps, actor, { accountId, channelId: channels.general })
  await published('Two', at('15:30'))
  await deliver()
  expect((await inChannel()).map(({ blocks }) => markupOf(blocks).match(/\d pins?\*/)?.[0])).toEqual(['1 pin*'])
  expect((await inChannel('general')).map(({ blocks }) => markupOf(blocks).match(/\d pins?\*/)?.[0])).toEqual(['2 pins*'])
})

test('a day of many pins shows the last ones and counts the rest, within what Slack takes', async () => {
  for (let n = 1; n <= 60; n++) await published(`${n} ${'&'.repeat(90)}`, new Date(at('14:00').getTime() + n * MINUTE_MS))
  await deliver()
  const [message] = await inChannel()
  expect(checkLimits({ text: message?.text, blocks: message?.blocks }, 'message')).toEqual([])
  expect(markupOf(message?.blocks)).toMatch(/60 pins[\s\S]*40 earlier pins[\s\S]*41 &amp;[\s\S]*60 &amp;/)
})

test('a pin that evergreen published again says so', async () => {
  const source = await published('Jars', at('14:30'))
  const repeat = await published('Jars again', at('16:30'))
  await db.sql`update posts set source_post_id = ${source.id} where organization_id = ${team.current.organizationId} and id = ${repeat.id}`
  await deliver()
  expect(markupOf((await inChannel())[0]?.blocks)).toMatch(/:white_check_mark: .*\|Jars>[\s\S]*:recycle: .*\|Jars again>/)
})
