/** An organization or an account deleted with everything it has: nothing of it stays, nothing of others goes, and a killed process is followed by another. */
import { mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { listAccounts } from '../../../src/core/accounts/accounts.js'
import { assignRole, setGroupRole } from '../../../src/core/accounts/people/assign-roles.js'
import { storeConnection } from '../../../src/core/connections/connect.js'
import { findOrMakeMember } from '../../../src/core/accounts/people/members.js'
import { makeAuthenticator } from '../../../src/core/accounts/keys/authenticate.js'
import { deleteAccount, deleteOrganization } from '../../../src/core/care/deletion/begin.js'
import { exportOrganization } from '../../../src/core/care/deletion/export.js'
import { workOnDeletions } from '../../../src/core/care/deletion/work.js'
import { sweepUploads } from '../../../src/core/media/sweep-uploads.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { makeLocalStorage } from '../../../src/storage/local.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, aTimeslot } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-deletion-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const storage = makeLocalStorage({
  dir,
  publicUrl: () => 'https://pinslot.test',
  secret: randomBytes(32),
  clock: () => new Date(),
})
/** Not derived from the code under test: a table that it misses must be seen. */
const tablesWith = async (column: string) =>
  (
    await db.sql<{ name: string }[]>`
    select c.table_name as name
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = ${column}
     order by 1`
  ).map(({ name }) => name)
const tables = await tablesWith('organization_id')

/** With a row in many tables, and bytes in the store. */
async function aFullOrganization(): Promise<World & { key: string }> {
  const left: string[] = []
  const messenger = {
    deliver: () => Promise.reject(new Error('nobody is told')),
    leave: async (id: string) => void left.push(id),
  }
  const world = await aWorld(db, { parts: { storage, messenger } })
  const { deps, actor, organizationId, accountId, clock } = world
  await aDraft(world, { title: 'Draft' })
  await aQueuedPost(world, { title: 'Queued' })
  await aSentPost(world, { title: 'Sent' })
  const gone = await aDraft(world, { title: 'Deleted' })
  await deletePost(deps, actor, { accountId, postId: gone.id })
  const { key } = await createApiKey(deps, actor, { name: 'Nightly' })
  await assignRole(deps, actor, { teamId: `T${organizationId}`, userId: 'U1', role: 'scheduler' })
  await db.sql`update members set current_account_id = ${accountId} where organization_id = ${organizationId}` // refers to an account, and goes first
  await setGroupRole(deps, actor, { teamId: `T${organizationId}`, groupId: 'S1', handle: 'pins', role: 'viewer' })
  await db.sql`
    insert into slack_installations (team_id, organization_id, installed_at)
    values (${`T${organizationId}`}, ${organizationId}, ${clock.now})`
  await db.sql`
    insert into outbox (organization_id, dedupe_key, destination, order_key, notice, due_at, created_at)
    values (${organizationId}, 'k', 'staff', 'staff', ${db.sql.json({ kind: 'reconnectNeeded', accountId })}, ${clock.now}, ${clock.now})`
  await db.sql`
    insert into uploads (organization_id, secret_hash, storage_key, extension, media_type, content_type, url_expires_at, expires_at, created_at)
    values (${organizationId}, ${randomBytes(32)}, ${`uploads/${organizationId}/staged.jpg`}, 'jpg', 'image', 'image/jpeg', ${clock.now}, ${clock.now}, ${clock.now})`
  for (const file of await keysOf(organizationId)) await storage.put(file, Buffer.from('bytes'), 'image/jpeg')
  return { ...world, key }
}

const keysOf = async (organizationId: string): Promise<string[]> =>
  (
    await db.sql<{ key: string }[]>`
    select storage_key as key from media where organization_id = ${organizationId}
    union select thumbnail_key from media where organization_id = ${organizationId} and thumbnail_key is not null
    union select storage_key from uploads where organization_id = ${organizationId} and storage_key is not null`
  ).map(({ key }) => key)

/** How many rows of it each table has; tables without one are left out. */
async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const [{ count }] = await db.sql<[{ count: number }]>`
      select count(*)::int as count from ${db.sql(table)} where organization_id = ${organizationId}`
    if (count > 0) counts[table] = count
  }
  return counts
}

const isThere = async (key: string): Promise<boolean> => (await storage.stat(key)) !== undefined
const nameOf = async ({ organizationId }: World): Promise<string> =>
  (await db.sql<[{ name: string }]>`select name from organizations where id = ${organizationId}`)[0].name

