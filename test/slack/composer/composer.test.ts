import { expect, test } from 'vitest'
import { listPosts } from '../../../src/core/posts/list.js'
import { inline } from '../../../blocks/kit/kit.js'
import { labelsOf } from '../support/composer-fixtures.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, PICTURE, type Team, markupOf, valuesOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const COPY = {
  'Image link': PICTURE,
  Title: 'Shelf above the sink',
  Description: 'Open shelves.',
  'Destination link': 'https://example.com/shelf',
}

const postsOf = async ({ deps, actor, accountId }: Team, status: 'draft' | 'queued') =>
  (await listPosts(deps, actor, { accountId, status, limit: 50, cursor: null, startDate: null, endDate: null })).posts

test('/pin opens the composer, and a draft needs a picture alone', async () => {
  const { milo } = team.current
  const opened = await milo.command('/pin')
  expect(opened.modal?.title).toBe('New pin')
  expect(labelsOf(opened)).toEqual(['Image or video', 'Destination link', 'Title', 'Description', 'Board', 'When'])
  expect(opened.modal?.buttons).toEqual(['Add posting times', 'More', 'Preview', 'Save draft', 'Cancel'])
  await milo.fill({ 'Image link': PICTURE })
  const saved = await milo.submit()
  expect(saved.modal).toBeNull()
  expect(lastMessage(saved)).toMatchObject({ ephemeral: true })
  expect(textOn(lastMessage(saved).blocks)).toContain('Draft saved')
  expect(await postsOf(team.current, 'draft')).toHaveLength(1)
})

test('a pin for the next open slot: the form says which one, the card shows board and time', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '09:00', timezone: 'America/New_York' })
  const opened = await milo.command('/pin')
  expect(textOn(opened.modal?.blocks)).toContain('Tue')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', Section: 'Shelves', When: 'Next open slot' })
  const saved = await milo.submit()
  expect(errorsOf(saved)).toEqual({})
  const [post] = await postsOf(team.current, 'queued')
  expect(post).toMatchObject({
    title: 'Shelf above the sink',
    boardId: '101',
    boardSectionId: '1011',
    sendAt: new Date('2026-03-03T14:00:00Z'),
  })
  const card = textOn(lastMessage(saved).blocks)
  expect(card).toContain('Kitchen ideas')
  expect(card).toContain('Scheduled for Tue, Mar 3, 3:00 PM.')
  expect(card).not.toContain('Goes out') // its time is said once
  expect(card).toContain('https://pinslot.test/media/')
})

test('a pin at a set time goes out at that time', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', When: 'Exact time', Time: '2026-03-05T08:30:00Z' })
  expect(errorsOf(await milo.submit())).toEqual({})
  const [post] = await postsOf(team.current, 'queued')
  expect(post?.sendAt).toEqual(new Date('2026-03-05T08:30:00Z'))
})

test('what breaks a rule is told under its field, and nothing typed is lost', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  const fields = { ...COPY, Title: 'x'.repeat(101), 'Alt text': 'A shelf' }
  await milo.fill({ ...fields, Board: 'Garden', When: 'Exact time', Time: '2026-03-05T08:30:00Z' })
  const refused = await milo.submit()
  expect(errorsOf(refused)).toEqual({ Title: 'Title is 1 character too long: at most 100.' })
  expect(valuesOf(refused)).toMatchObject({ ...fields, Board: 'Garden', When: 'Exact time' })
  await milo.fill({ Title: 'Short' })
  expect((await milo.submit()).modal).toBeNull()
  expect(await postsOf(team.current, 'queued')).toHaveLength(1)
})

test.each([
  ['a title is missing', { Title: null }, { Title: 'Add a title to schedule this pin.' }],
  ['the board is missing', { Board: null }, { Board: 'Please complete this required field.' }],
  ['the time is missing', { Time: null }, { Time: 'Please complete this required field.' }],
  ['the time is past', { Time: '2026-03-01T08:30:00Z' }, { Time: 'Time must be in the future.' }],
  [
    'there is no open slot',
    { When: 'Next open slot' },
    { When: 'No open slots. Choose an exact time, or add slots with /pin slots.' },
  ],
])('scheduling when %s', async (_case, change, errors) => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', When: 'Exact time', Time: '2026-03-05T08:30:00Z' })
  await milo.fill(change)
  expect(errorsOf(await milo.submit())).toEqual(errors)
  expect(await postsOf(team.current, 'queued')).toEqual([])
})

test('a link that leads to no picture is told under it', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ 'Image link': 'https://pictures.test/words.txt' })
  expect(Object.keys(errorsOf(await milo.submit()))).toEqual(['Image link'])
})

test('/pin new fills the link in, and the picture where the link names one', async () => {
  const { milo } = team.current
  const page = await milo.command('/pin new https://example.com/shelf?a=1&b=2')
  expect(valuesOf(page)).toMatchObject({ 'Destination link': 'https://example.com/shelf?a=1&b=2' })
  expect(labelsOf(page)).not.toContain('Image link')
  await milo.close()
  const picture = await milo.command('/pin new https://example.com/shelf.jpg')
  expect(valuesOf(picture)).toMatchObject({
    'Image link': 'https://example.com/shelf.jpg',
    'Destination link': null, // nobody wants to lead people to a bare picture
  })
})

test.each([
  ['Oak shelf', { Title: 'Oak shelf', 'Destination link': null }],
  ['Oak shelf https://example.com/oak', { Title: 'Oak shelf', 'Destination link': 'https://example.com/oak' }],
  ['https://example.com/oak', { Title: null, 'Destination link': 'https://example.com/oak' }],
])('/pin new %s fills in what was typed', async (words, values) => {
  expect(valuesOf(await team.current.milo.command(`/pin new ${words}`))).toMatchObject(values)
})

test('choosing a board keeps what was typed; a section of another board goes', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas' })
  const chosen = await milo.fill({ Section: 'Lamps' })
  expect(valuesOf(chosen)).toMatchObject({ ...COPY, Board: 'Kitchen ideas', Section: 'Lamps' })
  expect(textOn(chosen.modal?.blocks)).toContain('This board has 2 sections.')
  const other = await milo.fill({ Board: 'Garden' })
  expect(valuesOf(other)).toMatchObject({ ...COPY, Board: 'Garden' })
  expect(labelsOf(other)).not.toContain('Section') // it has none
})

test('the shortcut opens the composer, and the card comes as a direct message', async () => {
  const { milo } = team.current
  expect((await milo.shortcut('New pin')).modal?.title).toBe('New pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'By shortcut' })
  await milo.submit()
  const messages = await milo.open('dm')
  expect(lastMessage(messages).text).toContain('By shortcut')
})

test('"New pin" takes link and words from the message', async () => {
  const { milo, ada } = team.current
  await ada.say('Look at these shelves & lamps https://example.com/shelf')
  await milo.open('general')
  const opened = await milo.shortcut('New pin', 'Look at these')
  expect(valuesOf(opened)).toMatchObject({
    'Destination link': 'https://example.com/shelf',
    Description: 'Look at these shelves & lamps',
  })
})

test('a title that calls everybody calls nobody', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: '<!channel> *now*' })
  const saved = await milo.submit()
  const { text, blocks } = lastMessage(saved)
  expect(text).toContain('&lt;!channel&gt;')
  expect(markupOf(blocks)).toContain(inline('<!channel> *now*'))
  expect([text, markupOf(blocks)].join()).not.toContain('<!channel>')
})
