import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, creditsOf } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, valuesOf } from '../support/a-team.js'
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
  expect(valuesOf(opened)).toEqual({ When: 'Exact time', Time: AT.toISOString() })
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  const moved = await milo.submit()
  expect(moved.modal).toBeNull()
  expect(lastMessage(moved).text).toContain('2026-03-10 10:30 UTC')
  expect((await now(team.current, post)).sendAt).toEqual(new Date('2026-03-10T10:30:00Z'))
  expect(await creditsOf(team.current)).toBe(credits)
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
  expect(errorsOf(await milo.submit())).toEqual({ Time: 'Choose a date and time.' })
})

test('schedule rule 3: a late click is answered with what has become of the pin', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Gone out', at: AT })
  await milo.command('/pin queue')
  await publish(team.current, post)
  for (const label of ['Next slot', 'Move']) {
    const { text, blocks } = lastMessage(await milo.click(label, { within: 'Gone out' }))
    expect(text).toContain('This pin can’t be moved anymore.')
    expect(JSON.stringify(blocks)).toContain('Published')
  }
})

test('schedule rule 3: a form sent too late says what has become of the pin, and does not lead to a queue it left', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Gone out', at: AT })
  await milo.command('/pin queue')
  await milo.click('Move')
  await publish(team.current, post)
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  expect(errorsOf(await milo.submit())).toEqual({ When: 'The pin is published and cannot be rescheduled.' })
})

test('schedule rule 2: a draft that lacks something is told what, and how to make it whole', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await milo.command('/pin')
  await milo.fill({ 'Image link': 'https://pictures.test/vase.jpg' })
  await milo.submit()
  const sentence = 'Add a title first: press “Edit”.'
  expect(lastMessage(await milo.click('Next slot')).text).toBe(sentence)
  await milo.click('Schedule')
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  expect(errorsOf(await milo.submit())).toEqual({ When: sentence })
  await milo.close()
  await milo.click('Edit')
  await milo.fill({ Title: 'By now', Description: 'x', 'Destination link': 'https://example.com/a', Board: 'Garden' })
  await milo.submit()
  const { messages } = await milo.click('Next slot')
  expect(messages.map(({ text }) => text).join()).toContain('Scheduled in the next open slot. By now')
})

test('a card of one’s own is replaced by the moved one, a list stays', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { title: 'On the move', at: AT })
  const listed = await milo.command('/pin queue')
  await milo.click('Move')
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  const moved = await milo.submit()
  expect(moved.messages).toHaveLength(listed.messages.length + 1)
  await milo.click('Move', { within: 'Scheduled.' })
  await milo.fill({ Time: '2026-03-11T10:30:00Z' })
  const again = await milo.submit()
  expect(again.messages).toHaveLength(moved.messages.length)
  expect(lastMessage(again).text).toContain('2026-03-11 10:30 UTC')
})

test('a click on Home, where no message can be shown, is answered in a direct message, a late one too', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const post = await aQueuedPost(team.current, { title: 'From Home', at: AT })
  await milo.openHome()
  await milo.click('Next slot', { within: 'From Home' })
  expect(lastMessage(await milo.open('Pinslot')).text).toContain('Scheduled in the next open slot. From Home')
  await milo.openHome()
  await publish(team.current, post)
  await milo.click('Move', { within: 'From Home' })
  expect(lastMessage(await milo.open('Pinslot')).text).toContain('This pin can’t be moved anymore. From Home')
})

test('a pin that was deleted is said to be gone', async () => {
  const { milo, organizationId } = team.current
  const post = await aQueuedPost(team.current, { title: 'No more', at: AT })
  await milo.command('/pin queue')
  await db.sql`delete from posts where organization_id = ${organizationId} and id = ${post.id}`
  expect(lastMessage(await milo.click('Next slot', { within: 'No more' })).text).toContain('This pin was deleted.')
})

test('schedule rule 4: without an open slot nothing is written, and the sentence says what else there is', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Stays', at: AT })
  const sentence = 'No open slots. Choose “Exact time”, or add slots.'
  await milo.command('/pin queue')
  expect(lastMessage(await milo.click('Next slot', { within: 'Stays' })).text).toBe(sentence)
  await milo.click('Move', { within: 'Stays' })
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
    'This account does not have enough credits. Buy credits or wait for the next period. Until then, it stays a draft: https://pinslot.test/billing/credits',
  )
  await milo.close()
  expect((await now(team.current, draft)).status).toBe('draft')
  await milo.command(`/pin show ${queued.id}`)
  await milo.click('Move')
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  expect((await milo.submit()).modal).toBeNull()
})
