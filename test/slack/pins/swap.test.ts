/** Pins that change places, a series that moves as a whole, and a draft made of another pin. */
import { expect, test } from 'vitest'
import { changeGuard } from '../../../src/core/slots/guard-settings.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aSentPost, aTimeslot } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, textOn } from '../support/a-team.js'
import { aSeries, AT, now, postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const TUESDAY = new Date('2026-03-03T12:00:00Z')
const OTHER = 'Tue, Mar 3, 1:00 PM · Other'

test('"Swap with another pin" gives each the other’s time, says both, and one Undo puts both back', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  const other = await aQueuedPost(team.current, { title: 'Other', at: TUESDAY })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Move')
  await milo.fill({ When: 'Swap with another pin', 'Swap with': OTHER })
  const swapped = await milo.submit()
  expect(textOn(swapped)).toContain('Swapped: this pin goes out Tue, Mar 3, 1:00 PM, “Other” Mon, Mar 9, 10:00 AM.')
  expect([(await now(team.current, post)).sendAt, (await now(team.current, other)).sendAt]).toEqual([TUESDAY, AT])
  expect(textOn(await milo.click('Undo'))).toContain('Undone. All 2 are back at their old times.')
  expect([(await now(team.current, post)).sendAt, (await now(team.current, other)).sendAt]).toEqual([AT, TUESDAY])
})

test('a swap with a pin that was changed since the form was opened is refused', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  const other = await aQueuedPost(team.current, { title: 'Other', at: TUESDAY })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Move')
  await milo.fill({ When: 'Swap with another pin' })
  expect(errorsOf(await milo.submit())).toEqual({ 'Swap with': 'Please complete this required field.' })
  await milo.fill({ 'Swap with': OTHER })
  await db.sql`update posts set title = 'Edited', version = version + 1 where id = ${other.id}`
  expect(textOn(errorsOf(await milo.submit()))).toContain('changed')
  expect((await now(team.current, post)).sendAt).toEqual(AT)
})

test('a pin at the same time is none to swap with, and one that a form offers all the same is refused in our words', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  await aQueuedPost(team.current, { title: 'Beside', at: AT })
  await milo.command(`/pin show ${post.id}`)
  expect(textOn((await milo.click('Move')).modal)).not.toContain('Swap')
  await milo.close()
  const other = await aQueuedPost(team.current, { title: 'Other', at: TUESDAY })
  await milo.click('Move')
  const { modal } = await milo.fill({ When: 'Swap with another pin', 'Swap with': OTHER })
  expect(textOn(modal)).not.toContain('Beside')
  await db.sql`update posts set send_at = ${AT}, due_at = ${AT} where id = ${other.id}`
  expect(errorsOf(await milo.submit())).toEqual({ 'Swap with': 'The other pin goes out at the same time. Choose another one.' })
})

test('"Move all" moves a series by days, and by the time of its next pin; one Undo takes it back', async () => {
  const { milo } = team.current
  const series = await aSeries(team.current, 3, { title: 'On three boards' })
  const times = async () => (await postsOf(team.current, 'queued')).map(({ sendAt }) => sendAt!.getTime())
  const before = series.map(({ sendAt }) => sendAt!.getTime())
  await milo.command(`/pin show ${series[0]!.id}`)
  await milo.click('View series')
  await milo.click('Move all')
  expect(errorsOf(await milo.submit())).toEqual({ 'New time of the next pin': 'Choose another time, or a number of days.' })
  await milo.fill({ 'Or move all by a number of days': '2' })
  expect(textOn(await milo.submit())).toContain('Moved 3 pins of the series. The next goes out Thu, Mar 5')
  expect(await times()).toEqual(before.map((at) => at + 2 * 86_400_000))
  await milo.click('Undo')
  expect(await times()).toEqual(before)
})

test('"Move all" into a blackout moves the series and says so', async () => {
  const { milo, deps, actor, accountId } = team.current
  const series = await aSeries(team.current, 2, { title: 'On two boards' })
  const days = series.map(({ sendAt }) => new Date(sendAt!.getTime() + 2 * 86_400_000).toISOString().slice(0, 10))
  await changeGuard(deps, actor, { accountId, blackouts: [{ from: days[0]!, to: days[1]!, note: 'Launch' }] })
  await milo.command(`/pin show ${series[0]!.id}`)
  await milo.click('View series')
  await milo.click('Move all')
  await milo.fill({ 'Or move all by a number of days': '2' })
  const moved = textOn(await milo.submit())
  expect(moved).toContain('Moved 2 pins of the series.')
  expect(moved).toContain('This time is in a blackout: “Launch”.')
})

test('"Duplicate" makes a draft of a pin, published or not, with an Undo', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  await milo.command(`/pin show ${post.id}`)
  expect(textOn(await milo.click('Duplicate'))).toContain('is a draft with the same content.')
  expect(await postsOf(team.current, 'draft')).toMatchObject([{ title: 'Shelf', media: post.media }])
  await milo.click('Undo')
  expect(await postsOf(team.current, 'draft')).toEqual([])
  const sent = await aSentPost(team.current, { title: 'Out', at: TUESDAY })
  await milo.command(`/pin show ${sent.id}`)
  expect(textOn(lastMessage(await milo.click('Duplicate')).blocks)).toContain('Out')
  expect(await postsOf(team.current, 'draft')).toMatchObject([{ title: 'Out' }])
})
