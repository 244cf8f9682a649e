/** The ways from Home to everything else: none of them is dead. */
import { expect, test } from 'vitest'
import { moreMenu } from '../../../blocks/home/view.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost } from '../../support/factories.js'
import { aTeam, markupOf } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

test.each([
  ['Find pins', 'Find pins'],
  ['Published', 'Pins'],
  ['Failed', 'Pins'],
  ['Drafts', 'Pins'],
  ['Slots', 'Weekly slots'],
  ['Evergreen', 'Evergreen'],
  ['Boards', 'Boards'],
  ['Feeds', 'Feeds'],
  ['Ideas', 'Find ideas'],
  ['Trends', 'Pinslot'],
  ['Top pins', 'Pinslot'],
  ['Digest', 'Pinslot'],
  ['Settings', 'Settings'],
  ['Help', 'Pinslot'],
])('“%s” in the menu of Home opens the form “%s”, and the menu is empty again', async (label, title) => {
  const { ada } = team.current
  await ada.openHome()
  const { modal, messages } = await ada.choose('More', label)
  expect(modal?.title).toBe(title)
  expect(messages).toEqual([])
  await ada.close()
  expect((await ada.choose('More', label)).modal?.title).toBe(title)
})

test('each choice of the menu is one that is tried here', () => {
  const options = (moreMenu().option_groups ?? []).flatMap((group) => group.options.map(({ text }) => text.text))
  expect(options).toHaveLength(14)
})

test('a press in a list that the menu opened is answered in the list, with its Undo', async () => {
  const { ada } = team.current
  await aDraft(team.current, { title: 'Goes away' })
  await ada.openHome()
  await ada.choose('More', 'Drafts')
  const { modal } = await ada.click('Delete', { within: 'Goes away' })
  expect(modal?.title).toBe('Pins')
  expect(markupOf(modal?.blocks)).toContain('No drafts.')
  await ada.click('Undo')
  expect(await db.sql`select 1 from posts where title = 'Goes away'`).toHaveLength(1)
})

test('the help that the menu opened does what its buttons say, over itself', async () => {
  const { ada } = team.current
  await aQueuedPost(team.current, { title: 'Next one' })
  await ada.openHome()
  await ada.choose('More', 'Help')
  const { modal } = await ada.click('Queue')
  expect(modal?.title).toBe('Queue')
  expect(markupOf(modal?.blocks)).toContain('Next one')
  await ada.close()
  expect((await ada.click('Everything else')).modal?.buttons).toContain('Slots')
  expect((await ada.click('Slots')).modal?.title).toBe('Weekly slots')
})

test('roles are reached by the settings', async () => {
  const { ada } = team.current
  await ada.openHome()
  await ada.choose('More', 'Settings')
  expect((await ada.click('Roles')).modal?.title).toBe('Roles')
})
