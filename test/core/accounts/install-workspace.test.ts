/** Whose organization a workspace is when its people install the app. */
import { beforeEach, expect, test } from 'vitest'
import { type Grant, installWorkspace } from '../../../src/core/accounts/workspaces/install.js'
import { findOrMakeMember } from '../../../src/core/accounts/people/members.js'
import { createOrganization } from '../../../src/core/accounts/workspaces/organizations.js'
import { aDatabase } from '../../support/database.js'
import { START, testDeps } from '../../support/world.js'

const { db } = await aDatabase()
const deps = testDeps(db, { now: START, advance() {} })
const install = (grant: Grant) => installWorkspace(deps, grant)

beforeEach(async () => {
  await db.sql`truncate members, slack_installations, organizations restart identity cascade`
})

function aGrant({ team = 'T1', enterprise = '', isEnterprise = false, name = 'Maple & Thread' } = {}): Grant {
  return {
    place: { teamId: isEnterprise ? '' : team, enterpriseId: enterprise, isEnterprise },
    name,
    installedBy: 'U1',
    botUserId: 'UBOT',
    scopes: ['chat:write', 'commands'],
    secret: JSON.stringify({ bot: { token: 'xoxb-1' }, authVersion: 'v2' }),
    tokenExpiresAt: null,
  }
}
const rows = () => db.sql`
  select enterprise_id as enterprise, team_id as team, organization_id as organization, revoked_at is null as "isInUse"
    from slack_installations
   order by team_id, enterprise_id`
const organizations = async () =>
  (await db.sql<{ name: string }[]>`select name from organizations order by id`).map(({ name }) => name)
const roleOf = async (teamId: string, userId: string) => {
  const person = { enterpriseId: null, teamId, userId, standing: 'member', timezone: null } as const
  return (await findOrMakeMember(deps, person, async () => new Map()))?.role
}

test('a workspace nobody knows becomes an organization of its name, with who installed it as its admin', async () => {
  expect(await install(aGrant())).toEqual({ organizationId: '1', isNew: true })
  expect(await organizations()).toEqual(['Maple & Thread'])
  expect(await roleOf('T1', 'U1')).toBe('admin')
  expect(await roleOf('T1', 'U2')).toBe('scheduler')
  const acts = await db.sql`select subject, action, via, actor from audit where organization_id = 1`
  expect(acts).toEqual([{ subject: 'installation:T1', action: 'install', via: 'slack', actor: 'T1:U1' }])
})

test('its tokens are sealed, and no act tells them', async () => {
  await install(aGrant())
  const [row] = await db.sql<[{ installation: Buffer; bot_token: null }]>`select installation, bot_token from slack_installations`
  expect(deps.sealer.open(row.installation)).toContain('xoxb-1')
  expect(JSON.stringify(await db.sql`select before, after from audit`)).not.toContain('xoxb')
})

test.each(['in use', 'revoked'])(
  'a workspace that is known (%s) keeps its organization, and who installs it again gets no rights',
  async (state) => {
    const { id } = await createOrganization(deps, { name: 'Ours', slack: { teamIds: ['T1'], enterpriseId: null } })
    if (state === 'revoked') await db.sql`update slack_installations set revoked_at = installed_at`
    expect(await install(aGrant({ enterprise: 'E1' }))).toEqual({ organizationId: id, isNew: false })
    expect(await organizations()).toEqual(['Ours'])
    expect(await rows()).toEqual([{ enterprise: 'E1', team: 'T1', organization: id, isInUse: true }])
    expect(await roleOf('T1', 'U1')).toBe('scheduler')
  },
)

test('a workspace of an enterprise that has the app as a whole joins that organization', async () => {
  const whole = await install(aGrant({ enterprise: 'E1', isEnterprise: true, name: 'Maple Group' }))
  expect(await install(aGrant({ team: 'T2', enterprise: 'E1' }))).toEqual({ organizationId: whole.organizationId, isNew: false })
  expect(await organizations()).toEqual(['Maple Group'])
})

test('an enterprise joins its workspaces where they are of one organization, and makes one where they are of two', async () => {
  const first = await install(aGrant({ team: 'T1', enterprise: 'E1' }))
  await install(aGrant({ team: 'T2', enterprise: 'E2', name: 'Two' }))
  await install(aGrant({ team: 'T3', enterprise: 'E2', name: 'Three' }))
  expect(await install(aGrant({ enterprise: 'E1', isEnterprise: true }))).toEqual({ ...first, isNew: false })
  expect(await install(aGrant({ enterprise: 'E2', isEnterprise: true, name: 'Whole' }))).toMatchObject({ isNew: true })
  expect(await organizations()).toEqual(['Maple & Thread', 'Two', 'Three', 'Whole'])
})

test('ten installs of one workspace at once make one organization', async () => {
  await Promise.all(Array.from({ length: 10 }, () => db.sql`select pg_sleep(0.05)`)) // as many connections are open, so that they do meet
  const done = await Promise.all(Array.from({ length: 10 }, () => install(aGrant())))
  expect(new Set(done.map(({ organizationId }) => organizationId)).size).toBe(1)
  expect(done.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await organizations()).toHaveLength(1)
})

test('a workspace and its whole enterprise installed at once are one organization', async () => {
  const both = [aGrant({ enterprise: 'E1' }), aGrant({ enterprise: 'E1', isEnterprise: true })]
  const done = await Promise.all(both.map(install))
  expect(new Set(done.map(({ organizationId }) => organizationId)).size).toBe(1)
})

test.each([
  ['\u0000', 'Slack T1'],
  ['x'.repeat(300), 'x'.repeat(120)],
])('a name that an organization cannot have is made one: %j', async (given, name) => {
  await install(aGrant({ name: given }))
  expect(await organizations()).toEqual([name])
})
