/** A contributor asks by the composer, and somebody else decides on the card. */
import { beforeEach, expect, test } from 'vitest'
import { claimNotices } from '../../../src/core/notices/claim-due.js'
import { enqueueNotice } from '../../../src/core/notices/notices.js'
import { approvePin } from '../../../src/core/posts/approval/decide.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { readBacklog } from '../../../src/core/publish/diagnostics/backlog.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { putUtmRule } from '../../../src/core/links/utm-rules.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { channels, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot, creditsOf, DAY_MS } from '../../support/factories.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, errorsOf, lastMessage, markupOf, textOn, valuesOf } from '../support/a-team.js'
import {
  adasId,
  asRole,
  buttonsOf,
  deliverAll,
  eve,
  messengerOf,
  theApproval,
  theDraft,
  withApprovals,
} from '../support/approval-team.js'
import { AT, COPY, postsOf } from '../support/composer-fixtures.js'
import { now, publish } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

beforeEach(async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
})

/** As the composer leaves it, with its card in the channel. */
async function milosPin(change: object = AT) {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', ...change })
  const answered = await milo.submit()
  await deliverAll(team.current)
  return { answered, post: await theDraft(team.current) }
}
const approvals = async () => (await team.current.ada.open('approvals')).messages
const theCard = async () => {
  const cards = (await approvals()).filter(({ ephemeral }) => !ephemeral)
  expect(cards).toHaveLength(1)
  return cards[0]!
}
const toAda = async () => (await team.current.ada.screen()).messages.filter(({ ephemeral }) => ephemeral).at(-1)
const milosMessages = async () => (await team.current.milo.open('Pinslot')).messages

test('the composer says before and after that a pin goes to approval, and the channel has its card', async () => {
  const { milo } = team.current
  const credits = await creditsOf(team.current)
  const composer = await milo.command('/pin')
  expect(textOn(composer.modal?.blocks)).toContain('Needs approval; stays a draft until then.')
  expect(composer.modal?.buttons).not.toContain('More boards')
  const { answered, post } = await milosPin()
  expect(lastMessage(answered).text).toContain('Sent for approval.')
  expect(await creditsOf(team.current)).toBe(credits)
  const card = await theCard()
  expect(card.text).toBe('Approval requested: Shelf above the sink')
  expect(markupOf(card.blocks)).toContain(`<@${users.member}> requests approval for <!date^1772699400^`)
  expect(textOn(card.blocks)).toContain('Destination link: https://example.com/shelf')
  expect(textOn(card.blocks)).toContain('Description: Open shelves.')
  expect(buttonsOf(card)).toEqual(['Approve', 'Request changes', 'Reject', 'Comment'])
  expect(await theApproval(team.current, post)).toMatchObject({ state: 'open' })
})

test('the card shows the link as it goes out, where the account adds UTM parameters', async () => {
  const { deps, actor, accountId } = team.current
  const utm = { source: 'pinterest', medium: null, campaign: '{board}', content: null }
  await putUtmRule(deps, actor, { accountId, boardId: null, ...utm })
  await milosPin()
  const shown = textOn((await theCard()).blocks)
  expect(shown).toContain('Destination link: https://example.com/shelf')
  expect(shown).toContain('Link with UTM parameters: https://example.com/shelf?utm_source=pinterest&utm_campaign=garden')
})

test('Approve schedules the pin; the card says so at once and for good, and who asked is told', async () => {
  const { ada } = team.current
  const { post } = await milosPin()
  await ada.open('approvals')
  await ada.click('Approve')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', sendAt: new Date(AT.Time) })
  const atOnce = await theCard()
  expect(buttonsOf(atOnce)).toEqual(['Undo'])
  expect(markupOf(atOnce.blocks)).toContain(`*Approved* by <@${users.admin}>`)
  await deliverAll(team.current)
  const forGood = await theCard()
  expect([forGood.ts, forGood.text]).toEqual([atOnce.ts, 'Approved: Shelf above the sink'])
  const answer = (await milosMessages()).at(-1)!
  expect(answer.text).toContain(`<@${users.admin}> approved your pin.`)
  expect(buttonsOf(answer)).toEqual(['Details'])
})

