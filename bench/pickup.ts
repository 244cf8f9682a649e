/** Lateness from sendAt to the platform call: 300 pins at random instants while 100,000 others are queued. Goal p50 10 ms, p99 50 ms. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MEDIA_LIMITS } from '../src/core/media/formats.js'
import type { Platform } from '../src/core/platform-port.js'
import { startEmbedded } from '../src/db/embedded.js'
import { migrate } from '../src/db/migrate.js'
import { openPool, type Pool } from '../src/db/pool.js'
import { makePublisher } from '../src/jobs/publisher.js'
import { makeLog } from '../src/log.js'
import { makePictures } from '../src/media/pictures.js'
import { migrationsDir } from '../src/root.js'
import { makeLocalStorage } from '../src/storage/local.js'
import { aMedia } from '../test/support/factories.js'
import { aWorld, type World } from '../test/support/world.js'
import { drawSample } from './support/sample.js'

const isSmoke = process.argv.includes('--smoke')
const QUEUED = isSmoke ? 5_000 : 100_000
const PINS = isSmoke ? 50 : 300
const WITHIN_MS = isSmoke ? 3_000 : 20_000
const START_IN_MS = 2_000
const BOARDS = 100

const wall = () => performance.timeOrigin + performance.now()

/** Answers at once and notes when it was asked. */
function anInstantPlatform(asked: Map<string, number>): Pick<Platform, 'createPin'> {
  let pins = 0
  return {
    async createPin(_access, { link }) {
      if (!asked.has(link)) asked.set(link, wall())
      return { kind: 'created', pinId: String(++pins), createdAt: null, requestId: null }
    },
  }
}

async function queue(
  db: Pool,
  world: World,
  mediaId: string,
  { count, from, withinMs, name }: { count: number; from: Date; withinMs: number; name: string },
) {
  await db.sql`
    with p as (
      insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, due_at, charge_number,
                         created_via, created_at, updated_at)
      select ${world.organizationId}, ${world.accountId}, 'queued', 'image', 'A pin', repeat('words ', 30),
             ${`https://example.com/${name}/`} || n, (1000 + n % ${BOARDS}::int)::text, at, at, 0, 'api', ${from}, ${from}
        from (select n, date_trunc('milliseconds', ${from}::timestamptz + random() * ${withinMs}::float8 * interval '1 ms') as at
                from generate_series(1, ${count}::int) n) q
      returning organization_id, id
    )
    insert into post_media (organization_id, post_id, position, media_id)
    select organization_id, id, 0, ${mediaId}
      from p`
}

const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-pickup-'))
const embedded = await startEmbedded(dir)
await migrate(embedded.url, migrationsDir, { now: new Date() })
const db = openPool(embedded.url, { max: 4, statementTimeoutMs: 120_000 })
try {
  const asked = new Map<string, number>()
  const platform = anInstantPlatform(asked) as Platform // nothing else of it is used
  const storage = makeLocalStorage({
    dir: path.join(dir, 'media'),
    publicUrl: () => '',
    secret: Buffer.from('bench'),
    clock: () => new Date(),
  })
  const pictures = makePictures({ limits: MEDIA_LIMITS })
  const parts = { platform, storage, pictures, log: makeLog('warn') }
  const made = await aWorld(db, { at: new Date(), parts })
  const world = { ...made, deps: { ...made.deps, clock: () => new Date(wall()) } }
  const mediaId = await aMedia(world)
  const [media] = await db.sql<[{ storage_key: string }]>`select storage_key from media where id = ${mediaId}`
  await storage.put(media.storage_key, await drawSample(), 'image/jpeg')
  const far = new Date(Date.now() + 86_400_000)
  await queue(db, world, mediaId, { count: QUEUED, from: far, withinMs: 30 * 86_400_000, name: 'far' })
  await db.sql`analyze posts`

  const publisher = makePublisher(world.deps)
  await publisher.start()
  const from = new Date(Date.now() + START_IN_MS)
  await queue(db, world, mediaId, { count: PINS, from, withinMs: WITHIN_MS, name: 'near' })
  await db.sql`select pg_notify('posts_due', '')`
  await new Promise((resolve) => setTimeout(resolve, START_IN_MS + WITHIN_MS + 2_000))
  await publisher.close()

  const due = await db.sql<{ url: string; at: Date; status: string }[]>`
    select url, send_at as at, status from posts where url like 'https://example.com/near/%'`
  const lateness = due.map(({ url, at }) => (asked.get(url) ?? Infinity) - at.getTime()).sort((a, b) => a - b)
  const at = (share: number) => lateness[Math.min(lateness.length - 1, Math.floor(share * lateness.length))]!.toFixed(1)
  const sent = due.filter(({ status }) => status === 'sent').length
  console.log(`${QUEUED} queued, ${PINS} pins within ${WITHIN_MS / 1000} s: ${sent} sent`)
  console.log(`lateness in ms: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, max ${at(1)} (goal: p50 10, p99 50)`)
  await pictures.close()
} finally {
  await db.close()
  await embedded.stop()
  rmSync(dir, { recursive: true, force: true })
}
