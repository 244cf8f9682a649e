import { expect, test } from 'vitest'
import { putSpacingRule } from '../../../src/core/slots/spacing-rules.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, aTimeslot } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { COPY } from '../support/composer-fixtures.js'
import { now } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

/** Noon of every day of the week, in UTC. */
const everyNoon = async () => {
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '12:00' })
}
const spaced = (days: number) => {
  const { deps, actor, accountId } = team.current
  return putSpacingRule(deps, actor, { accountId, type: 'DEFAULT', url: null, days })
}
const noon = (day: number) => new Date(Date.UTC(2026, 2, day, 12))
const compose = async (fields: Record<string, unknown> = {}) => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', When: 'Next open slot', ...fields })
  return lastMessage(await milo.submit())
}

test('behind a full queue the card says in one clause how many pins go out first', async () => {
  await everyNoon()
  for (let day = 2; day < 14; day++)
    await aQueuedPost(team.current, { title: `On ${day}`, at: noon(day), url: `https://a.test/${day}` })
  const words = markupOf((await compose()).blocks)
  expect(words).toContain('After 12 scheduled pins.')
  expect(words).not.toContain('Why this time')
  expect(words).not.toContain('On 2')
})

test('an open slot that a rule skipped is told with its days and the pin with the same link', async () => {
  await everyNoon()
  await spaced(2)
  await aQueuedPost(team.current, {
    title: 'Lamp & <!channel>',
    at: new Date('2026-03-02T18:00:00Z'),
    url: COPY['Destination link'],
  })
  const { text, blocks } = await compose()
  expect(text).toContain('Wed, Mar 4, 1:00 PM') // two days after
  expect(markupOf(blocks)).toMatch(
    /\*Why this time\?\* Mon, Mar 2, 1:00 PM, Tue, Mar 3, 1:00 PM were skipped: same link within 2 days \(“Lamp &amp; &lt;!channel&gt;”\)\./,
  )
})

test('where nothing was passed over, or a time was set, nothing is said', async () => {
  await everyNoon()
  expect(markupOf((await compose()).blocks)).not.toContain('Why this time')
  const set = await compose({ When: 'Exact time', Time: '2026-03-20T12:00:00Z' })
  expect(markupOf(set.blocks)).not.toContain('Why this time')
})

test('"Next open slot" and "Schedule" say it as well', async () => {
  const { milo } = team.current
  await everyNoon()
  await aQueuedPost(team.current, { title: 'First', at: noon(2), url: 'https://example.com/first' })
  const draft = await aDraft(team.current, { title: 'Draft', url: 'https://example.com/draft' })
  await milo.command(`/pin show ${draft.id}`)
  const placed = lastMessage(await milo.click('Next open slot'))
  expect(markupOf(placed.blocks)).toContain('After 1 scheduled pin.')
  expect((await now(team.current, draft)).sendAt).toEqual(noon(3))

  const other = await aDraft(team.current, { title: 'Other', url: 'https://example.com/other' })
  await milo.command(`/pin show ${other.id}`)
  await milo.click('Schedule')
  await milo.fill({ When: 'Next open slot' })
  expect(markupOf(lastMessage(await milo.submit()).blocks)).toContain('After 2 scheduled pins.')
})

test('the first pin of a series says it for all of them', async () => {
  const { milo } = team.current
  await everyNoon()
  await aQueuedPost(team.current, { title: 'First', at: noon(2), url: 'https://example.com/first' })
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', 'Also on': ['Kitchen ideas'], When: 'Next open slot' })
  const { text, blocks } = lastMessage(await milo.submit())
  expect(text).toContain('Your pin is scheduled on 2 boards.')
  expect(markupOf(blocks)).toContain('After 1 scheduled pin.')
})

test('the composer shows the slot that spacing allows the link it has, and follows when that changes', async () => {
  const { milo } = team.current
  await everyNoon()
  await aSentPost(team.current, { title: 'Twin', at: noon(2), url: 'https://example.com/twin' })
  const before = textOn((await milo.command('/pin new https://example.com/twin')).modal?.blocks)
  expect(before).toContain('Tue, Mar 3, 1:00 PM')
  await spaced(7)
  const after = textOn((await milo.command('/pin new http://EXAMPLE.com/twin/')).modal?.blocks)
  expect(after).toContain('Mon, Mar 9, 1:00 PM')
  const other = await milo.fill({ 'Destination link': 'https://example.com/other' })
  expect(textOn(other.modal?.blocks)).toContain('Tue, Mar 3, 1:00 PM')
  expect(other.modal?.buttons).toContain('Schedule for Tue 1:00 PM')
  await milo.fill({ 'Destination link': 'no address' })
  expect(textOn((await milo.click('More')).modal?.blocks)).toContain('Tue, Mar 3, 1:00 PM')
})

test('"Move" shows the slot that spacing allows the pin, and never its own', async () => {
  const { milo } = team.current
  await everyNoon()
  await spaced(7)
  await aSentPost(team.current, { title: 'Twin', at: noon(2), url: 'https://example.com/twin' })
  const late = await aQueuedPost(team.current, { title: 'Late', at: noon(20), url: 'https://example.com/twin' })
  await milo.command(`/pin show ${late.id}`)
  expect(textOn((await milo.click('Move')).modal?.blocks)).toContain('Mon, Mar 9, 1:00 PM')
  await milo.fill({ When: 'Next open slot' })
  await milo.submit()
  expect((await now(team.current, late)).sendAt).toEqual(noon(9))
  const again = await milo.click('Move', { within: 'Moved to' })
  expect(textOn(again.modal?.blocks)).toContain('Tue, Mar 10, 1:00 PM')
  expect(textOn(again.modal?.blocks)).not.toContain('"text":"Mon, Mar 9, 1:00 PM"')
  expect(textOn(again.modal?.blocks)).not.toContain('Next open slot')
})