test('an approval that is undone: the card asks again, who asked is told, and what they were told before says so, too', async () => {
  const { ada, deps, accountId } = team.current
  const { post } = await milosPin()
  const { id: approvalId } = await theApproval(team.current, post)
  const queued = await approvePin(deps, eve(team.current), { accountId, approvalId, version: post.version })
  await deliverAll(team.current)
  const told = (await milosMessages()).length
  await undoChange(deps, eve(team.current), { accountId, postId: post.id, version: queued.version })
  await deliverAll(team.current)
  const card = await theCard()
  expect(card.text).toBe('Approval requested: Shelf above the sink')
  expect(buttonsOf(card)).toEqual(['Approve', 'Request changes', 'Reject', 'Comment'])
  const messages = await milosMessages()
  expect(messages).toHaveLength(told + 1)
  expect(messages.at(-1)?.text).toContain(
    '<@U0EVE0001> undid the decision on your pin. It’s waiting for approval again. Shelf above the sink',
  )
  expect(messages.at(-2)?.text).toContain('The decision on your pin was undone. It’s waiting for approval again.')
  await ada.open('approvals')
  await ada.click('Approve')
  await deliverAll(team.current)
  expect(await now(team.current, post)).toMatchObject({ status: 'queued' })
  expect((await milosMessages()).at(-1)?.text).toContain(`<@${users.admin}> approved your pin.`)
})

test('Request changes asks what has to change; who asked reads it, edits the draft and asks again', async () => {
  const { ada, milo } = team.current
  const { post } = await milosPin()
  await ada.open('approvals')
  await ada.click('Request changes')
  expect(errorsOf(await ada.submit())).not.toEqual({})
  await ada.fill({ 'What should change?': 'Another <!channel> title.' })
  await ada.submit()
  expect(markupOf((await theCard()).blocks)).toContain('*Changes requested*')
  expect(buttonsOf(await theCard())).toEqual(['Undo'])
  expect(await now(team.current, post)).toMatchObject({ status: 'draft' })
  await deliverAll(team.current)
  const answer = (await milosMessages()).at(-1)!
  expect(markupOf(answer.blocks)).toContain('>Another &lt;!channel&gt; title.')
  expect(buttonsOf(answer)).toEqual(['Edit', 'Details'])
  const form = await milo.click('Edit')
  expect(markupOf(form.modal?.blocks)).toContain('asked for changes.\n>Another &lt;!channel&gt; title.')
  expect(form.modal?.buttons).toContain('Save and ask again')
  expect(valuesOf(form)).toMatchObject({ When: 'Exact time', Time: new Date(AT.Time).toISOString() }) // as it was asked for before
  await milo.fill({ Title: 'Better', When: 'Next open slot' })
  expect(lastMessage(await milo.submit()).text).toContain('Sent for approval.')
  await deliverAll(team.current)
  const cards = (await approvals()).filter(({ ephemeral }) => !ephemeral)
  expect(cards.map(({ text, broadcast }) => [text, broadcast])).toEqual([
    ['Changes requested: Better', false], // as the pin is by now
    ['Approval requested: Better', true],
  ])
  const told = (await milosMessages()).filter(({ text }) => text.includes('requested changes to your pin.'))
  expect(told.map((each) => [buttonsOf(each), each.text.includes('You asked again.')])).toEqual([[[], true]])
})

test('Reject leaves a draft, with or without a reason', async () => {
  const { ada } = team.current
  const { post } = await milosPin()
  await ada.open('approvals')
  await ada.click('Reject')
  await ada.submit()
  expect((await ada.screen()).modal).toBeNull()
  expect(markupOf((await theCard()).blocks)).toContain(`*Rejected* by <@${users.admin}>`)
  await deliverAll(team.current)
  expect((await milosMessages()).at(-1)?.text).toContain('rejected your pin. It stays a draft.')
  expect(await now(team.current, post)).toMatchObject({ status: 'draft' })
})

test('nobody approves what they asked for, nor does a viewer: the card stays', async () => {
  const { milo } = team.current
  await milosPin()
  await asRole(team.current, 'scheduler')
  await milo.open('approvals')
  expect(lastMessage(await milo.click('Approve')).text).toContain('You cannot approve your own request.')
  expect(lastMessage(await milo.click('Request changes')).text).toContain('You cannot approve your own request.')
  await asRole(team.current, 'viewer')
  expect(lastMessage(await milo.click('Reject')).text).toContain('Only schedulers and admins can approve pins.')
  expect((await milo.screen()).modal).toBeNull()
  expect(buttonsOf(await theCard())).toEqual(['Approve', 'Request changes', 'Reject', 'Comment'])
})

