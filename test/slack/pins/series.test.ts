import { expect, test } from 'vitest'
import { editPost } from '../../../src/core/posts/edit.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, PICTURE, textOn } from '../support/a-team.js'
import { aSeries, now, postsOf, publish } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

test('a row says which board of the series it is, and "View series" shows all of them in order', async () => {
  const { milo } = team.current
  const posts = await aSeries(team.current, 4, { title: 'On four boards' })
  const queue = markupOf(lastMessage(await milo.command('/pin find boards')).blocks)
  expect(queue.match(/board \d of 4/g)).toEqual(['board 1 of 4', 'board 2 of 4', 'board 3 of 4', 'board 4 of 4'])
  await milo.command(`/pin show ${posts[2]?.id}`)
  const { modal } = await milo.click('View series')
  expect(markupOf(modal?.blocks)).toContain('4 boards, one after another')
  expect(markupOf(modal?.blocks).match(/\*\d\.\* {2}\S+/g)).toEqual([
    '*1.*  Kitchen',
    '*2.*  Garden',
    '*3.*  Kitchen',
    '*4.*  Garden',
  ])
})

test('"Unschedule all" takes the whole series off in one, and Undo puts all of it back', async () => {
  const { milo } = team.current
  const series = await aSeries(team.current, 3)
  const credits = await creditsOf(team.current)
  await milo.command(`/pin show ${series[0]?.id}`)
  await milo.click('View series')
  const off = markupOf((await milo.click('Unschedule all')).modal?.blocks)
  expect(off).toContain('Unscheduled 3 pins of the series.')
  expect(await postsOf(team.current, 'queued')).toEqual([])
  expect(await creditsOf(team.current)).toBe(credits + 3)
  const back = markupOf((await milo.click('Undo')).modal?.blocks)
  expect(back).toContain('Undone. All 3 are scheduled again.')
  expect(back.match(/\*\d\.\*/g)).toEqual(['*1.*', '*2.*', '*3.*'])
  expect(back.match(/Goes out/g)).toHaveLength(3)
  expect((await postsOf(team.current, 'queued')).map(({ sendAt }) => sendAt)).toEqual(series.map(({ sendAt }) => sendAt))
})

test('"Unschedule all" leaves alone what is out, and then is no longer offered', async () => {
  const { milo } = team.current
  const series = await aSeries(team.current, 2)
  await publish(team.current, series[0]!)
  await milo.command(`/pin show ${series[1]?.id}`)
  await milo.click('View series')
  await milo.click('Unschedule all')
  expect(textOn((await milo.screen()).modal)).toContain('Unscheduled 1 pin of the series.')
  expect((await now(team.current, series[0]!)).status).toBe('sent')
})

test('"Delete all" deletes the series, and Undo brings it back', async () => {
  const { milo } = team.current
  const series = await aSeries(team.current, 3, { title: 'On three boards' })
  await milo.command(`/pin show ${series[0]?.id}`)
  await milo.click('View series')
  expect(markupOf((await milo.click('Delete all')).modal?.blocks)).toContain('Deleted 3 pins of the series.')
  expect(await postsOf(team.current, 'queued')).toEqual([])
  expect(markupOf((await milo.click('Undo')).modal?.blocks)).toContain('Restored all 3.')
  expect(await postsOf(team.current, 'queued')).toHaveLength(3)
  expect(markupOf(lastMessage(await milo.command(`/pin show ${series[1]?.id}`)).blocks)).toContain('board 2 of 3')
})

test.each(['Delete all', 'Unschedule all'])(
  '"%s" does nothing where a pin of the series was changed since it was shown, and shows it as it is',
  async (button) => {
    const { milo, deps, actor, accountId } = team.current
    const series = await aSeries(team.current, 3)
    await milo.command(`/pin show ${series[0]?.id}`)
    await milo.click('View series')
    await editPost(deps, actor, { accountId, postId: series[1]!.id, changes: { title: 'Other words' } })
    const shown = markupOf((await milo.click(button)).modal?.blocks)
    expect(shown).toContain('changed since you saw them. Nothing was done')
    expect(shown).toContain('Other words')
    expect(await postsOf(team.current, 'queued')).toHaveLength(3)
    await milo.click(button)
    expect(await postsOf(team.current, 'queued')).toEqual([])
  },
)

test('"Delete all" of a series that is gone says so', async () => {
  const { milo, organizationId } = team.current
  const series = await aSeries(team.current, 2)
  await milo.command(`/pin show ${series[0]?.id}`)
  await milo.click('View series')
  await db.sql`delete from posts where organization_id = ${organizationId}`
  expect(markupOf((await milo.click('Delete all')).modal?.blocks)).toContain('This series was deleted.')
})

test('the "Details" of a series are those of its pin', async () => {
  const { milo } = team.current
  const series = await aSeries(team.current, 2)
  await milo.command(`/pin show ${series[0]?.id}`)
  await milo.click('View series')
  expect(markupOf((await milo.click('Details', { within: '*2.* Garden' })).modal?.blocks)).toContain(`Pin ${series[1]?.id}`)
})

test('Undo of a new series takes all its pins away', async () => {
  const { milo } = team.current
  const credits = await creditsOf(team.current)
  await milo.command('/pin')
  await milo.fill({
    'Image link': PICTURE,
    Title: 'On two boards',
    Description: 'x',
    'Destination link': 'https://example.com/a',
    Board: 'Garden',
    'Also on': ['Kitchen ideas'],
    Times: 'Exact time',
    When: 'Exact time',
    Time: '2026-03-05T08:30:00Z',
  })
  const made = lastMessage(await milo.submit())
  expect(markupOf(made.blocks).match(/\*\d\.\* {2}\S+/g)).toEqual(['*1.*  Garden', '*2.*  Kitchen'])
  expect(lastMessage(await milo.click('Undo')).text).toBe('Undone. All pins of the series were deleted. On two boards')
  expect(await postsOf(team.current, 'queued')).toEqual([])
  expect(await creditsOf(team.current)).toBe(credits)
})
