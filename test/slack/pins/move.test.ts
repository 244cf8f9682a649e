import { expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { aDatabase } from '../../support/database.js'
import { whileWaited } from '../../db/support/waiting.js'
import { aDraft, aQueuedPost, aTimeslot, creditsOf } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, markupOf, textOn, valuesOf } from '../support/a-team.js'
import { AT, now, publish } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

test('schedule: "Move" asks for the time, and the pin goes there without another charge', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'On the move', at: AT })
  const credits = await creditsOf(team.current)
  await milo.command('/pin queue')
  const opened = await milo.click('Move', { within: 'On the move' })
  expect(opened.modal?.title).toBe('Move pin')
  expect(valuesOf(opened)).toMatchObject({ When: 'Exact time', Time: AT.toISOString() })
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  const moved = await milo.submit()
  expect(moved.modal).toBeNull()
  expect(lastMessage(moved).text).toContain('Tue, Mar 10, 11:30 AM')
  expect((await now(team.current, post)).sendAt).toEqual(new Date('2026-03-10T10:30:00Z'))
  expect(await creditsOf(team.current)).toBe(credits)
})

test('a move that somebody else commits while the form is sent is shown, and sent again it is made anyway', async () => {
  const { milo, organizationId } = team.current
  const post = await aQueuedPost(team.current, { title: 'On the move', at: AT })
  await milo.command('/pin queue')
  await milo.click('Move')
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  const theirs = new Date('2026-03-12T08:00:00Z')
  const asked = await whileWaited(
    db,
    (sql) => sql`
      update posts set send_at = ${theirs}, due_at = ${theirs}, version = version + 1
       where organization_id = ${organizationId} and id = ${post.id}`,
    () => milo.submit(),
  )
  expect(markupOf(asked.modal?.blocks)).toContain('moved this pin. You see its new time.')
  expect((await now(team.current, post)).sendAt).toEqual(theirs)
  await milo.submit()
  expect((await now(team.current, post)).sendAt).toEqual(new Date('2026-03-10T10:30:00Z'))
})

test('a move may ask for the next open slot', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const post = await aQueuedPost(team.current, { at: AT })
  await milo.command('/pin queue')
  await milo.click('Move')
  await milo.fill({ When: 'Next open slot' })
  await milo.submit()
  expect((await now(team.current, post)).sendAt).toEqual(new Date('2026-03-03T12:00:00Z'))
})

test('schedule rule 1: a time that is past, too far or missing is told under the field', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { at: AT })
  await milo.command('/pin queue')
  await milo.click('Move')
  await milo.fill({ Time: '2026-03-01T00:00:00Z' })
  expect(errorsOf(await milo.submit())).toEqual({ Time: 'Time must be in the future.' })
  await milo.fill({ Time: '2036-03-03T00:00:00Z' })
  expect(errorsOf(await milo.submit())).toEqual({ Time: 'Time must be within 10 years from now.' })
  await milo.fill({ Time: null })
  expect(errorsOf(await milo.submit())).toEqual({ Time: 'Please complete this required field.' })
})

test.each(['Later', 'Move'])(
  'schedule rule 3: a late click on "%s" is answered with what has become of the pin',
  async (label) => {
    const { milo } = team.current
    const post = await aQueuedPost(team.current, { title: 'Gone out', at: AT })
    await milo.command('/pin find gone')
    await publish(team.current, post)
    const { text } = lastMessage(await milo.click(label, { within: 'Gone out' }))
    expect(text).toMatch(/This pin can’t be moved anymore\. Gone out, .*, published /)
  },
)

test('schedule rule 3: a form sent too late says what has become of the pin, and does not lead to a queue it left', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Gone out', at: AT })
  await milo.command('/pin queue')
  await milo.click('Move')
  await publish(team.current, post)
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  expect(errorsOf(await milo.submit())).toEqual({ When: 'The pin is published and cannot be rescheduled.' })
})

test('schedule rule 2: a draft that lacks something says so on its card, and each way to schedule it opens the form with that on top', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await milo.command('/pin')
  await milo.fill({ 'Image link': 'https://pictures.test/vase.jpg', When: 'Save as draft' })
  const saved = await milo.submit()
  expect(markupOf(lastMessage(saved).blocks)).toContain('Needs a title, a description, a link and a board.')
  for (const button of ['Next open slot', 'Publish now', 'Schedule']) {
    const form = await milo.click(button)
    expect(form.modal?.buttons).toContain('Schedule for Tue 1:00 PM')
    if (button !== 'Schedule') await milo.close()
  }
  await milo.fill({ Title: 'By now', 'Destination link': 'example.com/a', Board: 'Garden', When: 'Keep as a draft' })
  await milo.submit()
  const lacking = await milo.click('Next open slot')
  expect(Object.keys(valuesOf(lacking)).slice(0, 2)).toEqual(['Description', 'When'])
  expect(errorsOf(await milo.submit())).toEqual({ Description: 'Add a description to schedule this pin.' })
  await milo.fill({ Description: 'x' })
  const { messages } = await milo.submit()
  expect(messages.map(({ text }) => text).join()).toContain('Scheduled “By now” for Tue, Mar 3, 1:00 PM.')
})

test('a list is shown again in its place, with the move as its first line; a card of one’s own is replaced by the moved one', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { title: 'On the move', at: AT })
  const listed = await milo.command('/pin queue')
  await milo.click('Move')
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  const moved = await milo.submit()
  expect(moved.messages).toHaveLength(listed.messages.length)
  expect(markupOf(lastMessage(moved).blocks)).toMatch(/^Moved “On the move” to Tue, Mar 10, 11:30 AM\./)
  expect(markupOf(lastMessage(moved).blocks)).toContain('Tuesday, March 10')
  await milo.click('Details')
  await milo.click('Move')
  await milo.fill({ Time: '2026-03-11T10:30:00Z' })
  const again = await milo.submit()
  expect(markupOf(again.modal?.blocks)).toContain('Moved “On the move” to Wed, Mar 11, 11:30 AM.')
  expect(again.messages).toHaveLength(moved.messages.length)
})