test('who comes second is told who decided and when, and sees the card as it is', async () => {
  const { ada, deps, accountId } = team.current
  const { post } = await milosPin()
  const { id: approvalId } = await theApproval(team.current, post)
  await ada.open('approvals')
  await approvePin(deps, eve(team.current), { accountId, approvalId, version: post.version })
  await ada.click('Approve')
  expect((await toAda())?.text).toMatch(/^Nothing changed\. .*\*Approved\* by <@U0EVE0001>, Mon, Mar 2, 5:00 AM/)
  expect(buttonsOf(await theCard())).toEqual(['Undo'])
})

test('a form left open while somebody else decides says who did', async () => {
  const { ada, deps, accountId } = team.current
  const { post } = await milosPin()
  const { id: approvalId } = await theApproval(team.current, post)
  await ada.open('approvals')
  await ada.click('Reject')
  await approvePin(deps, eve(team.current), { accountId, approvalId, version: post.version })
  const { modal } = await ada.submit()
  expect(markupOf(modal?.blocks)).toContain('*Approved* by <@U0EVE0001>')
  expect(buttonsOf(await theCard())).toEqual(['Undo'])
})

test('a pin that was edited since: nothing is scheduled, the card shows it as it is, and Approve then means that', async () => {
  const { ada, deps, actor, accountId } = team.current
  const { post } = await milosPin()
  await ada.open('approvals')
  await editPost(deps, actor, { accountId, postId: post.id, changes: { title: 'Better' } })
  await ada.click('Approve')
  expect((await toAda())?.text).toContain('The pin changed after you saw it, so it still waits.')
  expect(await now(team.current, post)).toMatchObject({ status: 'draft' })
  expect((await theCard()).text).toBe('Approval requested: Better')
  await ada.click('Approve')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', title: 'Better' })
})

test('who asked may change the time, or take the request back, from the card of the pin', async () => {
  const { milo } = team.current
  const { post } = await milosPin()
  const card = lastMessage(await milo.command(`/pin show ${post.id}`))
  expect(buttonsOf(card)).toEqual(expect.arrayContaining(['Edit', 'Change the time', 'Take back']))
  const taken = lastMessage(await milo.click('Take back'))
  expect(taken.text).toContain('Request withdrawn. It’s a draft.')
  expect(buttonsOf(taken)).toEqual(expect.arrayContaining(['Ask for approval']))
  await deliverAll(team.current)
  expect(markupOf((await theCard()).blocks)).toContain('*Request withdrawn* by')
})

test('the card, and Home, say what was edited since the request, as it was typed, until it is undone', async () => {
  const { ada, milo, deps, accountId } = team.current
  const { post } = await milosPin()
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Edit')
  await milo.click('Change picture…')
  await milo.fill({ Title: '*Better* <!channel>', Board: 'Kitchen' })
  await milo.upload('Image or video', await aPicture('b.png'))
  await milo.submit()
  await deliverAll(team.current)
  const said = markupOf((await theCard()).blocks)
  expect(said).toContain('*Edited since the request*')
  expect(said).toMatch(/Title: “Shelf above the sink” → “\S*Better\S* &lt;!channel&gt;”/)
  expect(said).not.toContain('*Better*')
  expect(said).not.toContain('<!channel>')
  expect(said).toContain('Media: a new image')
  expect(said).toContain('Board: “Garden” → “Kitchen ideas”')
  expect(said).not.toContain('Description: “')
  await ada.openHome()
  expect(markupOf((await ada.click('Review request')).modal?.blocks)).toContain('Board: “Garden” → “Kitchen ideas”')
  await ada.close()
  const { version } = await now(team.current, post)
  await undoChange(deps, { ...eve(team.current), role: 'admin' }, { accountId, postId: post.id, version })
  await deliverAll(team.current)
  expect(markupOf((await theCard()).blocks)).not.toContain('Edited since the request')
})

