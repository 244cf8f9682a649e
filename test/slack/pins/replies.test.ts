/** Replies in the thread of a pin's card: whose become comments, and how often. */
import { beforeEach, expect, test } from 'vitest'
import { deletePost } from '../../../src/core/posts/delete.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { listMessages } from '../../../src/sandbox/slack/messages/messages.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, inDays } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { adasId, asRole, deliverAll, milosId, withApprovals } from '../support/approval-team.js'
import { sendEvent } from '../support/signed.js'

const { db } = await aDatabase()
const { sql } = db
const team = aTeam(db)

let postId: string
/** The card in the channel. */
let card: { ts: string }
beforeEach(async () => {
  const { deps, organizationId, accountId, ada } = team.current
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  ;({ id: postId } = await aDraft(team.current, { title: 'Oak shelf' }))
  await sql`update posts set created_by = ${milosId} where organization_id = ${organizationId} and id = ${postId}`
  const milo = { organizationId, via: 'slack', role: 'contributor', userId: milosId } as const
  await schedulePost(deps, milo, { accountId, postId, when: { kind: 'at', at: inDays(team.current, 3) } })
  await deliverAll(team.current)
  card = lastMessage(await ada.open('approvals'))
})

const comments = () => sql`
  select post_id, text, audience, author
    from post_comments
   where organization_id = ${team.current.organizationId}
   order by id`
const theComment = (text: string, author = adasId) => ({ post_id: postId, text, audience: 'internal', author })
const stored = () => sql`select body from slack_events where handled_at is null`

let number = 0
/** A message as Slack sends it. */
const message = (facts: object = {}, event_id = `Ev0REPLY${++number}`) => ({
  team_id: teamId,
  event_id,
  event_time: Math.floor(Date.now() / 1000),
  authorizations: [{ enterprise_id: null, team_id: teamId, user_id: users.bot, is_bot: true, is_enterprise_install: false }],
  event: {
    type: 'message',
    channel: channels.approvals,
    channel_type: 'channel',
    user: users.admin,
    text: 'Brighter, please',
    ts: `1773000000.${String(++number).padStart(6, '0')}`,
    thread_ts: card.ts,
    ...facts,
  },
})
async function send(envelope: object): Promise<void> {
  expect((await sendEvent(team.current, envelope)).status).toBe(200)
  await team.current.app.idle()
}

test('a reply in the thread of a card becomes an internal comment, which the card shows, and nothing more is said in the thread', async () => {
  const { ada, milo } = team.current
  await ada.reply('Oak shelf', 'Brighter & *wider*, see https://a.test/b :maple_leaf:')
  expect(await comments()).toEqual([theComment('Brighter & wider, see https://a.test/b 🍁')])
  await deliverAll(team.current)
  const inChannel = (await ada.open('approvals')).messages
  expect(markupOf(inChannel[0]?.blocks)).toContain('Brighter &amp; wider, see ')
  expect(inChannel.filter(({ threadTs }) => threadTs === card.ts)).toMatchObject([{ from: users.admin }])
  expect(textOn((await milo.open('Pinslot')).messages)).toContain('Brighter &amp; wider') // who asked
})

test.each([
  ['with a file, its words', { subtype: 'file_share', files: [{ id: 'F0PICTURE' }] }],
  ['that is also sent to the channel', { subtype: 'thread_broadcast' }],
  ['in a private channel', { channel_type: 'group' }],
])('a reply %s is one, too', async (_what, facts) => {
  await send(message(facts))
  expect(await comments()).toEqual([theComment('Brighter, please')])
})

test.each([
  ['beside the thread', { thread_ts: undefined }],
  ['in the thread of another message', { thread_ts: '1773000000.999999' }],
  ['of the same time in another channel', { channel: channels.general }],
  ['of a bot', { bot_id: 'B0OTHER' }],
  ['that is an edit', { subtype: 'message_changed', message: { text: 'Brighter' } }],
  ['without words', { text: '', subtype: 'file_share', files: [{ id: 'F0PICTURE' }] }],
  ['of a workspace that shares the channel', { user_team: 'T0OTHER01' }],
])('a message %s is no comment, and is not stored', async (_what, facts) => {
  await send(message(facts))
  expect(await comments()).toEqual([])
  expect(await stored()).toEqual([])
})

