/** Cards that others see follow their pin: what they say and offer is so now. */
import { showing } from '../../../src/core/posts/changed.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { beforeEach, expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { disconnectAccount } from '../../../src/core/connections/disconnect.js'
import { markAlive, markUnauthorized } from '../../../src/core/connections/unauthorized.js'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import { aWorld } from '../../support/world.js'
import type { Notice } from '../../../src/core/ports/notice.js'
import type { Messenger } from '../../../src/core/ports/deps.js'
import { OUTBOX_LEASE_MS } from '../../../src/core/notices/claim.js'
import { claimNotices } from '../../../src/core/notices/claim-due.js'
import { enqueueNotice } from '../../../src/core/notices/notices.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import type { Post } from '../../../src/core/posts/post.js'
import { purgeExpired } from '../../../src/core/care/purge.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { workOutbox } from '../../publish/support/outbox-world.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, inDays } from '../../support/factories.js'
import { adasId, buttonsOf } from '../support/approval-team.js'
import { aTeam, markupOf } from '../support/a-team.js'
import { fail, now, publish } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)
let outbox: ReturnType<typeof makeOutbox>

beforeEach(async () => {
  const { deps, slack, organizationId } = team.current
  const messenger: Messenger = makeMessenger({ ...deps, botToken, staffChannelId: channels.staff, fetch: slack.fetch })
  outbox = makeOutbox({ ...deps, messenger })
  await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${organizationId}`
})

const work = (ms = 10_000) => workOutbox(team.current, outbox, ms)
const ada = () => ({ ...team.current.actor, via: 'slack' as const, userId: adasId })
const messages = async () => (await team.current.ada.open('pins')).messages
const card = async () => {
  const [first] = await messages()
  return { text: first?.text ?? '', markup: markupOf(first?.blocks), buttons: first ? buttonsOf(first) : [] }
}

let keys = 0
async function sent(notice: Notice, destination = `account:${team.current.accountId}`): Promise<void> {
  const { organizationId, clock } = team.current
  await enqueueNotice(db.sql, { organizationId, destination, dedupeKey: `n${keys++}`, notice }, clock.now)
  await work()
}
const about = ({ id: postId }: Pick<Post, 'id'>) => ({ accountId: team.current.accountId, postId })

async function aFailedCard(): Promise<Post> {
  const post = await aQueuedPost(team.current, { title: 'Lamp over the table' })
  await fail(team.current, post, 'board_gone')
  await sent({
    kind: 'pinFailed',
    ...about(post),
    reason: 'board_gone',
    cause: { code: 'board_gone' },
    message: 'Gone.',
    refunded: true,
  })
  expect((await card()).buttons).toContain('Choose another board')
  return post
}
const reschedule = (post: Post, days = 2) =>
  schedulePost(team.current.deps, ada(), { ...about(post), when: { kind: 'at', at: inDays(team.current, days) } })

test('the failed card in the channel says who fixed and rescheduled the pin, and for when, and loses its buttons', async () => {
  const post = await aFailedCard()
  await editPost(team.current.deps, ada(), { ...about(post), changes: { title: 'Fixed' } })
  await reschedule(post)
  await work()
  const { markup, buttons } = await card()
  expect(markup).toMatch(/\*Fixed and rescheduled\* by <@U\w+> for <!date\^/)
  expect(markup).toContain('Fixed')
  expect(buttons).toEqual(['Details'])
  await publish(team.current, post)
  await work()
  expect((await card()).markup).toMatch(/\*Published\*[\s\S]*\|View on Pinterest>/)
  expect(await messages()).toHaveLength(1)
})

test('a card follows what is undone, unscheduled, deleted and brought back', async () => {
  const { deps } = team.current
  const post = await aFailedCard()
  const scheduled = await reschedule(post)
  await work()
  expect((await card()).markup).toMatch(/\*Rescheduled\* by <@U\w+> for/)
  await undoChange(deps, ada(), { ...about(post), version: scheduled.version })
  await work()
  expect((await card()).buttons).toContain('Choose another board') // it is as it was: failed
  await reschedule(post)
  await unschedulePost(deps, ada(), about(post))
  await work()
  expect((await card()).markup).toMatch(/\*Unscheduled\* by <@U\w+>\. It’s a draft now\./)
  const gone = await deletePost(deps, ada(), about(post))
  await work()
  expect(await card()).toMatchObject({
    markup: expect.stringMatching(/\*Deleted\* by <@U\w+>\.\nLamp over/) as string,
    buttons: [],
  })
  await undoChange(deps, ada(), { ...about(post), version: gone.version })
  await work()
  expect((await card()).markup).toContain('It’s a draft now.')
})

test('a late card says that the pin is published, or when it goes out since it was moved', async () => {
  const { clock } = team.current
  const [first, second] = [await aQueuedPost(team.current), await aQueuedPost(team.current)]
  clock.now = new Date(Math.max(first.sendAt!.getTime(), second.sendAt!.getTime()) + 20 * 60_000)
  for (const post of [first, second]) await sent({ kind: 'pinLate', ...about(post), message: 'The connection is lost.' })
  await publish(team.current, first)
  await reschedule(second)
  await work()
  const [one, other] = await messages()
  expect(markupOf(one?.blocks)).toContain('*Published*')
  expect(markupOf(other?.blocks)).toContain('*Rescheduled*')
  expect(buttonsOf(one!)).not.toContain('Move')
})

test('a late card says what its pin waits for now: the account is disconnected, paused, resumed and connected again', async () => {
  const { deps, clock, accountId } = team.current
  const post = await aQueuedPost(team.current, { title: 'Late' })
  clock.now = new Date(post.sendAt!.getTime() + 20 * 60_000)
  const waits = async () => {
    await work()
    return (await card()).markup
  }
  await disconnectAccount(deps, ada(), { accountId })
  await sent({ kind: 'pinLate', ...about(post), message: 'It is late.' })
  expect(await waits()).toContain('Late: account disconnected')
  await pausePublishing(deps, ada(), { accountId })
  expect(await waits()).toContain('Late: publishing is paused')
  await resumePublishing(deps, ada(), { accountId }) // disconnected still
  expect(await waits()).toContain('Late: account disconnected')
  const account = await readAccount(deps, ada(), { accountId })
  await deps.db.tx((sql) => markAlive(sql, account, clock.now))
  expect(await waits()).toMatch(/Late: (?:it goes out in a moment|late pins go out one a minute)/)
  await deps.db.tx((sql) => markUnauthorized(sql, account, clock.now))
  expect(await waits()).toContain('Late: account disconnected')
})

test('a card about a pin that was rescheduled follows its account; those of others and of other organizations stay', async () => {
  const { deps, accountId, clock } = team.current
  const post = await aFailedCard()
  await reschedule(post)
  await work()
  const stranger = await aWorld(db)
  const updates = countCalls('chat.update')
  await pausePublishing(stranger.deps, stranger.actor, { accountId: stranger.accountId })
  await work()
  expect(updates()).toBe(0)
  await pausePublishing(deps, ada(), { accountId })
  await work()
  expect(updates()).toBe(1)
  expect((await card()).markup).toContain('waiting: publishing is paused')
  await pausePublishing(deps, ada(), { accountId }) // again: it says the same
  clock.advance(1000)
  await work()
  expect(updates()).toBe(1)
  await resumePublishing(deps, ada(), { accountId })
  await work()
  expect((await card()).markup).not.toContain('paused')
})

/** A version that says nothing else. */
const touch = (sql: Sql, { organizationId, id }: Post) => sql`
  with p as (update posts set version = version + 1 where organization_id = ${organizationId} and id = ${id} returning *),
       ${showing(sql, sql`p`, { organizationId, now: team.current.clock.now })}
  select from p`

test('many changes make one update, and one that changes nothing on the card makes none', async () => {
  const post = await aFailedCard()
  const updates = countCalls('chat.update')
  for (let days = 2; days < 8; days++) await reschedule(post, days)
  await work()
  expect(updates()).toBe(1)
  await touch(db.sql, post)
  await work()
  expect(updates()).toBe(1)
})

test('a change while the card is being updated is shown after it', async () => {
  const { slack } = team.current
  const post = await aFailedCard()
  await reschedule(post)
  const real = slack.fetch
  let isFirst = true
  const messenger = makeMessenger({
    ...team.current.deps,
    botToken,
    staffChannelId: channels.staff,
    fetch: async (input, init) => {
      const answer = await real(input, init)
      if (isFirst && String(input instanceof Request ? input.url : input).endsWith('chat.update')) {
        isFirst = false
        await publish(team.current, post)
      }
      return answer
    },
  })
  outbox = makeOutbox({ ...team.current.deps, messenger })
  await work()
  expect((await card()).markup).toContain('*Published*')
})

test('two people change a pin at once: the card ends with what the pin is', async () => {
  const { deps } = team.current
  const post = await aFailedCard()
  await Promise.allSettled([
    reschedule(post),
    editPost(deps, ada(), { ...about(post), changes: { title: 'At once' } }),
    work(),
    unschedulePost(deps, ada(), about(post)),
  ])
  await work()
  const { status, title } = await now(team.current, post)
  const { markup } = await card()
  expect(markup).toContain(title)
  expect(markup.includes('escheduled*')).toBe(status === 'queued')
})

test('a process that dies between the change and the update leaves it to another one', async () => {
  const { clock } = team.current
  const post = await aFailedCard()
  await reschedule(post)
  expect(await claimNotices(db, { now: clock.now, limit: 10 })).toHaveLength(1) // and is gone
  await work(OUTBOX_LEASE_MS / 2)
  expect((await card()).buttons).toContain('Choose another board')
  await work(OUTBOX_LEASE_MS)
  expect((await card()).markup).toContain('escheduled*')
})

test('a change of a pin that takes long holds up its own card alone', async () => {
  const { deps, clock, organizationId } = team.current
  const post = await aFailedCard()
  await reschedule(post)
  const other = await aQueuedPost(team.current)
  const notice = { kind: 'pinPublished', ...about(other) } as const
  await enqueueNotice(db.sql, { organizationId, destination: `user:${adasId}`, dedupeKey: 'other', notice }, clock.now)
  await deps.db.tx(async (sql) => {
    await touch(sql, post)
    const claimed = await claimNotices(db, { now: clock.now, limit: 10 })
    expect(claimed.map(({ dedupeKey }) => dedupeKey)).toEqual(['other'])
  })
  expect(await claimNotices(db, { now: clock.now, limit: 10 })).toMatchObject([{ notice: { kind: 'pinCard' } }])
})

test('where Slack limits the calls the card is updated when it allows that', async () => {
  const { slack } = team.current
  const post = await aFailedCard()
  await reschedule(post)
  slack.workspace.faults.add({ method: 'chat.update', times: 1, error: 'ratelimited', retryAfterSeconds: 120 })
  await work(60_000)
  expect((await card()).buttons).toContain('Choose another board')
  await work(120_000)
  expect((await card()).markup).toContain('escheduled*')
})

test.each(['message_not_found', 'is_archived', 'cant_update_message', 'edit_window_closed', 'channel_not_found'])(
  'a card that Slack no longer lets us change (%s) is given up without a word; the pin is right all the same',
  async (error) => {
    const { slack, organizationId, logged } = team.current
    const post = await aFailedCard()
    slack.workspace.faults.add({ method: 'chat.update', times: 1, error, retryAfterSeconds: 0 })
    await reschedule(post)
    await work()
    expect(await now(team.current, post)).toMatchObject({ status: 'queued' })
    expect((await db.sql`select from pin_cards where organization_id = ${organizationId}`).count).toBe(0)
    expect((await db.sql`select from outbox where organization_id = ${organizationId} and dead_at is not null`).count).toBe(0)
    expect(logged.filter(({ level }) => level === 'warn')).toEqual([])
    const updates = countCalls('chat.update')
    await reschedule(post, 5)
    await work()
    expect(updates()).toBe(0)
  },
)

test('cards of more than 30 days are left as they are, and forgotten', async () => {
  const { clock, deps, organizationId } = team.current
  const post = await aFailedCard()
  clock.advance(30 * 24 * 60 * 60_000 + 60_000)
  await reschedule(post)
  const updates = countCalls('chat.update')
  await work()
  expect(updates()).toBe(0)
  clock.advance(24 * 60 * 60_000)
  await purgeExpired(deps)
  expect((await db.sql`select from pin_cards where organization_id = ${organizationId}`).count).toBe(0)
})

/** Over whatever the messenger of this test calls from now on. */
function countCalls(method: string): () => number {
  const { deps, slack } = team.current
  let calls = 0
  const messenger = makeMessenger({
    ...deps,
    botToken,
    staffChannelId: channels.staff,
    fetch: (input, init) => {
      if (String(input instanceof Request ? input.url : input).endsWith(method)) calls++
      return slack.fetch(input, init)
    },
  })
  outbox = makeOutbox({ ...deps, messenger })
  return () => calls
}

const answers = async () => (await team.current.ada.screen()).messages.slice(1).map(({ text }) => text)

test('a failed pin that is fixed on a card of the channel leaves one answer, which says when the pin goes out and takes all of it back', async () => {
  const { ada: person } = team.current
  const post = await aFailedCard()
  await person.click('Choose another board')
  await person.fill({ Title: 'Lamp, fixed', When: 'Exact time' })
  await person.fill({ Time: inDays(team.current, 3).toISOString() })
  await person.submit()
  expect(await answers()).toEqual([expect.stringMatching(/^Scheduled “Lamp, fixed” for /)])
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', title: 'Lamp, fixed' })
  await person.click('Undo')
  expect(await now(team.current, post)).toMatchObject({ status: 'draft', title: 'Lamp over the table' })
})
