/** Admins set the steps of approval in the settings, press by press. */
import { beforeEach, expect, test } from 'vitest'
import type { GivenRule } from '../../../src/core/posts/approval/rules/rule.js'
import { putApprovalRules, readApprovalRules } from '../../../src/core/posts/approval/rules/rules.js'
import { users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, errorsOf, markupOf, textOn, valuesOf } from '../support/a-team.js'
import { asRole, withApprovals } from '../support/approval-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
const PART = 'Edit: approval steps'

beforeEach(async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'admin')
  await team.current.milo.command('/pin')
})

const openAs = async (who: 'ada' | 'milo' = 'ada') => {
  const person = team.current[who]
  await person.command('/pin settings')
  return person.click(PART)
}
const rulesNow = async () => {
  const { deps, actor, accountId } = team.current
  return (await readApprovalRules(deps, actor, { accountId })).rules
}
const put = ({ deps, actor, accountId }: typeof team.current, rules: GivenRule[]) =>
  putApprovalRules(deps, actor, { accountId, rules })
const client = { name: 'Client', reviewers: [{ kind: 'contact' as const, id: 'Rosa' }], rule: 'any' as const }

test('an admin sets two steps, sees them again and in the settings, and empties them', async () => {
  const { ada } = team.current
  await openAs()
  await ada.fill({ 'Step 1: name': 'Brand <x>' })
  await ada.choose('Step 1: people', ['Ada Admin', 'milo'])
  await ada.fill({ 'Step 1: role': 'Admin', 'Step 1: who approves': '2 of them' })
  await ada.fill({ 'Step 3: name': 'Client', 'Step 3: client': 'Rosa' })
  const { modal } = await ada.submit()
  expect(textOn(modal?.blocks)).toContain('Approval steps saved.')
  expect(markupOf(modal?.blocks)).toContain('*Approval steps*\n2 steps: Brand &lt;x&gt;, Client')
  const people = [users.admin, users.member].map((id) => ({ kind: 'person', id }))
  const brand = { name: 'Brand <x>', reviewers: [...people, { kind: 'role', id: 'admin' }], rule: { atLeast: 2 } }
  expect(await rulesNow()).toMatchObject([{ name: 'Every pin', steps: [brand, client], keepsSlot: true }])
  const again = await ada.click(PART)
  expect(valuesOf(again)).toMatchObject({
    'Step 1: name': 'Brand <x>',
    'Step 1: role': 'Admin',
    'Step 1: who approves': '2 of them',
  })
  expect(valuesOf(again)).toMatchObject({ 'Step 2: name': 'Client', 'Step 2: client': 'Rosa', 'Step 2: who approves': 'Anyone' })
  await ada.fill({ 'Step 1: name': '', 'Step 1: people': [], 'Step 1: role': 'None', 'Step 2: name': '', 'Step 2: client': '' })
  const emptied = await ada.submit()
  expect(textOn(emptied.modal?.blocks)).toContain('No steps: any scheduler or admin decides.')
  expect(markupOf(emptied.modal?.blocks)).toContain('*Approval steps*\nNone: any scheduler or admin decides.')
  expect(await rulesNow()).toEqual([])
})

test('a refusal is below its input, also after a step that was left out', async () => {
  const { ada } = team.current
  await openAs()
  await ada.fill({ 'Step 2: name': 'Brand', 'Step 2: people': [users.admin], 'Step 2: who approves': '2 of them' })
  expect(errorsOf(await ada.submit())).toEqual({
    'Step 2: people': expect.stringContaining('The step “Brand” asks for 2, and 1 known person can decide it.') as string,
  })
  await ada.fill({ 'Step 2: name': '', 'Step 2: who approves': 'Anyone' })
  expect(errorsOf(await ada.submit())).toEqual({ 'Step 2: name': 'Name is empty: use 1 to 60 characters.' })
  await ada.fill({ 'Step 2: name': 'Brand', 'Step 2: role': 'Scheduler', 'Step 2: who approves': 'Everyone' })
  expect(errorsOf(await ada.submit())).toEqual({
    'Step 2: who approves': 'Only people and contacts can all decide. For a group or a role, ask any of them, or a number.',
  })
  expect(await rulesNow()).toEqual([])
})

test('saving keeps the rules for some pins, and what else the account’s own rule says', async () => {
  const { ada } = team.current
  const some: GivenRule = { name: 'Every pin', steps: [client], when: { newDomain: true } }
  await put(team.current, [some])
  expect(markupOf((await openAs()).modal?.blocks)).toContain('1 rule of the API adds steps for some pins.')
  await ada.fill({ 'Step 1: name': 'Boss', 'Step 1: role': 'Admin' })
  await ada.submit()
  const boss = { name: 'Boss', reviewers: [{ kind: 'role' as const, id: 'admin' }], rule: 'any' as const }
  expect(await rulesNow()).toMatchObject([{ name: 'Every pin 2', steps: [boss] }, some])
  await put(team.current, [some, { name: 'Own', steps: [boss], dueBeforeSeconds: 60, keepsSlot: false }])
  await openAs()
  await ada.fill({ 'Step 1: name': 'Chief' })
  await ada.submit()
  const chief = { ...boss, name: 'Chief' }
  expect(await rulesNow()).toMatchObject([{ name: 'Own', steps: [chief], dueBeforeSeconds: 60, keepsSlot: false }, some])
})

test.each<[string, GivenRule['steps']]>([
  ['a user group', [{ ...client, reviewers: [{ kind: 'group', id: 'S1' }] }]],
  ['a fourth step', ['A', 'B', 'C', 'D'].map((name) => ({ ...client, name }))],
  ['what a step looks at', [{ ...client, looksAt: ['title'] }]],
])('a rule with %s is shown, and set by the API alone', async (_, steps) => {
  await put(team.current, [{ name: 'Own', steps }])
  const { modal } = await openAs()
  expect(textOn(modal?.blocks)).toContain('The API set these steps. Change them there.')
  expect(modal?.fields).toEqual([])
})

test('steps that somebody set since the form was opened are not replaced', async () => {
  const { ada } = team.current
  await openAs()
  await put(team.current, [{ name: 'Own', steps: [{ ...client, looksAt: ['title'] }] }])
  await ada.fill({ 'Step 1: name': 'Boss', 'Step 1: role': 'Admin' })
  expect(errorsOf(await ada.submit())).toEqual({
    'Step 1: name': expect.stringContaining('Somebody set the approval steps since') as string,
  })
  expect(await rulesNow()).toMatchObject([{ name: 'Own' }])
})

test('who is no admin neither sees the steps nor saves them', async () => {
  const { milo } = team.current
  await openAs('milo')
  await milo.fill({ 'Step 1: name': 'Boss', 'Step 1: role': 'Admin' })
  await asRole(team.current, 'scheduler')
  expect(errorsOf(await milo.submit())).toEqual({ 'Step 1: name': expect.stringContaining('admin') as string })
  expect(await rulesNow()).toEqual([])
  const { modal } = await milo.command('/pin settings')
  expect(modal?.buttons).not.toContain(PART)
})