test('however often and at once Slack sends it, with whichever id, it is one comment', async () => {
  const once = message()
  await Promise.all(Array.from({ length: 5 }, () => sendEvent(team.current, once)))
  await team.current.app.idle()
  await send({ ...once, event_id: 'Ev0AGAIN' })
  expect(await comments()).toEqual([theComment('Brighter, please')])
})

test('a process that dies before or after the comment is written leaves exactly one', async () => {
  const { app, deps } = team.current
  const dies = async (envelope: ReturnType<typeof message>) => {
    await sql`
      insert into slack_events (event_id, received_at, handled_at, lease_until, body)
      values (${envelope.event_id}, ${deps.wallClock()}, null, ${new Date(deps.wallClock().getTime() - 1)},
              ${sql.json({ type: 'event_callback', ...envelope })})`
    await app.handleLeft()
    await app.idle()
  }
  await dies(message({ text: 'Left before' }))
  const after = message({ text: 'Left after' })
  await send(after)
  await sql`delete from slack_events where event_id = ${after.event_id}`
  await dies(after)
  expect(await comments()).toEqual([theComment('Left before'), theComment('Left after')])
  expect(await stored()).toEqual([])
})

test('while the comment cannot be written the event is kept, and is handled again', async () => {
  const { app } = team.current
  await sql`alter table post_comments rename to comments_away`
  await send(message()).finally(() => sql`alter table comments_away rename to post_comments`)
  await sql`update slack_events set lease_until = received_at`
  await app.handleLeft()
  await app.idle()
  expect(await comments()).toEqual([theComment('Brighter, please')])
})

const ephemeral = async () =>
  (await listMessages(sql, channels.approvals, users.admin)).filter(({ ephemeralTo }) => ephemeralTo === users.admin)

test('a reply that is too long for a comment is not kept, and its author alone reads why, in the thread', async () => {
  await send(message({ text: 'x'.repeat(2_000) }))
  expect(await ephemeral()).toEqual([])
  await send(message({ text: 'x'.repeat(2_001) }))
  expect(await comments()).toHaveLength(1)
  expect(await ephemeral()).toMatchObject([
    { threadTs: card.ts, text: expect.stringContaining('at most 2,000 characters. Post it again in parts.') as unknown },
  ])
  expect(await stored()).toEqual([])
})

test('the reply of a viewer or a guest stays in Slack, and nobody is told', async () => {
  await asRole(team.current, 'viewer')
  await send(message({ user: users.member }))
  await sql`update slk_users set is_guest = true where id = ${users.admin}`
  await send(message())
  expect(await comments()).toEqual([])
  expect(await stored()).toEqual([])
  expect((await listMessages(sql, channels.approvals, users.member)).filter(({ ephemeralTo }) => ephemeralTo !== null)).toEqual(
    [],
  )
})

test('who Slack says is of another workspace comments nothing, though the message names none, and the event ends', async () => {
  await sql`update slk_users set team_id = 'T0OTHER01' where id = ${users.admin}`
  await send(message())
  expect(await comments()).toEqual([])
  expect(await stored()).toEqual([])
})

test('a reply to the card of a deleted pin, or to a card that is gone, is no comment', async () => {
  const { deps, actor, accountId, organizationId } = team.current
  await deletePost(deps, actor, { accountId, postId })
  await send(message())
  await sql`delete from pin_cards where organization_id = ${organizationId}`
  await send(message())
  expect(await comments()).toEqual([])
  expect(await stored()).toEqual([])
})

test('a reply to the one card of several pins is no comment: its lines have the button', async () => {
  const { organizationId } = team.current
  await sql`
    insert into slack_messages (organization_id, subject, place, channel_id, ts, sent_at)
    values (${organizationId}, 'approvals:7', ${channels.approvals}, ${channels.approvals}, '1773000000.777777', now())`
  await send(message({ thread_ts: '1773000000.777777' }))
  expect(await comments()).toEqual([])
})

test('a card in direct messages, and one of another organization, take no replies', async () => {
  const { organizationId } = team.current
  await sql`update pin_cards set destination = ${`user:${adasId}`} where organization_id = ${organizationId}`
  await send(message())
  await sql`update pin_cards set destination = 'approvals:1' where organization_id = ${organizationId}`
  await sql`update slack_installations set team_id = 'T0OTHER01' where team_id = ${teamId}`
  await send(message())
  expect(await comments()).toEqual([])
})