test('of long texts the card shows the part that was edited', async () => {
  const { deps, actor, accountId } = team.current
  const begins = 'Open shelves hold more than they seem to. '.repeat(8)
  await milosPin({ ...AT, Description: `${begins}Made of oak.` })
  const post = await theDraft(team.current)
  await editPost(deps, actor, { accountId, postId: post.id, changes: { description: `${begins}Made of ash.` } })
  await deliverAll(team.current)
  expect(markupOf((await theCard()).blocks)).toContain(
    'Description: “…than they seem to. Made of oak.” → “…than they seem to. Made of ash.”',
  )
})

test('an edit of who asked shows on the card by itself', async () => {
  const { milo } = team.current
  const { post } = await milosPin()
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Edit')
  await milo.fill({ Title: 'Better' })
  expect(lastMessage(await milo.submit()).text).toContain('Saved. It’s still waiting for approval.')
  await deliverAll(team.current)
  expect((await theCard()).text).toBe('Approval requested: Better')
})

test('a time that has passed is refused, with the next slot one press away', async () => {
  const { ada, clock } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const { post } = await milosPin()
  await ada.open('approvals')
  clock.advance(5 * DAY_MS)
  await ada.click('Approve')
  const refusal = await toAda()
  expect(refusal?.text).toContain('has passed, so nothing was scheduled')
  expect(await now(team.current, post)).toMatchObject({ status: 'draft' })
  expect(buttonsOf(await theCard())).toEqual(['Approve for next open slot', 'Request changes', 'Reject', 'Comment'])
  await ada.click('Approve for next open slot')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', sendAt: new Date('2026-03-10T12:00:00Z') })
  expect(buttonsOf(await theCard())).toEqual(['Undo'])
})

test('the card of a request whose time passes says so by itself, and offers the next open slot in place of a refusal', async () => {
  const { ada, clock } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const { post } = await milosPin()
  expect(buttonsOf(await theCard())).toContain('Approve')
  clock.advance(5 * DAY_MS)
  await deliverAll(team.current)
  const card = await theCard()
  expect(markupOf(card.blocks)).toContain('That time has passed. The next open slot is <!date^1773144000^')
  expect(buttonsOf(card)).toEqual(['Approve for next open slot', 'Request changes', 'Reject', 'Comment'])
  await ada.open('approvals')
  await ada.click('Approve for next open slot')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', sendAt: new Date('2026-03-10T12:00:00Z') })
})

test('the card becomes due again when the time that was asked for passes', async () => {
  const { organizationId, clock } = team.current
  await milosPin()
  clock.advance(11 * 60_000) // until then it is drawn again
  await deliverAll(team.current)
  const [row] = await db.sql<{ dueAt: Date }[]>`
    select due_at as "dueAt" from outbox where organization_id = ${organizationId} and dedupe_key like 'card:%'`
  expect(row?.dueAt).toEqual(new Date(AT.Time))
  const { outboxWaiting } = await readBacklog(db, clock.now)
  await db.sql`delete from outbox where organization_id = ${organizationId} and dedupe_key like 'card:%'`
  expect((await readBacklog(db, clock.now)).outboxWaiting).toBe(outboxWaiting) // nobody waited for it
})

test('a card that is drawn again waits for that time each time, and no longer than for a change meanwhile', async () => {
  const { deps, actor, accountId, organizationId, clock } = team.current
  const { post } = await milosPin()
  const messenger = messengerOf(team.current)
  const dueAt = async () => {
    const [row] = await db.sql<{ dueAt: Date }[]>`
      select due_at as "dueAt" from outbox where organization_id = ${organizationId} and dedupe_key like 'card:%'`
    return row?.dueAt
  }
  for (const _ of ['once', 'again']) {
    clock.advance(2 * 60_000)
    await makeOutbox({ ...deps, messenger }).drain()
    expect(await dueAt()).toEqual(new Date(clock.now.getTime() + 2 * 60_000))
  }
  clock.advance(2 * 60_000)
  const claimed = await claimNotices(db, { now: clock.now, limit: 10 })
  const card = claimed.find(({ notice }) => notice.kind === 'pinCard')!
  await editPost(deps, actor, { accountId, postId: post.id, changes: { title: 'Another title' } })
  await messenger.deliver(card)
  expect((await dueAt())?.getTime()).toBeLessThanOrEqual(clock.now.getTime())
})

