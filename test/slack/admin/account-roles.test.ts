/** Roles on one account: an agency's people see and change their own clients, and nothing of the others. */
import { beforeEach, expect, test } from 'vitest'
import { listAccountRoles, setAccountRole } from '../../../src/core/accounts/people/account-roles.js'
import { setDefaultRole } from '../../../src/core/accounts/people/assign-roles.js'
import type { Access } from '../../../src/core/lib/actor.js'
import { groups, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { anotherAccount, aQueuedPost } from '../../support/factories.js'
import type { World } from '../../support/world.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
let studio: World
beforeEach(async () => {
  studio = await anotherAccount(team.current)
})

const give = (accountId: string, role: Access | null) =>
  setAccountRole(team.current.deps, team.current.actor, { accountId, teamId, holder: users.member, handle: null, role })
const everyoneElse = (role: Access) => setDefaultRole(team.current.deps, team.current.actor, { role })

test('an admin gives a person a role on one account, sees it in the list, and takes it away', async () => {
  const { ada, deps, actor } = team.current
  await ada.command('/pin settings')
  await ada.click('Edit: roles')
  await ada.click('Add or change a person')
  await ada.fill({ Person: 'milo', Where: 'studio', Role: 'Viewer' })
  const list = await ada.submit()
  expect(textOn(list.modal?.blocks)).toContain('> is now a viewer on studio.')
  expect(markupOf(list.modal?.blocks)).toContain(`<@${users.member}> on studio\nViewer: can see everything, change nothing`)
  expect(await listAccountRoles(deps, actor)).toEqual([
    { accountId: studio.accountId, teamId, holder: users.member, handle: null, role: 'viewer' },
  ])
  await ada.click(`Remove: ${users.member} on studio`)
  expect(await listAccountRoles(deps, actor)).toEqual([])
})

test('on an account where they are a viewer a scheduler makes no pin, and does on the others', async () => {
  const { milo } = team.current
  await give(studio.accountId, 'viewer')
  expect((await milo.command('/pin new @studio')).modal?.title).not.toBe('New pin')
  expect((await milo.command('/pin new @maker')).modal?.title).toBe('New pin')
})

test('an account to which they have no access is nowhere: not in a select, not by its name, not by a pin’s number', async () => {
  const { milo } = team.current
  const { id } = await aQueuedPost(studio, { title: 'A secret of the studio', boardId: '201' })
  await give(studio.accountId, 'none')
  for (const line of [
    '/pin queue',
    '/pin queue all',
    '/pin queue @studio',
    `/pin show ${id}`,
    '/pin find secret',
    '/pin settings',
    '/pin digest all',
  ])
    expect(textOn(await milo.command(line)), line).not.toContain('A secret of the studio')
  expect(textOn(await milo.command('/pin settings'))).not.toContain('"studio"')
  expect(textOn((await milo.openHome()).home)).not.toContain('studio')
})

test('with no access for everyone else, people see the accounts on which they have a role, and are told when there is none', async () => {
  const { milo } = team.current
  await everyoneElse('none')
  expect(lastMessage(await milo.command('/pin queue')).text).toContain('You don’t have access to an account yet.')
  expect(textOn((await milo.openHome()).home)).toContain('You don’t have access to an account yet.')
  await give(studio.accountId, 'contributor')
  const home = textOn((await milo.openHome()).home)
  expect(home).toContain('studio')
  expect(home).not.toContain('maker')
})

test('an admin of one account pauses it, and changes neither roles nor the other account', async () => {
  const { milo } = team.current
  await give(studio.accountId, 'admin')
  const settings = await milo.command('/pin settings @studio')
  expect(settings.modal?.buttons).toContain('Pause')
  expect(textOn(settings.modal?.blocks)).not.toContain('Edit: roles')
  expect((await milo.command('/pin settings @maker')).modal?.buttons).not.toContain('Pause')
})

test('a user group has a role on one account for as long as somebody is in it', async () => {
  const { ada, milo, slack } = team.current
  await slack.setGroup(groups.pinTeam.handle, ['member'])
  await everyoneElse('none')
  await ada.command('/pin settings')
  await ada.click('Edit: roles')
  await ada.click('Add or change a group')
  await ada.fill({ 'User group': groups.pinTeam.handle, Where: 'studio', Role: 'Scheduler' })
  expect(textOn((await ada.submit()).modal?.blocks)).toContain('is now a scheduler on studio')
  const home = textOn((await milo.openHome()).home)
  expect(home).toContain('studio')
  expect(home).not.toContain('maker')
})
