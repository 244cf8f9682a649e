import { expect, test } from 'vitest'
import { listAccounts, readAccount } from '../../../src/core/accounts/accounts.js'
import { listApiKeys } from '../../../src/core/accounts/keys/api-keys.js'
import { createApiKey, MOST_API_KEYS, MOST_KEYS_A_DAY } from '../../../src/core/accounts/keys/create.js'
import { revokeApiKey } from '../../../src/core/accounts/keys/revoke.js'
import { chooseAccount, findOrMakeMember, NobodyKnows, type SlackPerson } from '../../../src/core/accounts/people/members.js'
import type { Actor } from '../../../src/core/lib/actor.js'
import { after, HOUR_MS } from '../../../src/core/lib/duration.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, START, type World } from '../../support/world.js'

const { db } = await aDatabase()

test('accounts of the organization are listed, and of no other', async () => {
  const world = await aWorld(db)
  await aWorld(db)
  const accounts = await listAccounts(world.deps, world.actor)
  expect(accounts).toHaveLength(1)
  expect(accounts[0]).toMatchObject({ id: world.accountId, username: 'maker', tokenStatus: 'authorized', createdAt: START })
})

test('a missing, malformed or foreign account is the same not found', async () => {
  const world = await aWorld(db)
  const other = await aWorld(db)
  for (const accountId of [other.accountId, '999999', 'x', '', '0', '1e3', '99999999999999999999']) {
    await expect(readAccount(world.deps, world.actor, { accountId })).rejects.toThrow('Account not found.')
  }
})

test('a key is shown once and kept as a hash', async () => {
  const world = await aWorld(db)
  const { key, apiKey } = await createApiKey(world.deps, world.actor, { name: ' CI ' })
  expect(key).toMatch(new RegExp(`^pst_${world.organizationId}_[A-Za-z0-9_-]{43}$`))
  expect(await listApiKeys(world.deps, world.actor)).toEqual([apiKey])
  expect(apiKey).toMatchObject({ name: 'CI', prefix: key.slice(0, apiKey.prefix.length), revokedAt: null, lastUsedAt: null })
  expect(apiKey.prefix.length).toBeLessThan(key.length - 32)
  const [row] = await db.sql`select * from api_keys where organization_id = ${world.organizationId}`
  expect(JSON.stringify(row)).not.toContain(key)
})

test('a key that is given is kept once', async () => {
  const world = await aWorld(db)
  const key = `pst_${world.organizationId}_${'k'.repeat(43)}`
  const first = await createApiKey(world.deps, world.actor, { name: 'Sandbox', key })
  const second = await createApiKey(world.deps, world.actor, { name: 'Sandbox', key })
  expect(second).toEqual(first)
  await expect(createApiKey(world.deps, world.actor, { name: 'Sandbox', key: `pst_1x_${'k'.repeat(43)}` })).rejects.toMatchObject(
    {
      details: { field: 'key' },
    },
  )
})

