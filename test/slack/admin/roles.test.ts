/** Who may do what: given in Slack, to people and user groups, and counting at once. */
import { expect, test } from 'vitest'
import { assignRole, readRoles, setDefaultRole, setGroupRole } from '../../../src/core/accounts/people/assign-roles.js'
import type { Role } from '../../../src/core/lib/actor.js'
import { groups, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, errorsOf, markupOf, textOn, waitAsProduct } from '../support/a-team.js'

const { db } = await aDatabase()
/** Time runs for Slack and the app alike. */
let later = 0
const team = aTeam(db, { parts: { wallClock: () => new Date(Date.now() + later) } })
const tenMinutes = () => void (later += 10 * 60_000 + 1000)

const milosRole = async () =>
  markupOf((await team.current.milo.command('/pin settings')).modal?.blocks).match(/Your role: (\w+)/)?.[1]
const roles = () => readRoles(team.current.deps, team.current.actor)
const give = (role: Role | null, userId: string = users.member) =>
  assignRole(team.current.deps, team.current.actor, { teamId, userId, role })
const map = (role: Role | null) =>
  setGroupRole(team.current.deps, team.current.actor, { teamId, groupId: groups.pinTeam.id, handle: groups.pinTeam.handle, role })

test('everybody sees their own role, and only admins what others may do', async () => {
  const { ada, milo } = team.current
  const seen = await milo.command('/pin settings')
  expect(markupOf(seen.modal?.blocks)).toContain('*Roles*\nYour role: Scheduler')
  expect(seen.modal?.buttons).not.toContain('Edit')
  expect((await ada.command('/pin settings')).modal?.buttons).toContain('Edit')
})

test('a change of role counts at the next thing a person does', async () => {
  expect(await milosRole()).toBe('Scheduler')
  await give('viewer')
  expect(await milosRole()).toBe('Viewer')
  await give('admin')
  expect(await milosRole()).toBe('Admin')
  await give(null)
  expect(await milosRole()).toBe('Scheduler')
  await setDefaultRole(team.current.deps, team.current.actor, { role: 'contributor' })
  expect(await milosRole()).toBe('Contributor')
})

test('an admin of Slack stays one, whatever they were given', async () => {
  await give('viewer', users.admin)
  expect((await team.current.ada.command('/pin settings')).modal?.buttons).toContain('Edit')
})

test('a user group gives its people its role; who is in it is asked every ten minutes', async () => {
  const { slack } = team.current
  await map('viewer')
  expect(await milosRole()).toBe('Scheduler') // not in it
  await slack.setGroup(groups.pinTeam.handle, ['member'])
  expect(await milosRole()).toBe('Scheduler') // kept
  tenMinutes()
  expect(await milosRole()).toBe('Viewer')
  await map('contributor') // of a group that is kept, its role counts at once
  expect(await milosRole()).toBe('Contributor')
  await give('scheduler')
  expect(await milosRole()).toBe('Scheduler') // a role of one's own goes before
})

test('groups are asked for only where they decide', async () => {
  const { slack, ada } = team.current
  slack.addFault({ method: 'usergroups.users.list', error: 'fatal_error', times: 1, retryAfterSeconds: 1 })
  expect(await milosRole()).toBe('Scheduler') // nothing is mapped
  await map('viewer')
  await ada.command('/pin settings') // an admin of Slack
  await give('scheduler')
  expect(await milosRole()).toBe('Scheduler')
  expect(slack.workspace.faults.take('usergroups.users.list')).toBeDefined() // nobody requested it
})

test.each([
  ['ratelimited', 'fatal_error'],
  ['missing_scope', 'missing_scope'],
])('a Slack that answers %s: yesterday’s answer counts, and without one the lesser role', async (_name, error) => {
  const { slack } = team.current
  await map('viewer')
  slack.addFault({ method: 'usergroups.users.list', error, times: 1, retryAfterSeconds: 1 })
  expect(await milosRole()).toBe('Viewer') // he may be in it
  expect(await milosRole()).toBe('Scheduler') // he is not
  await slack.setGroup(groups.pinTeam.handle, ['member'])
  tenMinutes()
  expect(await milosRole()).toBe('Viewer')
  tenMinutes()
  slack.addFault({ method: 'usergroups.users.list', error, times: 1, retryAfterSeconds: 1 })
  await slack.setGroup(groups.pinTeam.handle, [])
  expect(await milosRole()).toBe('Viewer') // yesterday's
  expect(await milosRole()).toBe('Scheduler')
})

