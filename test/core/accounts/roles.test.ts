/** Who may do what: where a role comes from, and who may give one. */
import { expect, test } from 'vitest'
import {
  assignRole,
  MOST_ROLE_GROUPS,
  readRoles,
  setDefaultRole,
  setGroupRole,
} from '../../../src/core/accounts/people/assign-roles.js'
import { roleOn } from '../../../src/core/accounts/people/roles.js'
import { effectiveRole, type RoleSources } from '../../../src/core/accounts/people/effective-role.js'
import type { Access, Actor, Role } from '../../../src/core/lib/actor.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'

const { db } = await aDatabase()
const acts = (organizationId: string) => db.sql`
  select via, actor, subject, action, before, after
    from audit
   where organization_id = ${organizationId}
   order by id`
const slackAdmin = (organizationId: string): Actor => ({ organizationId, via: 'slack', role: 'admin', userId: 'T1:UADA' })

const nothing: RoleSources = { standing: 'member', isHome: true, assignedRole: null, groups: [], defaultRole: 'scheduler' }
test.each<[string, Partial<RoleSources>, Access]>([
  ['an admin of Slack is admin, whatever else they were given', { standing: 'admin', assignedRole: 'viewer' }, 'admin'],
  ['a guest is a viewer', { standing: 'guest' }, 'viewer'],
  ['also in a group that has a role', { standing: 'guest', groups: [{ role: 'scheduler', isIn: true }] }, 'viewer'],
  ['unless an admin named them', { standing: 'guest', assignedRole: 'contributor' }, 'contributor'],
  ['somebody of another workspace of the enterprise is a viewer', { isHome: false }, 'viewer'],
  ['an admin of another workspace, too', { isHome: false, standing: 'admin' }, 'viewer'],
  ['unless their group has a role', { isHome: false, groups: [{ role: 'scheduler', isIn: true }] }, 'scheduler'],
  ['an admin of the whole enterprise is an admin everywhere', { isHome: false, standing: 'enterprise_admin' }, 'admin'],
  ['who Slack says nothing of is a viewer', { standing: null, groups: [{ role: 'scheduler', isIn: true }] }, 'viewer'],
  [
    'what was given to a person goes before their groups',
    { assignedRole: 'viewer', groups: [{ role: 'admin', isIn: true }] },
    'viewer',
  ],
  [
    'of several groups the highest counts',
    {
      groups: [
        { role: 'viewer', isIn: true },
        { role: 'scheduler', isIn: true },
        { role: 'contributor', isIn: true },
      ],
    },
    'scheduler',
  ],
  ['a group of theirs goes before the default, also a lower one', { groups: [{ role: 'viewer', isIn: true }] }, 'viewer'],
  ['a group of others says nothing', { groups: [{ role: 'admin', isIn: false }], defaultRole: 'contributor' }, 'contributor'],
  [
    'a group nobody could ask about gives nothing more than the default',
    { groups: [{ role: 'admin', isIn: undefined }] },
    'scheduler',
  ],
  [
    'and takes to the less it could mean',
    {
      groups: [
        { role: 'viewer', isIn: undefined },
        { role: 'admin', isIn: false },
      ],
    },
    'viewer',
  ],
  [
    'what is certain stands beside what is not',
    {
      groups: [
        { role: 'contributor', isIn: true },
        { role: 'viewer', isIn: undefined },
      ],
    },
    'contributor',
  ],
  ['without anything it is the default', {}, 'scheduler'],
  ['who sees nothing by default does not as a guest', { standing: 'guest', defaultRole: 'none' }, 'none'],
])('%s', (_name, given, role) => {
  expect(effectiveRole({ ...nothing, ...given }).role).toBe(role)
})

/** What groups say on account 7. */
const inGroup = (role: Access, isIn: boolean | undefined) => ({ accountId: '7', assignedRole: null, groups: [{ role, isIn }] })
const own = (assignedRole: Access) => ({ accountId: '7', assignedRole, groups: [{ role: 'admin' as const, isIn: true }] })
test.each<[string, Partial<RoleSources>, Access]>([
  ['as everywhere where nothing is said of it', {}, 'scheduler'],
  ['a person’s own role on it goes before their groups’ on it', { accounts: [own('viewer')] }, 'viewer'],
  ['and before their role everywhere', { assignedRole: 'scheduler', accounts: [own('none')] }, 'none'],
  [
    'a person’s role everywhere goes before their groups’ on it',
    { assignedRole: 'viewer', accounts: [inGroup('admin', true)] },
    'viewer',
  ],
  [
    'their groups’ role on it goes before those everywhere',
    { groups: [{ role: 'viewer', isIn: true }], accounts: [inGroup('contributor', true)] },
    'contributor',
  ],
  ['an admin of everything is one there', { standing: 'admin', accounts: [own('none')] }, 'admin'],
  ['a guest has it by their own role alone', { standing: 'guest', accounts: [inGroup('scheduler', true)] }, 'viewer'],
  ['and does have it so', { standing: 'guest', accounts: [own('contributor')] }, 'contributor'],
  ['a group nobody could ask about gives nothing more', { accounts: [inGroup('admin', undefined)] }, 'scheduler'],
  ['and takes to the less it could mean', { accounts: [inGroup('none', undefined)] }, 'none'],
  ['a group of others says nothing', { accounts: [inGroup('none', false)] }, 'scheduler'],
])('on one account: %s', (_name, given, role) => {
  expect(roleOn(effectiveRole({ ...nothing, ...given }), '7')).toBe(role)
})