test('a click on Home is answered on Home, a late one too', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const post = await aQueuedPost(team.current, { title: 'From Home', at: AT })
  await milo.openHome()
  const moved = await milo.click('Later: Tue, Mar 10, 1:00 PM', { within: 'From Home' })
  expect(markupOf(moved.home?.blocks)).toContain('Moved “From Home” to Tue, Mar 10, 1:00 PM.')
  await publish(team.current, post)
  const late = await milo.click('Move')
  expect(markupOf(late.home?.blocks)).toContain('This pin can’t be moved anymore. From Home')
  expect((await milo.open('Pinslot')).messages).toEqual([])
})

test('a pin that was deleted is said to be gone', async () => {
  const { milo, organizationId } = team.current
  const post = await aQueuedPost(team.current, { title: 'No more', at: AT })
  await milo.command('/pin find more')
  await db.sql`delete from posts where organization_id = ${organizationId} and id = ${post.id}`
  expect(lastMessage(await milo.click('Later', { within: 'No more' })).text).toContain('This pin was deleted.')
})

test('schedule rule 4: without an open slot nothing is written, and the sentence says what else there is', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Stays', at: AT })
  const sentence = 'No open slots. Choose an exact time, or add slots with /pin slots.'
  await milo.command('/pin find Stays')
  const none = 'No later slot is open. Choose “Move” for another time.'
  expect(lastMessage(await milo.click('Later', { within: 'Stays' })).text).toContain(none)
  const draft = await aDraft(team.current, { title: 'Waits' })
  await milo.command(`/pin show ${draft.id}`)
  await milo.click('Schedule')
  await milo.fill({ When: 'Next open slot' })
  expect(errorsOf(await milo.submit())).toEqual({ When: sentence })
  expect((await now(team.current, post)).version).toBe(post.version)
})

test('schedule rule 5: without a credit a draft stays one, and is told where credits are; a scheduled pin still moves', async () => {
  const { milo, organizationId } = team.current
  const queued = await aQueuedPost(team.current, { title: 'Scheduled', at: AT })
  const draft = await aDraft(team.current, { title: 'Not paid' })
  await db.sql`update entitlements set credits_left = 0 where organization_id = ${organizationId}`
  await milo.command('/pin find not paid')
  await milo.click('Schedule', { within: 'Not paid' })
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  expect(errorsOf(await milo.submit())['When']).toBe(
    'Not enough credits left. Ask your Pinslot operator for more. Until then, it stays a draft. How credits work: https://pinslot.test/billing/credits',
  )
  await milo.close()
  expect((await now(team.current, draft)).status).toBe('draft')
  await milo.command(`/pin show ${queued.id}`)
  await milo.click('Move')
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  expect((await milo.submit()).modal).toBeNull()
})

test('without a credit the forms that schedule a draft say so before they are sent, those of a scheduled pin do not', async () => {
  const { milo, organizationId } = team.current
  await aQueuedPost(team.current, { title: 'Scheduled', at: AT })
  await aDraft(team.current, { title: 'Not paid' })
  await db.sql`update entitlements set credits_left = 0 where organization_id = ${organizationId}`
  const denied =
    'Not enough credits left. Ask your Pinslot operator for more. Until then, it stays a draft. How credits work: https://pinslot.test/billing/credits'
  const shown = async (button: string, within: string) => {
    await milo.command(`/pin find ${within}`)
    const { modal } = await milo.click(button, { within })
    await milo.close()
    return markupOf(modal?.blocks).includes(denied)
  }
  expect(await shown('Schedule', 'Not paid')).toBe(true)
  expect(await shown('Publish now', 'Not paid')).toBe(true)
  await milo.command('/pin find Not paid')
  await milo.click('Publish now', { within: 'Not paid' })
  expect(textOn((await milo.submit()).modal?.blocks).split('Not enough credits left.')).toHaveLength(2) // said once
  await milo.close()
  expect(await shown('Move', 'Scheduled')).toBe(false)
  expect(await shown('Publish now', 'Scheduled')).toBe(false)
})

test('the form warns of the chosen time before it is sent, and follows another choice', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const draft = await aDraft(team.current, { title: 'Moves' })
  await aQueuedPost(team.current, { title: 'Other', at: AT, url: 'https://example.com/other' })
  await milo.command(`/pin show ${draft.id}`)
  const opened = await milo.click('Schedule')
  expect(Object.keys(valuesOf(opened))).toEqual(['When'])
  const shown = await milo.fill({ When: 'Exact time', Time: AT.toISOString() })
  expect(valuesOf(shown)).toMatchObject({ When: 'Exact time', Time: AT.toISOString() })
  expect(markupOf(shown.modal?.blocks)).toContain('“Other” goes out at the same time.')
  const other = await milo.fill({ Time: '2026-03-09T09:07:00Z' })
  expect(markupOf(other.modal?.blocks)).not.toContain('at the same time')
  await milo.submit()
  expect((await now(team.current, draft)).sendAt).toEqual(new Date('2026-03-09T09:07:00Z'))
})

test('the form says at once that nothing goes out while publishing is paused', async () => {
  const { milo, deps, actor, accountId } = team.current
  const post = await aQueuedPost(team.current, { title: 'Moves', at: AT })
  await pausePublishing(deps, actor, { accountId })
  await milo.command(`/pin show ${post.id}`)
  expect(markupOf((await milo.click('Move')).modal?.blocks)).toContain('Publishing is paused.')
})