test('a group that is gone from Slack gives nothing', async () => {
  await setGroupRole(team.current.deps, team.current.actor, { teamId, groupId: 'S0GONE', handle: 'gone', role: 'admin' })
  expect(await milosRole()).toBe('Scheduler')
})

test('an admin gives a person a role, a group another, and everybody else a third', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  const list = await ada.click('Edit: roles')
  expect(list.modal?.title).toBe('Roles')
  expect(textOn(list.modal?.blocks)).toContain('No individual roles yet.')
  await ada.click('Add or change a person')
  await ada.fill({ Person: 'Milo Member', Role: 'Viewer' })
  const person = await ada.submit()
  expect(markupOf(person.modal?.blocks)).toContain(`<@${users.member}>\nViewer`)
  await ada.click('Add or change a group')
  await ada.fill({ 'User group': '@pin-team', Role: 'Contributor' })
  const group = await ada.submit()
  expect(markupOf(group.modal?.blocks)).toContain('*@pin-team*\nContributor')
  await ada.click('Edit', { within: 'Everyone else' })
  await ada.fill({ Role: 'Contributor' })
  expect(textOn((await ada.submit()).modal?.blocks)).toContain('Everyone else is now a contributor.')
  expect(await roles()).toEqual({
    defaultRole: 'contributor',
    people: [{ teamId, userId: users.member, role: 'viewer' }],
    groups: [{ teamId, groupId: groups.pinTeam.id, handle: groups.pinTeam.handle, role: 'contributor' }],
  })
  await ada.click('Remove', { within: users.member })
  const last = await ada.click('Remove', { within: 'pin-team' })
  expect(textOn(last.modal?.blocks)).toContain('No individual roles yet.')
})

test('a workspace that lets the app read no groups is told so before anything is chosen', async () => {
  const { ada } = team.current
  const scopes = (given: string) => db.sql`update slack_installations set scopes = ${given} where team_id = ${teamId}`
  await scopes('chat:write,commands,users:read')
  await ada.command('/pin settings')
  await ada.click('Edit: roles')
  const told = await ada.click('Add or change a group')
  expect(textOn(told.modal?.blocks)).toContain('Give roles to people, or add Pinslot again at https://pinslot.test/slack/install')
  await scopes('chat:write,commands,usergroups:read,users:read')
  await ada.click('Close')
  expect((await ada.click('Add or change a group')).modal?.title).toBe('Role for a user group')
})

test('while Slack does not name its groups the search finds none, in time, and the log says why', async () => {
  const { ada, slack, logged } = team.current
  await ada.command('/pin settings')
  await ada.click('Edit: roles')
  await ada.click('Add or change a group')
  waitAsProduct(team.current)
  slack.addFault({ method: 'usergroups.list', error: 'hang', times: 9, retryAfterSeconds: 1 })
  await expect(ada.fill({ 'User group': '@pin-team' })).rejects.toThrow('It offers: nothing.')
  expect(logged.some(({ message }) => message === 'slack call failed')).toBe(true)
})

test('“Use group role” takes a role back, and nobody takes their own admin role', async () => {
  const { ada } = team.current
  await give('viewer')
  await give('admin', users.admin)
  await ada.command('/pin settings')
  await ada.click('Edit: roles')
  await ada.click('Add or change a person')
  await ada.fill({ Person: 'milo', Role: 'Use group role' })
  await ada.submit()
  await ada.click('Add or change a person')
  await ada.fill({ Person: 'ada', Role: 'Viewer' })
  expect(errorsOf(await ada.submit())['Role']).toContain('you cannot remove your own admin role')
  expect((await roles()).people).toEqual([{ teamId, userId: users.admin, role: 'admin' }])
})

test('who is no admin any more is refused in the list that is still open, and nothing changes', async () => {
  const { milo } = team.current
  await give('admin')
  await milo.command('/pin settings')
  await milo.click('Edit: roles')
  await milo.click('Add or change a person')
  await milo.fill({ Person: 'milo', Role: 'Admin' })
  await give('viewer')
  expect(textOn(errorsOf(await milo.submit()))).toContain('Only admins can do this.')
  expect((await roles()).people).toEqual([{ teamId, userId: users.member, role: 'viewer' }])
})

test('a viewer may look, and is refused where they would change something', async () => {
  const { milo } = team.current
  await give('viewer')
  expect((await milo.command('/pin queue')).messages).not.toEqual([])
  await give('viewer')
  await milo.command('/pin settings')
  expect(await milo.click('Edit: roles').catch((error: Error) => error.message)).toContain('Edit: roles')
})
