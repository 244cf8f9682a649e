/** A migrated database of its own with one organization, its key, and a folder that goes when the bench ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApiKey } from '../../src/core/accounts/keys/create.js'
import { startEmbedded } from '../../src/db/embedded/embedded.js'
import { migrate } from '../../src/db/migrations/migrate.js'
import { openPool, type Pool } from '../../src/db/pool.js'
import { migrationsDir } from '../../src/root.js'
import { aWorld, type World } from '../../test/support/world.js'

export type Bench = { db: Pool; world: World; key: string; target: { url: string; dir: string } }

/** @param options settings: of the server, beside ours */
export async function withBench(
  work: (bench: Bench) => Promise<void>,
  { settings = {} }: { settings?: Record<string, string> } = {},
): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-bench-'))
  const embedded = await startEmbedded(dir, 'app', { settings })
  try {
    await migrate(embedded.url, migrationsDir, { now: new Date() })
    const db = openPool(embedded.url, { max: 2, statementTimeoutMs: 600_000 })
    try {
      const world = await aWorld(db)
      const { key } = await createApiKey(world.deps, world.actor, { name: 'bench' })
      await work({ db, world, key, target: { url: embedded.url, dir: path.join(dir, 'media') } })
    } finally {
      await db.close()
    }
  } finally {
    await embedded.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
