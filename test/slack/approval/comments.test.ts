/** A comment from Slack: where it can be written, where it is seen, and who gets a message about it. */
import { beforeEach, expect, test } from 'vitest'
import { addComment } from '../../../src/core/posts/comments/add.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import type { Actor } from '../../../src/core/lib/actor.js'
import type { Post } from '../../../src/core/posts/post.js'
import { channels, users } from '../../../src/sandbox/slack/ids.js'
import { keepPinCard } from '../../../src/slack/notices/pin-cards.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, inDays } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { asRole, buttonsOf, deliverAll, eve, messengerOf, milosId, theApproval, withApprovals } from '../support/approval-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

beforeEach(async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
})

const milo = (): Actor => ({
  organizationId: team.current.organizationId,
  via: 'slack',
  role: 'contributor',
  userId: milosId,
})

/** Milo's pin, with its card in the channel. */
async function milosPin(title = 'Oak shelf'): Promise<Post> {
  const { deps, accountId, organizationId } = team.current
  const { id: postId } = await aDraft(team.current, { title })
  await db.sql`update posts set created_by = ${milosId} where organization_id = ${organizationId} and id = ${postId}`
  const post = await schedulePost(deps, milo(), { accountId, postId, when: { kind: 'at', at: inDays(team.current, 3) } })
  await deliverAll(team.current)
  return post
}
const theCard = async () => {
  const cards = (await team.current.ada.open('approvals')).messages.filter(({ ephemeral }) => !ephemeral)
  expect(cards).toHaveLength(1)
  return cards[0]!
}
const say = ({ id: postId }: Post, text: string, who: Actor = eve(team.current)) =>
  addComment(team.current.deps, who, { accountId: team.current.accountId, postId, text, audience: 'internal' })
const milosMessages = async () => (await team.current.milo.open('Pinslot')).messages

test('Comment on the card asks for words and who sees them; the card shows it, and who asked gets a message', async () => {
  const { ada } = team.current
  await milosPin()
  await ada.open('approvals')
  const form = await ada.click('Comment')
  expect(form.modal?.title).toBe('Comment')
  expect(textOn(form.modal?.blocks)).toContain('Oak shelf')
  await ada.fill({ Comment: 'Brighter, <!channel> *please*', 'Who sees it': 'Team and clients' })
  const answered = await ada.submit()
  expect(lastMessage(answered).text).toBe('Comment added. Oak shelf')
  await deliverAll(team.current)
  const shown = markupOf((await theCard()).blocks)
  expect(shown).toMatch(/:speech_balloon: 1 comment\n<@\w+>, <!date\^[^>]*> · visible to clients\n>Brighter, &lt;!channel&gt; /)
  expect(shown).not.toContain('<!channel>')
  const message = (await milosMessages()).at(-1)!
  expect(message.text).toBe(`:speech_balloon: <@${users.admin}> commented on *Oak shelf*.`)
  expect(buttonsOf(message)).toEqual(['Comment', 'Details'])
})

test('a form without words says so under its field, and one sent twice is one comment', async () => {
  const { ada, deps, actor, accountId } = team.current
  const post = await milosPin()
  await ada.open('approvals')
  await ada.click('Comment')
  await ada.fill({ Comment: ' ' })
  expect(Object.values(errorsOf(await ada.submit()))).toHaveLength(1)
  await ada.fill({ Comment: 'Once' })
  await ada.submit()
  const comments = await db.sql`select text from post_comments where post_id = ${post.id}`
  expect([...comments]).toEqual([{ text: 'Once' }])
  await deletePost(deps, actor, { accountId, postId: post.id })
})

