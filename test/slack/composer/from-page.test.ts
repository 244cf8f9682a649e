/** One pin of a link: what is left empty in the form is the page's, what was typed wins, and a guess says that it is one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aPage } from '../../core/generations/support/page.js'
import { aFolderWeb, put } from '../../core/preflight/support/web-world.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, errorsOf, markupOf, textOn, valuesOf } from '../support/a-team.js'
import { postsOf, widthsOf } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-web-'))
afterAll(() => rmSync(folder, { recursive: true }))
put(folder, 'pages.example.com/shelves.html', aPage())
const team = aTeam(db, { parts: { web: aFolderWeb(folder) } })
const PAGE = 'https://pages.example.com/shelves.html'
const TITLE = 'Open shelves for a small kitchen'
const week = async () => {
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
}

test('a link alone makes a pin: picture, title, description and board come from its page, and the form shows them before', async () => {
  const { milo } = team.current
  await week()
  await milo.command('/pin')
  const read = await milo.fill({ 'Destination link': 'pages.example.com/shelves.html' })
  expect(markupOf(read.modal?.blocks)).toContain(`*From the page*\n${TITLE}`)
  expect(textOn(read.modal?.blocks)).toContain('Our guess by the words.')
  expect(valuesOf(read)).toMatchObject({ Title: null, 'Board?': 'Kitchen ideas' })
  expect((await milo.submit()).modal).toBeNull()
  const [post] = await postsOf(team.current, 'queued')
  expect(post).toMatchObject({ title: TITLE, url: PAGE, boardId: '101' })
  expect(post?.description).toMatch(/^Open shelves keep plates/)
  expect(post?.media).toHaveLength(1)
})

test('what was typed or chosen wins over the page, the board as well', async () => {
  const { milo } = team.current
  await week()
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('mine.jpg'))
  await milo.fill({ Title: 'Mine', Description: 'Also mine.', Board: 'Garden' })
  const read = await milo.fill({ 'Destination link': PAGE })
  expect(markupOf(read.modal?.blocks)).toContain('Your image is used.')
  expect(valuesOf(read)).toMatchObject({ Title: 'Mine', Board: 'Garden' })
  expect((await milo.submit()).modal).toBeNull()
  const [post] = await postsOf(team.current, 'queued')
  expect(post).toMatchObject({ title: 'Mine', description: 'Also mine.', boardId: '102' })
  expect(widthsOf(post)).toEqual([400])
})

test('the page of a link that the form began with is read at once; a board that is chosen then stays', async () => {
  const { milo } = team.current
  await week()
  await milo.command(`/pin new ${PAGE}`)
  await milo.fill({ 'Board?': 'Garden' })
  await milo.submit()
  expect(await postsOf(team.current, 'queued')).toMatchObject([{ title: TITLE, boardId: '102' }])
})

test('a link whose page cannot be read leaves the form as it was typed and says what is missing', async () => {
  const { milo } = team.current
  await week()
  await milo.command('/pin')
  await milo.fill({ 'Destination link': 'https://pages.example.com/gone.html', Board: 'Garden' })
  const refused = await milo.submit()
  expect(errorsOf(refused)).toMatchObject({
    'Image or video': 'Add an image or video.',
    Title: 'Add a title to schedule this pin.',
  })
  expect(valuesOf(refused)).toMatchObject({ 'Destination link': 'https://pages.example.com/gone.html', Board: 'Garden' })
})

test('a title stands for a description that is nowhere, but not in a draft', async () => {
  const { milo } = team.current
  await week()
  for (const change of [{}, { When: 'Save as draft' }]) {
    await milo.command('/pin')
    await milo.upload('Image or video', await aPicture('mine.jpg'))
    await milo.fill({ Title: 'Mine', 'Destination link': 'https://example.com/a', Board: 'Garden', ...change })
    expect((await milo.submit()).modal).toBeNull()
  }
  expect(await postsOf(team.current, 'queued')).toMatchObject([{ description: 'Mine' }])
  expect(await postsOf(team.current, 'draft')).toMatchObject([{ description: null }])
})

test('without an open slot the form says that it saves a draft, and leads to posting times', async () => {
  const { milo } = team.current
  const opened = await milo.command('/pin')
  expect(opened.modal?.buttons).toEqual(expect.arrayContaining(['Save draft', 'Add posting times']))
  expect(markupOf(opened.modal?.blocks)).toContain('No open slots, so this is saved as a draft.')
  expect((await milo.click('Add posting times')).modal?.title).toBe('Weekly slots')
})

test('a pin without a link gets the account’s default link, which the form names', async () => {
  const { milo, accountId, organizationId } = team.current
  await db.sql`
    update accounts set default_link = 'https://shop.example.com/'
     where organization_id = ${organizationId} and id = ${accountId}`
  await week()
  const { modal } = await milo.command('/pin')
  expect(JSON.stringify(modal?.blocks)).toContain('Left empty: https://shop.example.com/')
  await milo.upload('Image or video', await aPicture('mine.jpg'))
  await milo.fill({ Title: 'Mine', Board: 'Garden' })
  expect((await milo.submit()).modal).toBeNull()
  expect(await postsOf(team.current, 'queued')).toMatchObject([{ title: 'Mine', url: 'https://shop.example.com/' }])
})
