/** The ways from Home to everything else: none of them is dead. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aTeam } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

test.each([
  ['New pin', 'New pin'],
  ['Find', 'Find pins'],
  ['Slots', 'Weekly slots'],
  ['Evergreen', 'Evergreen'],
  ['Boards', 'Boards'],
  ['Settings', 'Settings'],
  ['Roles', 'Roles'],
  ['Report', 'Report a problem'],
  ['Request', 'Request a feature'],
])('“%s” on Home opens the form “%s”', async (label, title) => {
  const { ada } = team.current
  await ada.openHome()
  const { modal } = await ada.click(label)
  expect(modal?.title).toBe(title)
})

test('the form of roles that Home opened gives a role', async () => {
  const { ada } = team.current
  await ada.openHome()
  await ada.click('Roles')
  await ada.click('Add or change a person')
  await ada.fill({ Person: 'milo', Role: 'Viewer' })
  const { modal } = await ada.submit()
  expect(modal?.title).toBe('Roles')
  expect(JSON.stringify(modal?.blocks)).toContain('> is now a viewer.')
})
