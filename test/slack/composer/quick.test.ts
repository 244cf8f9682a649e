/** One pin into the next slot: what is asked, what the button says, and all that is forgotten at once. */
import { expect, test } from 'vitest'
import { putSpacingRule } from '../../../src/core/slots/spacing-rules.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot, inDays } from '../../support/factories.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, errorsOf, lastMessage, markupOf, textOn, valuesOf } from '../support/a-team.js'
import { labelsOf, postsOf, WORDS } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const team = aTeam(db)
const REQUIRED = 'Please complete this required field.'

const onTuesdays = () => aTimeslot(team.current, { day: 2, time: '09:00', timezone: 'America/New_York' })
const greenButton = (screen: { modal: { buttons: string[] } | null }) =>
  screen.modal?.buttons.find((words) => !['Preview', 'More', 'Cancel'].includes(words))

test('the form begins with the next open slot, and the button says when that is', async () => {
  const { milo } = team.current
  await onTuesdays()
  const opened = await milo.command('/pin')
  expect(valuesOf(opened)['When']).toBe('Next open slot')
  expect(greenButton(opened)).toBe('Schedule for Tue 3:00 PM')
  expect(greenButton(await milo.fill({ When: 'Save as draft' }))).toBe('Save draft')
  expect(greenButton(await milo.fill({ When: 'Exact time' }))).toBe('Schedule pin')
  expect(greenButton(await milo.fill({ Time: '2026-03-23T18:15:00Z' }))).toBe('Schedule Mar 23 7:15 PM')
  expect(greenButton(await milo.fill({ Time: '2028-03-23T18:15:00Z' }))).toBe('Schedule Mar 23, 2028')
})

test('time and section are asked for where they apply alone', async () => {
  const { milo } = team.current
  expect(labelsOf(await milo.command('/pin'))).not.toEqual(expect.arrayContaining(['Time']))
  expect(labelsOf(await milo.fill({ When: 'Exact time' }))).toEqual(expect.arrayContaining(['Time']))
  expect(labelsOf(await milo.fill({ When: 'Next open slot' }))).not.toEqual(expect.arrayContaining(['Time']))
  await milo.click('More')
  expect(labelsOf(await milo.fill({ Board: 'Garden' }))).not.toEqual(expect.arrayContaining(['Section']))
  expect(labelsOf(await milo.fill({ Board: 'Kitchen ideas' }))).toEqual(expect.arrayContaining(['Section']))
})

test('a form that was sent empty names all that is missing at once', async () => {
  const { milo } = team.current
  await onTuesdays()
  await milo.command('/pin')
  expect(errorsOf(await milo.submit())).toEqual({
    'Destination link': REQUIRED,
    Board: REQUIRED,
  })
  await milo.fill({ 'Destination link': 'https://example.com/a', Board: 'Garden' })
  expect(errorsOf(await milo.submit())).toEqual({
    'Image or video': 'Add an image or video.',
    Title: 'Add a title to schedule this pin.',
    Description: 'Add a description to schedule this pin.',
  })
})

test('what only the rules know is said at once too, each under its field, and before any file is fetched', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  const far = { When: 'Exact time', Time: '2026-03-01T08:30:00Z' }
  await milo.upload('Image or video', await aPicture('shelf.jpg'))
  await milo.fill({ Title: ' ', Description: '\u200b', 'Destination link': 'http://127.0.0.1/x', Board: 'Garden', ...far })
  expect(Object.keys(errorsOf(await milo.submit())).sort()).toEqual(['Description', 'Destination link', 'Time', 'Title'])
})

test('a draft is asked for nothing but its picture', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ When: 'Save as draft' })
  expect(errorsOf(await milo.submit())).toEqual({ 'Image or video': 'Add an image or video.' })
})

test('the next form begins with the board of the last pin, for that person and account', async () => {
  const { milo, ada } = team.current
  await onTuesdays()
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('shelf.jpg'))
  await milo.fill({ ...WORDS, Board: 'Garden' })
  expect(errorsOf(await milo.submit())).toEqual({})
  expect(valuesOf(await milo.command('/pin'))['Board']).toBe('Garden')
  expect(valuesOf(await ada.command('/pin'))['Board']).toBeNull()
  await milo.close()
  await db.sql`delete from boards where organization_id = ${team.current.organizationId} and id = '102'`
  expect(valuesOf(await milo.command('/pin'))['Board']).toBeNull()
})

test('a time that another pin has, and a link within its days, are said before saving and on the card', async () => {
  const { milo, deps, actor, accountId } = team.current
  await putSpacingRule(deps, actor, { accountId, type: 'DEFAULT', url: null, days: 7 })
  const at = inDays(team.current, 2)
  await aQueuedPost(team.current, { at, title: 'Lamp <over> the table', url: WORDS['Destination link'] })
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('shelf.jpg'))
  const filled = await milo.fill({ ...WORDS, Board: 'Garden', When: 'Exact time', Time: at.toISOString() })
  const said = markupOf(filled.modal?.blocks ?? [])
  expect(said).toContain('“Lamp &lt;over&gt; the table” goes out at the same time.')
  expect(said).toContain('Your rule keeps such pins 7 days apart.')
  expect(markupOf((await milo.fill({ When: 'Save as draft' })).modal?.blocks ?? [])).not.toContain('goes out at the same time')
  await milo.fill({ When: 'Exact time', Time: at.toISOString() })
  const saved = await milo.submit()
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
  expect(markupOf(lastMessage(saved).blocks)).toContain('goes out at the same time.')
})

test('the card of a move says it too', async () => {
  const { milo } = team.current
  const at = inDays(team.current, 2)
  await aQueuedPost(team.current, { at, title: 'Lamp' })
  const moved = await aQueuedPost(team.current, { at: inDays(team.current, 4), title: 'Vase', url: 'https://example.com/vase' })
  await milo.command(`/pin show ${moved.id}`)
  await milo.click('Move')
  await milo.fill({ When: 'Exact time', Time: at.toISOString() })
  await milo.submit()
  expect(markupOf((await milo.screen()).messages.flatMap(({ blocks }) => blocks))).toContain('“Lamp” goes out at the same time.')
})

test('a paused and a disconnected account are said in the form', async () => {
  const { milo, organizationId } = team.current
  await onTuesdays()
  await db.sql`update accounts set publishing = 'paused', token_status = 'unauthorized' where organization_id = ${organizationId}`
  const said = textOn((await milo.command('/pin')).modal?.blocks)
  expect(said).toContain('Publishing is paused.')
  expect(said).toContain('This account is disconnected.')
})

test('“More” keeps everything that was typed, and the chosen picture is shown', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('shelf.jpg'))
  await milo.fill({ ...WORDS, Board: 'Garden', When: 'Exact time', Time: '2026-03-05T08:30:00Z' })
  const more = await milo.click('More')
  expect(valuesOf(more)).toMatchObject({ ...WORDS, Board: 'Garden', When: 'Exact time', 'Image or video': ['shelf.jpg'] })
  expect(JSON.stringify(more.modal?.blocks)).toContain('"slack_file"')
})
