/** A workspace gets its organization once, however often and by however many the setup is run. */
import { expect, test } from 'vitest'
import { createOrganization, ensureWorkspace } from '../../../src/core/accounts/workspaces/organizations.js'
import { aDatabase } from '../../support/database.js'

const { db } = await aDatabase()
const deps = { db, clock: () => new Date('2026-03-02T10:00:00Z') }
const installed = (teamId: string) => db.sql<{ organizationId: string; isInUse: boolean }[]>`
  select organization_id as "organizationId", revoked_at is null as "isInUse"
    from slack_installations
   where team_id = ${teamId}`

test('a workspace without an organization gets one with its name, and run again nothing changes', async () => {
  const made = await ensureWorkspace(deps, { teamId: 'T0NEW', name: 'Maple', joins: false })
  expect(made.isNew).toBe(true)
  expect(await ensureWorkspace(deps, { teamId: 'T0NEW', name: 'Another', joins: false })).toMatchObject({ ...made, isNew: false })
  expect(await db.sql`select name from organizations where id = ${made.organizationId}`).toEqual([{ name: 'Maple' }])
  expect(await installed('T0NEW')).toEqual([{ organizationId: made.organizationId, isInUse: true }])
})

test('of setups that run at once one makes the organization, and all end well', async () => {
  const before = await db.sql`select from organizations`
  const all = await Promise.all(
    Array.from({ length: 6 }, () => ensureWorkspace(deps, { teamId: 'T0RACE', name: 'Race', joins: false })),
  )
  expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(all.map(({ organizationId }) => organizationId)).size).toBe(1)
  expect(await db.sql`select from organizations`).toHaveLength(before.length + 1)
  expect(await installed('T0RACE')).toHaveLength(1)
})

test('beside a simulated Pinterest it joins the organization with the sample accounts', async () => {
  const [oldest] = await db.sql<{ id: string }[]>`select id from organizations order by id limit 1`
  const joined = await ensureWorkspace(deps, { teamId: 'T0JOINS', name: 'Joins', joins: true })
  expect(joined).toEqual({ organizationId: oldest!.id, isNew: true })
})

test('a workspace from which the app was removed goes back to its organization', async () => {
  const { id } = await createOrganization(deps, { name: 'Before', slack: { teamIds: ['T0BACK'], enterpriseId: null } })
  await db.sql`update slack_installations set revoked_at = now() where team_id = 'T0BACK'`
  expect(await ensureWorkspace(deps, { teamId: 'T0BACK', name: 'Back', joins: true })).toMatchObject({ organizationId: id })
  expect(await installed('T0BACK')).toEqual([{ organizationId: id, isInUse: true }])
})