test('asked for the next open slot, the card says which that is, and shows the description before the link', async () => {
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await milosPin({ When: 'Next open slot' })
  const card = await theCard()
  expect(markupOf(card.blocks)).toContain('requests approval for the next open slot, <!date^1772539200^')
  expect(markupOf(card.blocks)).toMatch(/Due <!date\^\d+\^[^>]*>\. The slot is kept until then\./)
  const types = card.blocks.map((block) => (block as { type: string }).type)
  expect(types).toContain('image')
  const words = textOn(card.blocks)
  expect(words.indexOf('Description: Open shelves.')).toBeLessThan(words.indexOf('Destination link:'))
})

test('on Home a time that has passed is approved for the next open slot, and a late refusal stands above the requests', async () => {
  const { ada, clock } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const { post } = await milosPin()
  await ada.openHome()
  await ada.click('Review request')
  clock.advance(5 * DAY_MS)
  const { modal } = await ada.click('Approve')
  expect(markupOf(modal?.blocks)).toContain('Shelf above the sink*')
  expect(markupOf(modal?.blocks)).toContain('has passed, so nothing was scheduled')
  await ada.click('Approve for next open slot')
  expect(markupOf((await ada.screen()).modal?.blocks)).toContain('Approved and scheduled. Shelf above the sink')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued' })
  expect((await ada.open('Pinslot')).messages).toEqual([])
})

test('no credit and no slot are said, and nothing is half done', async () => {
  const { ada, organizationId } = team.current
  const { post } = await milosPin({ When: 'Next open slot' })
  await ada.open('approvals')
  await ada.click('Approve')
  expect((await toAda())?.text).toContain('No open slots')
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await db.sql`update entitlements set credits_left = 0 where organization_id = ${organizationId}`
  await ada.click('Approve')
  expect((await toAda())?.text).toContain('Until then, it stays a draft. How credits work: https')
  expect(await now(team.current, post)).toMatchObject({ status: 'draft' })
  expect(buttonsOf(await theCard())).toEqual(['Approve', 'Request changes', 'Reject', 'Comment'])
})

test('a click on a card whose pin is gone says what became of it', async () => {
  const { ada, deps, accountId } = team.current
  const { post } = await milosPin()
  await ada.open('approvals')
  await deletePost(deps, eve(team.current), { accountId, postId: post.id })
  await ada.click('Approve')
  expect((await toAda())?.text).toMatch(/^Nothing changed\. .*the pin was deleted by <@U0EVE0001>/)
  const card = await theCard()
  expect(markupOf(card.blocks)).toContain('*Shelf above the sink*\nThis pin was deleted.')
  await deliverAll(team.current)
  expect((await milosMessages()).at(-1)?.text).toContain('deleted a pin you requested approval for.')
})

test('scheduled through another channel it is approved by who did it, and the card follows', async () => {
  const { deps, actor, accountId } = team.current
  const { post } = await milosPin()
  const personal = { ...actor, userId: adasId } // a key of Ada's own
  await schedulePost(deps, personal, { accountId, postId: post.id, when: { kind: 'at', at: new Date(AT.Time) } })
  await deliverAll(team.current)
  expect(markupOf((await theCard()).blocks)).toContain(`*Approved* by <@${users.admin}>`)
  expect((await milosMessages()).at(-1)?.text).toContain('approved your pin.')
})

test('/pin show says that a pin waits, and afterwards what was said', async () => {
  const { ada } = team.current
  const { post } = await milosPin()
  expect(markupOf(lastMessage(await ada.command(`/pin show ${post.id}`)).blocks)).toContain(
    `Approval requested by <@${users.member}>`,
  )
  await ada.open('approvals')
  await ada.click('Request changes')
  await ada.fill({ 'What should change?': 'Another title.' })
  await ada.submit()
  const shown = markupOf(lastMessage(await ada.command(`/pin show ${post.id}`)).blocks)
  expect(shown).toMatch(new RegExp(`Changes requested by <@${users.admin}> .*: Another title\\.`))
})

test('a draft that is there is asked for by its button', async () => {
  const { milo } = team.current
  const { answered, post } = await milosPin({ When: 'Save as draft' })
  expect(lastMessage(answered).text).toContain('Draft saved.')
  expect(await approvals()).toEqual([])
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Ask for approval')
  await milo.fill({ When: 'Exact time', Time: AT.Time })
  const asked = lastMessage(await milo.submit())
  expect(asked.text).toContain('Sent for approval.')
  const said = markupOf(asked.blocks)
  for (const words of [`Requested in <#${channels.approvals}>`, 'requested for Thu, Mar 5, 9:30 AM'])
    expect(said).toContain(words)
  expect(said.match(/Thu, Mar 5, 9:30 AM/g)).toHaveLength(1)
  expect(said).toContain('Due Wed, Mar 4, 9:30 AM')
  await deliverAll(team.current)
  expect(await theApproval(team.current, post)).toMatchObject({ state: 'open', revision: 1 })
  expect(await postsOf(team.current, 'queued')).toEqual([])
  await theCard()
})

