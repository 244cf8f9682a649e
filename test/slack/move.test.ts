import { expect, test } from 'vitest'
import { readPost } from '../../src/core/posts/list.js'
import type { Post } from '../../src/core/posts/post.js'
import { aDatabase } from '../support/database.js'
import { aQueuedPost, aTimeslot, creditsOf } from '../support/factories.js'
import { aTeam, errorsOf, lastMessage, type Team, valuesOf } from './a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const AT = new Date('2026-03-09T09:00:00Z')
const now = ({ deps, actor, accountId }: Team, { id }: Post) => readPost(deps, actor, { accountId, postId: id })

test('"Move" asks for the time, and the pin goes there without another charge', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'On the move', at: AT })
  const credits = await creditsOf(team.current)
  await milo.command('/pin queue')
  const opened = await milo.click('Move', { within: 'On the move' })
  expect(opened.modal?.title).toBe('Move pin')
  expect(valuesOf(opened)).toEqual({ When: 'At a set time', Time: AT.toISOString() })
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

test('a time that is past or missing is told under the field', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { at: AT })
  await milo.command('/pin queue')
  await milo.click('Move')
  await milo.fill({ Time: '2026-03-01T00:00:00Z' })
  expect(errorsOf(await milo.submit())).toEqual({ Time: 'Time must lie in the future.' })
  await milo.fill({ Time: null })
  expect(errorsOf(await milo.submit())).toEqual({ Time: 'Choose the date and the time at which the pin goes out.' })
})

test('a late click is answered with what has become of the pin', async () => {
  const { milo, organizationId } = team.current
  const post = await aQueuedPost(team.current, { title: 'Gone out', at: AT })
  await milo.command('/pin queue')
  await db.sql`
    update posts
       set status = 'sent', pin_id = ${`7${post.id}`}, sent_at = send_at, due_at = null
     where organization_id = ${organizationId} and id = ${post.id}`
  for (const label of ['Next slot', 'Move']) {
    const { text, blocks } = lastMessage(await milo.click(label, { within: 'Gone out' }))
    expect(text).toContain('It cannot be moved any more.')
    expect(JSON.stringify(blocks)).toContain('Published')
  }
})

test('a form sent too late says what has become of the pin, and does not lead to a queue it left', async () => {
  const { milo, organizationId } = team.current
  const post = await aQueuedPost(team.current, { title: 'Gone out', at: AT })
  await milo.command('/pin queue')
  await milo.click('Move')
  await db.sql`
    update posts
       set status = 'sent', pin_id = ${`7${post.id}`}, sent_at = send_at, due_at = null
     where organization_id = ${organizationId} and id = ${post.id}`
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  expect(errorsOf(await milo.submit())).toEqual({ When: 'The pin is published and cannot be rescheduled.' })
})

test('a draft that lacks something is told what, and how to make it whole', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await milo.command('/pin')
  await milo.fill({ 'Image link': 'https://pictures.test/vase.jpg' })
  await milo.submit()
  const sentence = 'This draft has no title. A draft cannot be changed yet: make the pin again, with it, by /pin.'
  expect(lastMessage(await milo.click('Next slot')).text).toBe(sentence)
  await milo.click('Schedule')
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  expect(errorsOf(await milo.submit())).toEqual({ When: sentence })
})

test('a card of one’s own is replaced by the moved one, a list stays', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { title: 'On the move', at: AT })
  const listed = await milo.command('/pin queue')
  await milo.click('Move')
  await milo.fill({ Time: '2026-03-10T10:30:00Z' })
  const moved = await milo.submit()
  expect(moved.messages).toHaveLength(listed.messages.length + 1)
  await milo.click('Move', { within: 'has its time' })
  await milo.fill({ Time: '2026-03-11T10:30:00Z' })
  const again = await milo.submit()
  expect(again.messages).toHaveLength(moved.messages.length)
  expect(lastMessage(again).text).toContain('2026-03-11 10:30 UTC')
})

test('a click on Home, where no message can be shown, is answered in a direct message, a late one too', async () => {
  const { milo, organizationId } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const post = await aQueuedPost(team.current, { title: 'From Home', at: AT })
  await milo.openHome()
  await milo.click('Next slot', { within: 'From Home' })
  expect(lastMessage(await milo.open('Pinslot')).text).toContain('It goes out in the next open slot. From Home')
  await milo.openHome()
  await db.sql`
    update posts
       set status = 'sent', pin_id = ${`7${post.id}`}, sent_at = send_at, due_at = null
     where organization_id = ${organizationId} and id = ${post.id}`
  await milo.click('Move', { within: 'From Home' })
  expect(lastMessage(await milo.open('Pinslot')).text).toContain('It cannot be moved any more. From Home')
})

test('a pin that was deleted is said to be gone', async () => {
  const { milo, organizationId } = team.current
  const post = await aQueuedPost(team.current, { title: 'No more', at: AT })
  await milo.command('/pin queue')
  await db.sql`delete from posts where organization_id = ${organizationId} and id = ${post.id}`
  expect(lastMessage(await milo.click('Next slot', { within: 'No more' })).text).toContain('Pin not found.')
})