test('the card has the last two of several comments with their number, and comments within a minute are one message that grows', async () => {
  const post = await milosPin()
  const before = (await milosMessages()).length
  for (const text of ['First', 'Second', 'Third']) {
    await say(post, text)
    await deliverAll(team.current)
  }
  const shown = markupOf((await theCard()).blocks)
  expect(shown).toContain(':speech_balloon: 3 comments')
  expect(shown).not.toContain('First')
  expect(shown).toMatch(/>Second[^]*>Third/)
  const messages = await milosMessages()
  expect(messages).toHaveLength(before + 1)
  expect(textOn(messages.at(-1)?.blocks)).toMatch(/First[^]*Second[^]*Third/)
  team.current.clock.advance(60_000)
  await say(post, 'Fourth')
  await deliverAll(team.current)
  expect(await milosMessages()).toHaveLength(before + 2)
})

test('a person who no longer sees the account gets no message about its pins', async () => {
  const { organizationId, accountId } = team.current
  const post = await milosPin()
  const before = (await milosMessages()).length
  await db.sql`
    update members set account_roles = ${db.sql.json({ [accountId]: 'none' })}
     where organization_id = ${organizationId} and slack_user_id = ${users.member}`
  await say(post, 'Secret')
  const [row] = await db.sql<{ notice: never }[]>`
    select notice from outbox where organization_id = ${organizationId} and notice ->> 'kind' = 'commentsAdded'`
  const outcome = await messengerOf(team.current).deliver({
    organizationId,
    destination: `user:${milosId}`,
    notice: row!.notice,
    dedupeKey: 'x',
  })
  expect(outcome).toMatchObject({ kind: 'undeliverable', cause: 'no_longer_so' })
  expect(await milosMessages()).toHaveLength(before)
})

test('Details shows the last ten comments and leads to all of them; a viewer reads, and writes none', async () => {
  const { ada } = team.current
  const post = await milosPin()
  for (let number = 1; number <= 23; number++) await say(post, `Comment ${number}.`)
  const details = lastMessage(await ada.command(`/pin ${post.id}`))
  expect(textOn(details.blocks)).toMatch(/23 comments[^]*Comment 14\.[^]*Comment 23\./)
  expect(textOn(details.blocks)).not.toContain('Comment 13.')
  const { modal } = await ada.click('Show all 23')
  expect(textOn(modal?.blocks)).toMatch(/Comment 23\.[^]*Comment 4\./)
  const rest = await ada.click('Next 3')
  expect(textOn(rest.modal?.blocks)).toMatch(/Comment 3\.[^]*Comment 1\./)
  await ada.close()

  await asRole(team.current, 'viewer')
  const read = lastMessage(await team.current.milo.command(`/pin ${post.id}`))
  expect(textOn(read.blocks)).toContain('23 comments')
  await team.current.milo.open('approvals')
  const refused = await team.current.milo.click('Comment')
  expect(lastMessage(refused).text).toContain('Viewers cannot comment.')
})

test('Comment in the details of a request of Home shows them again with the comment', async () => {
  const { ada } = team.current
  await milosPin()
  await say(await milosPin('Brass lamp'), 'Another pin')
  await ada.openHome()
  await ada.click('Review requests (2)')
  await ada.choose('More', 'Details', { within: 'Oak shelf' })
  await ada.click('Comment')
  await ada.fill({ Comment: 'From Home' })
  const { modal } = await ada.submit()
  expect(textOn(modal?.blocks)).toContain('From Home')
})

test('a comment between the reading of a card and its keeping is on the card', async () => {
  const { organizationId, accountId, clock } = team.current
  const post = await milosPin()
  await say(post, 'In between')
  await db.sql`update outbox set due_at = null where organization_id = ${organizationId}`
  const { id: approvalId } = await theApproval(team.current, post)
  const notice = { kind: 'approvalCard', accountId, postId: post.id, approvalId } as const
  const card = { organizationId, destination: `approvals:${accountId}`, notice, remark: null, shown: '' }
  const place = { channelId: channels.approvals, ts: '1.5' }
  await keepPinCard(db.sql, { ...card, ...place, version: post.version, checkedAt: null, commentId: null }, clock.now)
  const due = await db.sql`
    select 1 from outbox where organization_id = ${organizationId} and notice ->> 'kind' = 'pinCard' and due_at is not null`
  expect(due.length).toBeGreaterThan(0)
})
