import { expect, test } from 'vitest'
import type { Storage } from '../../src/core/ports.js'
import { purgeExpired } from '../../src/core/purge.js'
import { aDatabase } from '../support/database.js'
import { aWorld, START } from '../support/world.js'

const { db } = await aDatabase()

test('staged bytes past their time are deleted at the next purge, however many there are', async () => {
  const removed = new Set<string>()
  const storage = { remove: async (key) => void removed.add(key) } satisfies Partial<Storage>
  const world = await aWorld(db, { parts: { storage: storage as unknown as Storage } }) // all that purging asks
  await db.sql`
    insert into uploads (organization_id, secret_hash, storage_key, extension, media_type, content_type, url_expires_at, expires_at, created_at)
    select ${world.organizationId}, int4send(n), 'staged/' || n, 'jpg', 'image', 'image/jpeg', ${START}, ${START}, ${START}
      from generate_series(1, 501) n`
  await purgeExpired(world.deps)
  expect(removed.size).toBe(501)
})