test('where the account is told of in the same channel, what comes later of the pin stands in the thread of its card', async () => {
  const { ada, deps, organizationId, accountId } = team.current
  await db.sql`update accounts set notify_channel_id = ${channels.approvals} where organization_id = ${organizationId}`
  const { post } = await milosPin()
  await ada.open('approvals')
  await ada.click('Approve')
  await publish(team.current, post)
  const notice = { kind: 'pinPublished', accountId, postId: post.id } as const
  await enqueueNotice(
    deps.db.sql,
    { organizationId, destination: `account:${accountId}`, dedupeKey: 'published', notice },
    deps.clock(),
  )
  await deliverAll(team.current)
  const [card, published] = await approvals()
  expect(card?.text).toBe('Approved: Shelf above the sink')
  expect(published).toMatchObject({
    threadTs: card?.ts,
    text: expect.stringContaining('Published: Shelf above the sink') as string,
  })
})

test('taking back the making of a pin that waits takes back the asking', async () => {
  const { milo } = team.current
  const { post } = await milosPin()
  await milo.click('Undo')
  await deliverAll(team.current)
  const card = await theCard()
  expect(markupOf(card.blocks)).toContain(`*Request withdrawn:* the pin was deleted by <@${users.member}>`)
  expect(await theApproval(team.current, post)).toMatchObject({ state: 'withdrawn' })
})

test('where the channel of approvals is archived, the card goes to the person who connected the account, and is decided there', async () => {
  const { ada, slack, organizationId, accountId, clock } = team.current
  await db.sql`
    insert into audit (organization_id, change_id, account_id, subject, action, via, actor, at)
    values (${organizationId}, gen_random_uuid(), ${accountId}, ${`account:${accountId}`}, 'connect', 'slack', ${adasId}, ${clock.now})`
  slack.addFault({ method: 'chat.postMessage', error: 'is_archived', times: 1, retryAfterSeconds: 1 })
  const { post } = await milosPin()
  expect(await approvals()).toEqual([])
  const card = lastMessage(await ada.open('Pinslot'))
  expect(buttonsOf(card)).toEqual(['Approve', 'Request changes', 'Reject', 'Comment'])
  expect(markupOf(card.blocks)).toContain(
    `You’re getting this because you connected the account and Pinslot can’t post in <#${channels.approvals}>.`,
  )
  await ada.click('Approve')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', sendAt: new Date(AT.Time) })
  expect(buttonsOf((await ada.screen()).messages.find(({ ts }) => ts === card.ts)!)).toEqual(['Undo'])
})

test('on Home a waiting pin is decided as on its card, which follows', async () => {
  const { ada } = team.current
  const { post } = await milosPin()
  await ada.openHome()
  expect(textOn((await ada.click('Review request')).modal?.blocks)).toContain('Requested by')
  const { modal } = await ada.click('Approve')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued' })
  expect(textOn(modal?.blocks)).not.toContain('Requested by')
  expect(textOn(modal?.blocks)).toContain('Approved and scheduled. Shelf above the sink')
  expect(textOn((await ada.close()).home?.blocks)).not.toContain('Review request')
  expect((await ada.open('Pinslot')).messages).toEqual([])
  await deliverAll(team.current)
  expect(buttonsOf(await theCard())).toEqual(['Undo'])
})

test('on Home changes are asked for by the same form', async () => {
  const { ada } = team.current
  const { post } = await milosPin()
  await ada.openHome()
  await ada.click('Review request')
  await ada.choose('More', 'Request changes')
  await ada.fill({ 'What should change?': 'Another title.' })
  await ada.submit()
  expect(await theApproval(team.current, post)).toMatchObject({ state: 'changes_requested' })
  await deliverAll(team.current)
  expect(markupOf((await theCard()).blocks)).toContain('>Another title.')
})
