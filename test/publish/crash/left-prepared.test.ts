/** The migrations that end the state `prepared`, over a database in which a version of old has left one. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../../src/db/migrations/migrate.js'
import { migrationsDir } from '../../../src/root.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aPin, aPublisher, aPublishWorld, attemptsOf, MINUTE_MS, pinsOf, reread, SECOND_MS, workFor } from '../support/support.js'

const { db, url } = await aDatabase()
const world = await aPublishWorld(db)

async function migrateAgain(): Promise<string[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-migrations-'))
  for (const file of readdirSync(migrationsDir).filter((name) => /^022[0-2]_.*\.sql$/.test(name)))
    cpSync(path.join(migrationsDir, file), path.join(dir, file))
  try {
    return await migrate(url, dir, { table: 'migrated_again', now: world.clock.now })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

test('a pin whose worker died in the state prepared goes out once, and nothing can be prepared any more', async () => {
  const dies = aPublisher(world, { atFailpoint: () => Promise.reject(new Error('killed')) })
  const post = await aPin(world)
  await workFor(world, MINUTE_MS + SECOND_MS, [dies])
  expect((await reread(world, post)).status).toBe('uploading')
  await db.sql`alter table publish_attempts drop constraint publish_attempts_state_check`
  await db.sql`
    alter table publish_attempts add constraint publish_attempts_state_check
      check (state in ('claimed', 'prepared', 'sending', 'confirmed', 'refused', 'retry', 'unknown', 'found', 'absent', 'ambiguous'))`
  const prepare = () => db.sql`
    update publish_attempts
       set state = 'prepared'
     where organization_id = ${world.organizationId}
       and post_id = ${post.id}`
  await prepare()

  expect(await migrateAgain()).toHaveLength(3)
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'claimed' }])
  await expect(prepare()).rejects.toThrow('publish_attempts_state_check')
  const checks = await db.sql`
    select convalidated as "isValid" from pg_constraint where conname = 'publish_attempts_state_check'`
  expect(checks).toEqual([{ isValid: true }])

  await workFor(world, HOUR_MS)
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'retry' }, { state: 'confirmed' }])
  expect(await pinsOf(world, post)).toHaveLength(1)
})