test('after a deletion no table has a row of the organization, its media is gone, and another organization has all it had', async () => {
  const [gone, other] = [await aFullOrganization(), await aFullOrganization()]
  const before = await rowsOf(other.organizationId)
  expect(Object.keys(await rowsOf(gone.organizationId)).length).toBeGreaterThan(15)
  const [keys, otherKeys] = [await keysOf(gone.organizationId), await keysOf(other.organizationId)]
  expect(keys.length).toBeGreaterThan(2)
  await deleteOrganization(gone.deps, gone.actor, { name: await nameOf(gone) })
  expect(await workOnDeletions(gone.deps)).toBe(1)
  expect(await rowsOf(gone.organizationId)).toEqual({})
  expect(await db.sql`select 1 from organizations where id = ${gone.organizationId}`).toEqual([])
  expect(await Promise.all(keys.map(isThere))).toEqual(keys.map(() => false))
  expect(await rowsOf(other.organizationId)).toEqual(before)
  expect(await Promise.all(otherKeys.map(isThere))).toEqual(otherKeys.map(() => true))
  const kept =
    await db.sql`select name, asked_by as by, finished_at is not null as done from deletions where organization = ${gone.organizationId}`
  expect(kept).toEqual([{ name: 'Test', by: gone.actor.userId, done: true }])
  expect(await workOnDeletions(gone.deps)).toBe(0)
})