test('roles are given and taken back by admins, each with an act that says what was', async () => {
  const { deps, organizationId } = await aWorld(db)
  const ada = slackAdmin(organizationId)
  await assignRole(deps, ada, { teamId: 'T1', userId: 'UMILO', role: 'viewer' })
  await assignRole(deps, ada, { teamId: 'T1', userId: 'UMILO', role: 'viewer' }) // changes nothing
  await setGroupRole(deps, ada, { teamId: 'T1', groupId: 'S1', handle: 'pin-team', role: 'contributor' })
  await setDefaultRole(deps, ada, { role: 'viewer' })
  expect(await readRoles(deps, ada)).toEqual({
    defaultRole: 'viewer',
    people: [{ teamId: 'T1', userId: 'UMILO', role: 'viewer' }],
    groups: [{ teamId: 'T1', groupId: 'S1', handle: 'pin-team', role: 'contributor' }],
  })
  await assignRole(deps, ada, { teamId: 'T1', userId: 'UMILO', role: null })
  await setGroupRole(deps, ada, { teamId: 'T1', groupId: 'S1', handle: 'pin-team', role: null })
  expect(await readRoles(deps, ada)).toEqual({ defaultRole: 'viewer', people: [], groups: [] })
  const by = { via: 'slack', actor: 'T1:UADA' }
  expect(await acts(organizationId)).toEqual([
    { ...by, subject: 'member:T1:UMILO', action: 'assignRole', before: { role: null }, after: { role: 'viewer' } },
    {
      ...by,
      subject: 'role_group:T1:S1',
      action: 'setGroupRole',
      before: null,
      after: { handle: 'pin-team', role: 'contributor' },
    },
    {
      ...by,
      subject: `organization:${organizationId}`,
      action: 'setDefaultRole',
      before: { role: 'scheduler' },
      after: { role: 'viewer' },
    },
    { ...by, subject: 'member:T1:UMILO', action: 'assignRole', before: { role: 'viewer' }, after: { role: null } },
    {
      ...by,
      subject: 'role_group:T1:S1',
      action: 'setGroupRole',
      before: { handle: 'pin-team', role: 'contributor' },
      after: null,
    },
  ])
})

test.each<Role>(['viewer', 'contributor', 'scheduler'])('a %s neither reads nor gives roles, and leaves no act', async (role) => {
  const { deps, organizationId } = await aWorld(db)
  const low = { ...slackAdmin(organizationId), role }
  for (const attempt of [
    () => readRoles(deps, low),
    () => assignRole(deps, low, { teamId: 'T1', userId: 'UADA', role: 'admin' }),
    () => setGroupRole(deps, low, { teamId: 'T1', groupId: 'S1', handle: 'pin-team', role: 'admin' }),
    () => setDefaultRole(deps, low, { role: 'viewer' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await acts(organizationId)).toEqual([])
})

test('nobody takes the admin role from themselves, and not everybody can be an admin', async () => {
  const { deps, organizationId } = await aWorld(db)
  const ada = slackAdmin(organizationId)
  const self = { teamId: 'T1', userId: 'UADA' }
  await assignRole(deps, ada, { ...self, role: 'admin' })
  for (const role of ['viewer', null] as const)
    await expect(assignRole(deps, ada, { ...self, role })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: { field: 'role' },
    })
  await expect(setDefaultRole(deps, ada, { role: 'admin' })).rejects.toMatchObject({ details: { field: 'role' } })
  expect((await readRoles(deps, ada)).people).toEqual([{ ...self, role: 'admin' }])
  await assignRole(deps, { ...ada, userId: 'T1:UOTHER' }, { ...self, role: null }) // another admin may
  expect((await readRoles(deps, ada)).people).toEqual([])
})

test.each(['', 'C1', "U1'; drop", 'u1'])('%j is nobody', async (userId) => {
  const { deps, organizationId } = await aWorld(db)
  const attempt = assignRole(deps, slackAdmin(organizationId), { teamId: 'T1', userId, role: 'viewer' })
  await expect(attempt).rejects.toMatchObject({ details: { field: 'person' } })
})

test('of two admins who give one person a role at once both are written down, and the last one counts', async () => {
  const { deps, organizationId } = await aWorld(db)
  const ada = slackAdmin(organizationId)
  const give = (role: Role) => assignRole(deps, ada, { teamId: 'T1', userId: 'UMILO', role })
  await give('viewer') // so that there is a row to stand in line for
  await Promise.all([give('contributor'), give('scheduler'), give('admin')])
  const left = await acts(organizationId)
  expect(left).toHaveLength(4)
  for (const [index, act] of left.entries()) if (index > 0) expect(act['before']).toEqual(left[index - 1]!['after'])
  expect((await readRoles(deps, ada)).people).toEqual([{ teamId: 'T1', userId: 'UMILO', ...(left.at(-1)!['after'] as object) }])
})

test('groups with a role are limited, also when several are added at once', async () => {
  const { deps, organizationId } = await aWorld(db)
  const put = (n: number) =>
    setGroupRole(deps, slackAdmin(organizationId), { teamId: 'T1', groupId: `S${n}`, handle: `g${n}`, role: 'viewer' })
  const tried = await Promise.allSettled(Array.from({ length: MOST_ROLE_GROUPS + 3 }, (_, n) => put(n)))
  expect(tried.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect((await readRoles(deps, slackAdmin(organizationId))).groups).toHaveLength(MOST_ROLE_GROUPS)
})