test('revoking keeps its first time, and a foreign key is not found', async () => {
  const world = await aWorld(db)
  const other = await aWorld(db)
  const { apiKey } = await createApiKey(world.deps, world.actor, { name: 'CI' })
  await revokeApiKey(world.deps, world.actor, { apiKeyId: apiKey.id })
  world.clock.advance(1000)
  expect((await revokeApiKey(world.deps, world.actor, { apiKeyId: apiKey.id })).revokedAt).toEqual(START)
  await expect(revokeApiKey(other.deps, other.actor, { apiKeyId: apiKey.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a name and an expiry have to make sense', async () => {
  const { deps, actor } = await aWorld(db)
  await expect(createApiKey(deps, actor, { name: ' ' })).rejects.toMatchObject({ details: { field: 'name' } })
  await expect(createApiKey(deps, actor, { name: 'a'.repeat(121) })).rejects.toMatchObject({ details: { field: 'name' } })
  await expect(createApiKey(deps, actor, { name: 'CI', expiresAt: START })).rejects.toMatchObject({
    details: { field: 'expiresAt' },
  })
})

async function aWorkspace(
  { organizationId }: World,
  { teamId, enterpriseId = '', isEnterprise = false }: { teamId: string; enterpriseId?: string; isEnterprise?: boolean },
) {
  await db.sql`
    insert into slack_installations (enterprise_id, team_id, is_enterprise, organization_id, installed_at)
    values (${enterpriseId}, ${isEnterprise ? '' : teamId}, ${isEnterprise}, ${organizationId}, ${START})`
}
const person = (teamId: string, rest: Partial<SlackPerson> = {}): SlackPerson => ({
  enterpriseId: null,
  teamId,
  userId: 'U1',
  standing: 'member',
  timezone: 'Europe/Berlin',
  ...rest,
})

test('a hundred keys may be in use, also when several are made at once; those that are over do not count', async () => {
  const { deps, actor } = await aWorld(db)
  for (let made = 3; made < MOST_API_KEYS; made += 1) await createApiKey(deps, actor, { name: 'K' })
  const tried = await Promise.allSettled(Array.from({ length: 6 }, () => createApiKey(deps, actor, { name: 'K' })))
  expect(tried.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  await expect(createApiKey(deps, actor, { name: 'K' })).rejects.toMatchObject({ details: { field: 'name' } })
  const [first] = await listApiKeys(deps, actor)
  await revokeApiKey(deps, actor, { apiKeyId: first!.id })
  await createApiKey(deps, actor, { name: 'K' })
})

test('two hundred keys are made in a day, revoked ones too; the next day has its own', async () => {
  const { deps, actor, clock } = await aWorld(db)
  for (let made = 0; made < MOST_KEYS_A_DAY; made += 1) {
    const { apiKey } = await createApiKey(deps, actor, { name: 'K' })
    await revokeApiKey(deps, actor, { apiKeyId: apiKey.id })
  }
  const refused = createApiKey(deps, actor, { name: 'K' })
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'name' } })
  clock.now = new Date('2026-03-03T00:00:00.000Z')
  await createApiKey(deps, actor, { name: 'K' })
})

test('a key that is made by one which ends does so with it at the latest, and the list says who made it', async () => {
  const { deps, actor } = await aWorld(db)
  const inAnHour = after(START, HOUR_MS)
  const { apiKey: maker } = await createApiKey(deps, actor, { name: 'for an hour', expiresAt: inAnHour })
  const program: Actor = { ...actor, via: 'api', apiKeyId: maker.id, userId: `key:${maker.id}` }
  const { apiKey } = await createApiKey(deps, program, { name: 'made by it' })
  expect(apiKey.expiresAt).toEqual(inAnHour)
  const sooner = await createApiKey(deps, program, { name: 'shorter', expiresAt: after(START, 1000) })
  expect(sooner.apiKey.expiresAt).toEqual(after(START, 1000))
  const longer = createApiKey(deps, program, { name: 'longer', expiresAt: after(inAnHour, 1000) })
  await expect(longer).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'expiresAt' } })
  const makers = (await listApiKeys(deps, actor)).map(({ name, createdBy }) => [name, createdBy])
  expect(makers).toContainEqual(['made by it', `key:${maker.id}`])
  const next: Actor = { ...program, apiKeyId: apiKey.id, userId: `key:${apiKey.id}` }
  expect((await createApiKey(deps, next, { name: 'and the next' })).apiKey.expiresAt).toEqual(inAnHour)
})

