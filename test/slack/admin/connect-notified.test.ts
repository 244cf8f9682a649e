/** Notices about connections, in the channel, to the person who connected, and to the staff; and what their buttons do. */
import { beforeEach, expect, test } from 'vitest'
import { checkLimits } from '../../../blocks/limits/limits.js'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import type { Notice } from '../../../src/core/ports/notice.js'
import type { Messenger } from '../../../src/core/ports/deps.js'
import type { AppRefusal } from '../../../src/core/ports/answer-about.js'
import { botToken, channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { aDatabase } from '../../support/database.js'
import { anUploadingPost, aQueuedPost, HOUR_MS } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
let messenger: Messenger

beforeEach(async () => {
  const { deps, slack, organizationId } = team.current
  messenger = makeMessenger({ ...deps, botToken, staffChannelId: channels.staff, fetch: slack.fetch })
  await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${organizationId}`
})

const toChannel = () => `account:${team.current.accountId}`
const TO_ADA = `user:${teamId}:${users.admin}`

async function deliver(notice: Notice, destination: string): Promise<void> {
  const { organizationId } = team.current
  expect(await messenger.deliver({ organizationId, destination, notice, dedupeKey: 'k' })).toEqual({ kind: 'delivered' })
}

/** The newest message there, as Ada sees it. */
async function notices(channel: string) {
  const { text, blocks } = lastMessage(await team.current.ada.open(channel))
  expect(checkLimits({ text, blocks }, 'message')).toEqual([])
  return { text, markup: markupOf(blocks) }
}

const loseConnection = () =>
  db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${team.current.organizationId}`
const connected = (isNew: boolean): Notice => ({ kind: 'accountConnected', accountId: team.current.accountId, isNew })

test('a lost connection is told in the channel with the button that fixes it, for admins', async () => {
  const { ada, milo, accountId } = team.current
  await loseConnection()
  await deliver({ kind: 'reconnectNeeded', accountId }, toChannel())
  const { text } = await notices('pins')
  expect(text).toContain('maker is disconnected. Scheduled pins wait for up to 24 hours. Admins can reconnect it.')
  expect((await ada.click('Reconnect')).modal?.title).toBe('Reconnect')
  await milo.open('pins')
  expect(lastMessage(await milo.click('Reconnect')).text).toBe('Only admins can do this. Ask an admin of your workspace.')
})

test('where only a permission is missing, it is not said that no pins go out', async () => {
  await deliver({ kind: 'reconnectNeeded', accountId: team.current.accountId }, toChannel())
  expect((await notices('pins')).text).toContain('needs new permissions.')
})

test('whoever connects an account that Pinterest does not let us read reads so, and that its pins go out', async () => {
  for (const isNew of [true, false]) {
    await deliver({ kind: 'accountConnected', accountId: team.current.accountId, isNew, isDenied: true }, toChannel())
    const { markup } = await notices('pins')
    expect(markup).toContain('Pinterest doesn’t let Pinslot read this account’s boards and pins. Pins still go out')
    expect(markup).not.toContain('loading its boards')
  }
})

test('why it has to be connected again is told as it was when that came up', async () => {
  const { accountId } = team.current
  await loseConnection()
  await deliver({ kind: 'reconnectNeeded', accountId, cause: 'scope', connectionNumber: 1 }, toChannel())
  expect((await notices('pins')).text).toContain('needs new permissions.')
  await deliver({ kind: 'reconnectNeeded', accountId, cause: 'dead', connectionNumber: 1 }, toChannel())
  expect((await notices('pins')).text).toContain('is disconnected.')
})

test('of an account reconnected since, or healed, it is told no more that it has to be connected', async () => {
  const { accountId, organizationId } = team.current
  const delivery = (cause: 'dead' | 'scope') =>
    messenger.deliver({
      organizationId,
      destination: toChannel(),
      dedupeKey: 'k',
      notice: { kind: 'reconnectNeeded', accountId, cause, connectionNumber: 1 },
    })
  expect(await delivery('dead')).toMatchObject({ kind: 'undeliverable' }) // its tokens live after all
  await loseConnection()
  await db.sql`update accounts set connection_number = 2 where organization_id = ${organizationId}`
  expect(await delivery('scope')).toMatchObject({ kind: 'undeliverable' })
  expect(await delivery('dead')).toMatchObject({ kind: 'undeliverable' })
})

test('what waited when it was connected is told, also where the pins went out before the message', async () => {
  const queued = (waiting: number, overdue: number): Notice => ({
    kind: 'accountConnected',
    accountId: team.current.accountId,
    isNew: false,
    queue: { waiting, overdue },
  })
  await deliver(queued(3, 2), toChannel())
  expect((await notices('pins')).text).toContain('2 overdue pins are going out now')
  await deliver(queued(3, 0), toChannel())
  expect((await notices('pins')).text).toBe('maker is connected again. Scheduled pins go out on time.')
  await deliver(queued(0, 0), toChannel())
  expect((await notices('pins')).text).toBe('maker is connected again. No pins are scheduled.')
})

test('of an account connected again it is told what becomes of its pins', async () => {
  const { clock, deps, actor, accountId } = team.current
  await deliver(connected(false), toChannel())
  expect((await notices('pins')).text).toBe('maker is connected again. No pins are scheduled.')
  await aQueuedPost(team.current, { at: new Date(clock.now.getTime() + HOUR_MS) })
  await aQueuedPost(team.current, { at: new Date(clock.now.getTime() + 2 * HOUR_MS) })
  await deliver(connected(false), toChannel())
  expect((await notices('pins')).text).toBe('maker is connected again. Scheduled pins go out on time.')
  clock.advance(1.5 * HOUR_MS)
  await deliver(connected(false), toChannel())
  expect((await notices('pins')).text).toBe(
    'maker is connected again. 1 overdue pin is going out now, one a minute. Pins more than a day late become drafts.',
  )
  clock.advance(HOUR_MS)
  await deliver(connected(false), TO_ADA)
  expect((await notices('dm')).text).toContain('2 overdue pins are going out now')
  await pausePublishing(deps, actor, { accountId })
  await deliver(connected(false), toChannel())
  expect((await notices('pins')).text).toBe('maker is connected again. Publishing is paused: its pins wait until it resumes.')
})

test('a pin that is on its way already, when it is told, counts among those that go out now', async () => {
  const { clock } = team.current
  const at = new Date(clock.now.getTime() + HOUR_MS)
  await anUploadingPost(team.current, { at })
  clock.advance(HOUR_MS)
  await deliver(connected(false), toChannel())
  expect((await notices('pins')).text).toContain('maker is connected again. 1 overdue pin is going out now')
  await aQueuedPost(team.current, { at: new Date(clock.now.getTime() + HOUR_MS) })
  clock.advance(HOUR_MS)
  await deliver(connected(false), toChannel())
  expect((await notices('pins')).text).toContain('2 overdue pins are going out now')
})

test('who connected an account finds it on Home, without opening that again', async () => {
  const { ada, organizationId } = team.current
  await loseConnection()
  await ada.openHome()
  expect((await ada.screen()).home?.buttons).toContain('Reconnect')
  await db.sql`update accounts set token_status = 'authorized' where organization_id = ${organizationId}`
  await deliver(connected(false), TO_ADA)
  const { home } = await ada.screen()
  expect(home?.buttons).not.toContain('Reconnect')
})

test('a Home that cannot be refreshed leaves the message delivered', async () => {
  const { deps, slack, logged, accountId } = team.current
  await team.current.ada.openHome()
  await deps.db.sql`update accounts set publishing = 'paused' where id = ${accountId}` // it is another one by now
  const refusing: typeof fetch = async (input, init) =>
    String(input instanceof Request ? input.url : input).includes('views.publish')
      ? Response.json({ ok: false, error: 'internal_error' })
      : slack.fetch(input, init)
  messenger = makeMessenger({ ...deps, botToken, staffChannelId: null, fetch: refusing })
  await deliver(connected(false), TO_ADA)
  expect(logged.filter(({ level }) => level === 'warn').map(({ message }) => message)).toContain('a Home was not refreshed')
})

const refused = (message: string, refusal?: AppRefusal): Notice => ({
  kind: 'operatorAlert',
  subject: 'app_refused',
  seenFor: team.current.organizationId,
  message,
  ...(refusal && { refusal }),
})

test.each<[AppRefusal | undefined, string]>([
  ['consumer_type', 'The app isn’t approved for this.'],
  ['restricted_feature', 'The app has no access to this feature.'],
  ['trial_access', 'The app has Trial access'],
  ['pinner_data', 'The app can read boards and pins of business accounts only.'],
  ['credentials', 'Compare PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET'],
  ['other', 'Pinterest doesn’t allow this.'],
  [undefined, 'Pinterest doesn’t allow this.'],
])('the staff is told what a refusal of our app (%s) means, and where to look', async (refusal, means) => {
  await deliver(refused('<!channel> consumer type', refusal), 'staff')
  const { text, markup } = await notices('staff')
  expect(text).toContain('Pinterest refuses this app: ')
  expect(text + markup).not.toContain('<!')
  expect(markup).toContain(means)
  expect(markup).toContain('<https://developers.pinterest.com/apps/|the app at Pinterest>')
  expect(markup).toContain('Seen for Test. We report each cause once a day.')
})

test('the staff is told whose call was refused, under whichever organization the notice stands', async () => {
  const { deps } = team.current
  const [other] = await deps.db.sql<{ id: string }[]>`
    insert into organizations (name, period_anchor, created_at) values ('Bakers', now(), now()) returning id`
  await deliver({ kind: 'operatorAlert', subject: 'app_refused', seenFor: other!.id, message: 'consumer type' }, 'staff')
  expect((await notices('staff')).markup).toContain('Seen for Bakers.')
})

test('the staff is told what is stuck, in its own words, and not that Pinterest refuses the app', async () => {
  const seenFor = team.current.organizationId
  await deliver(
    { kind: 'operatorAlert', subject: 'stuck', seenFor, message: '2 notices <!channel>: npm run admin -- outbox' },
    'staff',
  )
  const { text, markup } = await notices('staff')
  expect(text).toMatch(/^Something is stuck and needs your attention: 2 notices /)
  expect(markup).toContain('npm run admin -- outbox')
  expect(text + markup).not.toMatch(/<!|Pinterest refuses/)
})
