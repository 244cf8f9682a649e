/** Deleting from the settings: by admins who type the name, and nobody gets in any more. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aTeam, errorsOf, lastMessage, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
const deletions = () => db.sql`
  select name, account is null as "isWhole"
    from deletions
   where organization = ${team.current.organizationId}`

test('an admin deletes an account once its name is typed; another name is refused under its field', async () => {
  const { ada, organizationId } = team.current
  await ada.command('/pin settings')
  await ada.click('Advanced')
  await ada.click('Delete account…')
  await ada.fill({ Name: 'somebody' })
  expect(errorsOf(await ada.submit())['Name']).toBe('Name does not match: type “maker”.')
  await ada.fill({ Name: 'maker' })
  expect(textOn((await ada.submit()).modal?.blocks)).toContain('Deleted maker.')
  expect(await deletions()).toEqual([{ name: 'maker', isWhole: false }])
  expect(await db.sql`select 1 from connections where organization_id = ${organizationId}`).toEqual([])
  expect(lastMessage(await ada.command('/pin queue')).text).toContain('No account is connected yet.')
})

test('an admin deletes everything by the name of the team, and then nobody gets in', async () => {
  const { ada, milo } = team.current
  await ada.command('/pin settings')
  await ada.click('Advanced')
  await ada.click('Delete everything…')
  await ada.fill({ Name: 'Test' })
  expect(textOn((await ada.submit()).modal?.blocks)).toContain('Deleted Test.')
  expect(await deletions()).toEqual([{ name: 'Test', isWhole: true }])
  expect(lastMessage(await milo.command('/pin queue')).text).toContain('isn’t set up for this workspace')
})

test('everything can be deleted while an account of the team is being deleted', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click('Advanced')
  await ada.click('Delete account…')
  await ada.fill({ Name: 'maker' })
  await ada.submit()
  await ada.close()
  await ada.click('Delete everything…')
  await ada.fill({ Name: 'Test' })
  expect(textOn((await ada.submit()).modal?.blocks)).toContain('Deleted Test.')
  expect(await deletions()).toHaveLength(2)
})

test('others are not offered it', async () => {
  const { modal } = await team.current.milo.command('/pin settings')
  expect(modal?.buttons.filter((words) => words.startsWith('Delete'))).toEqual([])
})
