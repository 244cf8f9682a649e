/** Roles and keys: the limits of their views with nasty values. */
import { actorText } from '../../blocks/kit/actor.js'
import { agentNumberView, agentView } from '../../blocks/admin/agents.js'
import { EXPIRES, keyMadeAlreadyView, keyShownView, keysView, newKeyView } from '../../blocks/admin/keys.js'
import { defaultRoleView, groupRoleView, personRoleView } from '../../blocks/admin/role-forms.js'
import { done } from '../../blocks/kit/banner.js'
import { type RoleRow, rolesView } from '../../blocks/admin/roles.js'
import { expect, test } from 'vitest'
import { AT, keepsLimits } from './nasty.js'

const LONG_ID = `U${'0'.repeat(30)}`
const memory = { at: 20 }
const rows = (words: string): RoleRow[] =>
  Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0
      ? { kind: 'group', teamId: `T${'0'.repeat(30)}`, id: `S${'0'.repeat(30)}`, handle: words, role: 'admin' }
      : { kind: 'person', teamId: `T${'0'.repeat(30)}`, id: LONG_ID, role: 'scheduler' },
  )
const key = (words: string, index: number) => ({
  id: String(index),
  name: words || 'x',
  note: words || null,
  prefix: 'pst_9223372036854775807_abcd',
  lastFour: index % 2 === 0 ? 'wxyz' : null,
  role: index % 3 === 0 ? null : index % 3 === 1 ? ('admin' as const) : ('contributor' as const),
  accountIds: index % 3 === 2 ? ['9223372036854775807'] : null,
  personId: index % 3 === 0 ? LONG_ID : null,
  mostRole: index % 6 === 0 ? ('contributor' as const) : null,
  agentHost: index % 12 === 0 ? words || null : null,
  createdBy: `T1:${LONG_ID}`,
  createdAt: AT,
  expiresAt: index % 3 === 0 ? null : index % 3 === 1 ? AT : new Date(AT.getTime() + 2),
  revokedAt: index % 4 === 0 ? AT : null,
  lastUsedAt: index % 2 === 0 ? null : AT,
})
const accounts = (words: string) => Array.from({ length: 120 }, (_, index) => ({ id: String(index), username: words || 'x' }))
const now = new Date(AT.getTime() + 1)

keepsLimits(
  [
    [
      'roles',
      'modal',
      (words) => rolesView({ memory, defaultRole: 'viewer', rows: rows(words), count: 1000, banner: done(words || 'x') }),
    ],
    ['no roles', 'modal', () => rolesView({ memory: { at: 0 }, defaultRole: 'viewer', rows: [], count: 0 })],
    ['role of a person', 'modal', (words) => personRoleView(memory, accounts(words))],
    ['role of a group', 'modal', (words) => groupRoleView(memory, accounts(words))],
    ['role of everyone else', 'modal', () => defaultRoleView(memory, { defaultRole: 'scheduler' })],
    [
      'keys',
      'modal',
      (words) =>
        keysView({
          memory,
          keys: Array.from({ length: 20 }, (_, n) => ({ ...key(words, n), accounts: n % 3 === 2 ? [words || 'x', 'y'] : null })),
          isOrganizationAdmin: true,
          agentsAllowed: true,
          count: 100,
          now,
          banner: done(words || 'x'),
        }),
    ],
    [
      'no keys',
      'modal',
      () => keysView({ memory: { at: 0 }, keys: [], count: 0, isOrganizationAdmin: false, agentsAllowed: false, now }),
    ],
    ['new key', 'modal', (words) => newKeyView(memory, accounts(words))],
    ['new personal key', 'modal', () => newKeyView(memory, undefined)],
    ['the key shown', 'modal', (words) => keyShownView({ key: `pst_1_${'k'.repeat(43)}`, name: words, expiresAt: AT })],
    [
      'a program that signs in',
      'modal',
      (words) =>
        agentView({
          signInId: '9223372036854775807',
          name: (words || 'x').slice(0, 80),
          host: words || null,
          choices: ['viewer', 'contributor', 'scheduler'],
          chosen: 'contributor',
          accounts: Array.from({ length: 10 }, () => ({ username: (words || 'x').slice(0, 100), role: 'contributor' as const })),
          count: 120,
        }),
    ],
    ['the number of a sign-in', 'modal', () => agentNumberView('012345')],
    ['the key made already', 'modal', (words) => keyMadeAlreadyView({ name: words })],
  ],
  [`<@${LONG_ID}>`],
)

test('every time that the form offers is known', () => {
  const values = JSON.stringify(newKeyView(memory, undefined))
    .match(/"value":"(\w+)"/g)
    ?.map((found) => found.slice(9, -1))
  expect(new Set(values)).toEqual(new Set(Object.keys(EXPIRES)))
})

test.each([
  ['slack', 'T1:U1', null, '<@U1>'],
  ['api', 'key:3', 'Nightly <!channel>', 'the API key “Nightly &lt;!channel&gt;”'],
  ['api', 'key:3', null, 'API key 3'],
  ['operator', 'operator', null, 'the operator'],
])('the history of a pin names who came by %s as %s', (via, actor, keyName, words) => {
  expect(actorText(via, actor, keyName)).toBe(words)
})

test('the rules of roles are short sentences, a line each', () => {
  const shown = JSON.stringify(rolesView({ memory: { at: 0 }, defaultRole: 'viewer', rows: [], count: 0 }))
  const rules = /Slack workspace admins[^"]*/.exec(shown)?.[0].split('\\n') ?? []
  expect(rules).toHaveLength(5)
  expect(rules.filter((line) => line.length > 200)).toEqual([])
})
