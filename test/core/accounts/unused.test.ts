/** Organizations that took the app out of Slack are paused once each, whatever goes wrong with one of them. */
import { expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { suspendUnused } from '../../../src/core/accounts/workspaces/suspend.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

const anUnused = async (): Promise<World> => {
  const world = await aWorld(db)
  const { organizationId, clock } = world
  await db.sql`
    insert into slack_installations (team_id, organization_id, installed_at, revoked_at)
    values (${`T0GONE${organizationId}`}, ${organizationId}, ${clock.now}, ${clock.now})`
  return world
}
const publishing = async ({ accountId }: World) =>
  (await db.sql<{ publishing: string }[]>`select publishing from accounts where id = ${accountId}`)[0]?.publishing

test('one that cannot be paused keeps none of the others, is said, and is paused at the next time', async () => {
  const worlds = [await anUnused(), await anUnused(), await anUnused()]
  const stuck = worlds[0]!
  const lines: object[] = []
  const deps = { ...stuck.deps, log: { ...stuck.deps.log, error: (fields: object) => void lines.push(fields) } }
  await db.sql.unsafe(`
    create function stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
    create trigger stuck before update on accounts for each row when (new.id = ${stuck.accountId}) execute function stuck();`)
  await expect(suspendUnused(deps)).rejects.toThrow('1 organizations could not be paused')
  expect(lines).toMatchObject([{ organizationId: stuck.organizationId }])
  expect(await Promise.all(worlds.map(publishing))).toEqual(['active', 'paused', 'paused'])
  await db.sql`drop trigger stuck on accounts`
  expect(await suspendUnused(deps)).toBe(1)
})

test('those that are paused already cost no transaction, and a process that stops begins none', async () => {
  const worlds = [await anUnused(), await anUnused()]
  let transactions = 0
  const tx: typeof db.tx = (...args) => (transactions++, db.tx(...args))
  const deps = { ...worlds[0]!.deps, db: { ...db, tx } }
  expect([await suspendUnused(deps, () => false), transactions]).toEqual([0, 0])
  expect(await suspendUnused(deps)).toBe(2)
  transactions = 0
  expect([await suspendUnused(deps), transactions]).toEqual([0, 0])
})

test('a pause with an end loses it: nothing goes on for nobody', async () => {
  const world = await anUnused()
  const { deps, actor, accountId, clock } = world
  await pausePublishing(deps, actor, { accountId, until: new Date(clock.now.getTime() + 3_600_000) })
  expect(await suspendUnused(deps)).toBe(1)
  const [row] = await db.sql`select publishing, paused_because, paused_until from accounts where id = ${accountId}`
  expect(row).toEqual({ publishing: 'paused', paused_because: 'app_removed', paused_until: null })
  expect(await suspendUnused(deps)).toBe(0)
})