test.each(['scheduler', 'viewer'] as const)('a %s neither sees, makes nor revokes keys of the organization', async (role) => {
  const { deps, actor } = await aWorld(db)
  const { apiKey } = await createApiKey(deps, actor, { name: 'K' })
  const low = { ...actor, via: 'slack', role } as const
  expect(await listApiKeys(deps, low)).toEqual([])
  await expect(createApiKey(deps, low, { name: 'L' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(revokeApiKey(deps, low, { apiKeyId: apiKey.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await listApiKeys(deps, actor)).toEqual([apiKey])
})

test("a Slack user becomes a member at first contact: Slack's admins as admin, others as scheduler, with the first account", async () => {
  const world = await aWorld(db)
  await aWorkspace(world, { teamId: 'T1' })
  expect(await findOrMakeMember(world.deps, person('T1'))).toEqual({
    actor: { organizationId: world.organizationId, via: 'slack', role: 'scheduler', userId: 'T1:U1' },
    role: 'scheduler',
    currentAccountId: world.accountId,
    timezone: 'Europe/Berlin',
    locale: null,
  })
  expect(await findOrMakeMember(world.deps, person('T1', { userId: 'U2', standing: 'admin' }))).toMatchObject({ role: 'admin' })
})

test('being admin follows Slack; another role of ours stays', async () => {
  const world = await aWorld(db)
  await aWorkspace(world, { teamId: 'T2' })
  const roleWhen = async (isAdmin: boolean) =>
    (await findOrMakeMember(world.deps, person('T2', { standing: isAdmin ? 'admin' : 'member' })))?.role
  expect(await roleWhen(true)).toBe('admin')
  expect(await roleWhen(false)).toBe('scheduler')
  await db.sql`update members set assigned_role = 'viewer' where organization_id = ${world.organizationId}`
  expect(await roleWhen(false)).toBe('viewer')
  expect(await roleWhen(true)).toBe('admin')
})

test('what Slack says of a person is remembered, and counts for a day while it cannot be asked; then they are a viewer', async () => {
  const world = await aWorld(db)
  await aWorkspace(world, { teamId: 'T4' })
  const meet = (standing: SlackPerson['standing'], userId = 'U1') =>
    findOrMakeMember(world.deps, person('T4', { userId, standing, timezone: null }))
  await expect(meet(null)).rejects.toThrow(NobodyKnows) // whether they are one of the workspace's own, only Slack could say
  expect(await meet('member')).toMatchObject({ role: 'scheduler' })
  expect(await meet(null)).toMatchObject({ role: 'scheduler' })
  expect(await meet('guest', 'U2')).toMatchObject({ role: 'viewer', actor: { viewerBecause: 'guest' } })
  expect(await meet(null, 'U2')).toMatchObject({ role: 'viewer', actor: { viewerBecause: 'guest' } })
  world.clock.advance(86_400_000)
  expect(await meet(null)).toMatchObject({ role: 'viewer', actor: { viewerBecause: 'unknown' } })
  expect(await meet('member')).toMatchObject({ role: 'scheduler' })
  expect(await meet('guest')).toMatchObject({ role: 'viewer' })
  expect(await meet(null)).toMatchObject({ role: 'viewer' })
})

test('a workspace nobody installed has no members; one of an enterprise belongs where the enterprise does', async () => {
  const world = await aWorld(db)
  expect(await findOrMakeMember(world.deps, person('T9'))).toBeUndefined()
  await aWorkspace(world, { teamId: '', enterpriseId: 'E9', isEnterprise: true })
  expect(await findOrMakeMember(world.deps, person('T9', { enterpriseId: 'E9' }))).toMatchObject({
    actor: { organizationId: world.organizationId },
  })
  await db.sql`update slack_installations set revoked_at = ${START} where enterprise_id = 'E9'`
  expect(await findOrMakeMember(world.deps, person('T9', { enterpriseId: 'E9' }))).toBeUndefined()
})

test('the account a member chose is remembered, and must be one of the organization', async () => {
  const world = await aWorld(db)
  const other = await aWorld(db)
  await aWorkspace(world, { teamId: 'T3' })
  const [second] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${world.organizationId}, 'second', 'second', 'Second', ${START})
    returning id`
  const member = await findOrMakeMember(world.deps, person('T3'))
  const choose = (accountId: string) => chooseAccount(world.deps, member!.actor, { teamId: 'T3', slackUserId: 'U1', accountId })
  await choose(second.id)
  expect(await findOrMakeMember(world.deps, person('T3'))).toMatchObject({ currentAccountId: second.id })
  await expect(choose(other.accountId)).rejects.toThrow('Account not found.')
})