test('from the moment it is asked for nobody gets in: no key, nobody in Slack, no connection; and only its name deletes it', async () => {
  const world = await aFullOrganization()
  const { deps, actor, organizationId, key } = world
  const authenticator = makeAuthenticator(deps)
  const member = () =>
    findOrMakeMember(deps, { enterpriseId: null, teamId: `T${organizationId}`, userId: 'U1', standing: 'member', timezone: null })
  await expect(deleteOrganization(deps, actor, { name: 'test' })).rejects.toMatchObject({ details: { field: 'name' } })
  await expect(deleteOrganization(deps, { ...actor, role: 'scheduler' }, { name: 'Test' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  expect([(await authenticator.authenticate(key, '192.0.2.1')) !== undefined, (await member()) !== undefined]).toEqual([
    true,
    true,
  ])
  const { id } = await deleteOrganization(deps, actor, { name: 'Test' })
  expect([await authenticator.authenticate(key, '192.0.2.1'), await member()]).toEqual([undefined, undefined])
  expect(await db.sql`select 1 from connections where organization_id = ${organizationId}`).toEqual([])
  const user = { id: '1', username: 'u', displayName: 'U', avatarUrl: null, isBusiness: false, websiteUrl: null }
  const grant = { accessToken: 'a', refreshToken: null, expiresAt: null, refreshExpiresAt: null, scopes: '' }
  const connecting = db.tx((sql) => storeConnection(sql, deps, actor, { user, grant, timezone: null }, deps.clock()))
  await expect(connecting).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await deleteOrganization(deps, actor, { name: 'Test' })).id).toBe(id) // asked again, it is the same
  await workOnDeletions(deps)
})

test('an open attempt is waited for, and what a process died with is gone on with by another', async () => {
  const world = await aFullOrganization()
  const { deps, actor, organizationId, clock } = world
  const post = await aQueuedPost(world)
  await db.sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at)
    values (${organizationId}, ${post.id}, 1, 'claimed', ${post.boardId}, ${post.sendAt}, ${clock.now})`
  await db.sql`
    update posts
       set status = 'uploading', due_at = null, attempt_number = 1, lease_until = ${new Date(clock.now.getTime() + 60_000)}
     where organization_id = ${organizationId} and id = ${post.id}`
  await deleteOrganization(deps, actor, { name: 'Test' })
  expect(await workOnDeletions(deps)).toBe(0)
  expect((await rowsOf(organizationId))['posts']).toBeGreaterThan(0)
  clock.advance(61_000)
  const died = { ...storage, remove: () => Promise.reject(new Error('killed')) }
  expect(await workOnDeletions({ ...deps, storage: died })).toBe(0)
  const half = await rowsOf(organizationId)
  expect(half['media']).toBeGreaterThan(0) // bytes go before their row
  expect(await workOnDeletions(deps, () => true, -1)).toBe(0) // no time at all
  expect(await workOnDeletions(deps)).toBe(1)
  expect(await rowsOf(organizationId)).toEqual({})
})

test('a deleted account is not there any more at once; its pins, slots and media go, and those of its neighbours stay', async () => {
  const world = await aFullOrganization()
  const { deps, actor, organizationId, accountId, clock } = world
  const [second] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${organizationId}, 'second', 'second', 'Second', ${clock.now})
    returning id`
  await db.sql`insert into schedules (organization_id, account_id) values (${organizationId}, ${second.id})`
  await aTimeslot({ ...world, accountId: second.id }, { day: 1, time: '09:00' })
  await db.sql`
    insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
    select ${organizationId}, id, 'pin', ${clock.now}, '{}', 'READY', ${clock.now}
      from accounts
     where organization_id = ${organizationId}`
  const [media] = await db.sql<[{ id: string; key: string }]>`
    select m.id, m.storage_key as key
      from media m
      join post_media pm on pm.organization_id = m.organization_id and pm.media_id = m.id
     where m.organization_id = ${organizationId}
     order by m.id
     limit 1`
  const [shared] = await db.sql<[{ id: string }]>`
    insert into posts (organization_id, account_id, status, media_type, created_via, created_at, updated_at)
    values (${organizationId}, ${second.id}, 'draft', 'image', 'api', ${clock.now}, ${clock.now})
    returning id`
  await db.sql`insert into post_media (organization_id, post_id, position, media_id) values (${organizationId}, ${shared.id}, 0, ${media.id})`
  const keys = (await keysOf(organizationId)).filter((key) => key.startsWith('media/'))

  await expect(deleteAccount(deps, actor, { accountId, name: 'second' })).rejects.toMatchObject({ details: { field: 'name' } })
  await deleteAccount(deps, actor, { accountId, name: 'maker' })
  expect((await listAccounts(deps, actor)).map(({ id }) => id)).toEqual([second.id])
  await expect(deleteAccount(deps, actor, { accountId, name: 'maker' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await workOnDeletions(deps)).toBe(1)
  for (const table of await tablesWith('account_id'))
    expect([
      table,
      await db.sql`select 1 from ${db.sql(table)} where organization_id = ${organizationId} and account_id = ${accountId}`,
    ]).toEqual([table, []])
  expect(await db.sql`select 1 from accounts where id = ${accountId}`).toEqual([])
  expect(await db.sql`select id from posts where organization_id = ${organizationId}`).toEqual([{ id: shared.id }])
  clock.advance(1000)
  await sweepUploads(deps)
  const there = await Promise.all(keys.map(async (key) => ((await isThere(key)) ? [key] : [])))
  expect(there.flat().filter((key) => !key.includes('thumb'))).toEqual([media.key])
  for (const table of ['schedules', 'timeslots', 'pin_days'])
    expect([
      table,
      await db.sql`select account_id as id from ${db.sql(table)} where organization_id = ${organizationId}`,
    ]).toEqual([table, [{ id: second.id }]])
  const acts =
    await db.sql`select action from audit where organization_id = ${organizationId} and subject = ${`account:${accountId}`}`
  expect(acts).toEqual([{ action: 'delete' }])
})

test.each(['organization', 'account'] as const)(
  'an %s with more pins than go in one batch, which repeat one another, is deleted',
  async (scope) => {
    const world = await aFullOrganization()
    const { deps, actor, organizationId, accountId, clock } = world
    await db.sql`
    with first as (
      insert into posts (organization_id, account_id, status, media_type, created_via, created_at, updated_at)
      values (${organizationId}, ${accountId}, 'draft', 'image', 'api', ${clock.now}, ${clock.now})
      returning id
    )
    insert into posts (organization_id, account_id, status, media_type, created_via, created_at, updated_at, source_post_id)
    select ${organizationId}, ${accountId}, 'draft', 'image', 'api', ${clock.now}, ${clock.now}, first.id
      from first, generate_series(1, 1500)`
    if (scope === 'account') await deleteAccount(deps, actor, { accountId, name: 'maker' })
    else await deleteOrganization(deps, actor, { name: 'Test' })
    expect(await workOnDeletions(deps)).toBe(1)
    expect(await db.sql`select 1 from posts where organization_id = ${organizationId}`).toEqual([])
  },
)

test('an export is JSON with what people made, and without a secret', async () => {
  const { deps, actor, key, organizationId } = await aFullOrganization()
  let text = ''
  for await (const piece of exportOrganization(deps, actor)) text += piece
  const data = JSON.parse(text) as Record<string, { title?: string }[]>
  expect(data['organization']).toMatchObject({ id: organizationId, name: 'Test' })
  expect(data['posts']?.map(({ title }) => title).sort()).toEqual(['Draft', 'Queued', 'Sent'])
  expect(data['audit']?.length).toBeGreaterThan(0)
  const [secrets] = await db.sql<[{ token: string; storage: string }]>`
    select token, storage_key as storage from media where organization_id = ${organizationId} limit 1`
  for (const secret of [key, 'pina_test', 'pinr_test', secrets.token, secrets.storage]) expect(text).not.toContain(secret)
  await expect(exportOrganization(deps, { ...actor, role: 'scheduler' }).next()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('an organization is deleted also while one of its accounts is being deleted', async () => {
  const world = await aFullOrganization()
  const { deps, actor, organizationId, accountId } = world
  await deleteAccount(deps, actor, { accountId, name: 'maker' })
  await deleteOrganization(deps, actor, { name: 'Test' })
  expect(await workOnDeletions(deps)).toBe(2)
  expect(await rowsOf(organizationId)).toEqual({})
  expect(await db.sql`select 1 from organizations where id = ${organizationId}`).toEqual([])
})
