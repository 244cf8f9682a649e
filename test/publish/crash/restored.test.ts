/** The drill: the database is lost while pins go out, comes back from a backup that was taken meanwhile, and no pin is lost or there twice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runCommand } from '../../../src/cli/run.js'
import { resumePublishing } from '../../../src/core/accounts/publishing.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { aDatabase, anEmptyDatabase } from '../../support/database.js'
import { aDraft, HOUR_MS } from '../../support/factories.js'
import { killWorkers } from '../../support/worker.js'
import { aWorkerWorld, endOf, ONCE, someBoards } from '../../support/worker-world.js'
import { NO_OTHERS } from '../../cli/operator.js'
import { aFile, aPlace, localStore } from '../../service/backup/support/place.js'
import { aPin, givePicture } from '../support/support.js'

const PINS = 40
const SECOND_MS = 1_000
const lost = await aDatabase()
const restored = await anEmptyDatabase()
const platform = await aDatabase() // what Pinterest knows is not lost with our database
const world = await aWorkerWorld(lost, { platformDb: platform.db })
const boards = await someBoards(world, 8, platform.db)
const place = aPlace(lost.url, {}, undefined, world.deps.storage)
await place.claim()
const media = mkdtempSync(path.join(tmpdir(), 'pinslot-drill-'))

afterAll(async () => {
  killWorkers()
  await world.close()
  rmSync(media, { recursive: true, force: true })
})

/** The world as it is after the restore. */
const again = { ...world, deps: { ...world.deps, db: restored.db, storage: localStore(media) } }

async function admin(...args: string[]) {
  const said: string[] = []
  const code = await runCommand(args, {
    out: (line) => void said.push(line),
    err: (line) => void said.push(line),
    open: async () => ({ deps: again.deps, close: async () => {} }),
    ...NO_OTHERS,
  })
  return { code, said: said.join('\n') }
}

const sentOf = async ({ deps: { db } }: Pick<typeof world, 'deps'>) =>
  (await db.sql<[{ sent: number }]>`select count(*)::int as sent from posts where status = 'sent'`)[0].sent
const pinsOf = async () => (await world.simulator.state()).pins

test('backup under load, loss, restore, comparison, resumption: each pin is there once, and every byte', {
  timeout: 300_000,
}, async () => {
  const { accountId, actor } = world
  const at = (ms: number) => ({ kind: 'at', at: new Date(ms) }) as const
  const drafts: Post[] = []
  for (let n = 0; n < PINS; n++) {
    const boardId = boards[n % boards.length]!
    drafts.push(await aDraft(world, { title: `Pin number ${n}`, url: `https://example.com/drill/${n}`, boardId }))
  }
  const start = world.clock.now.getTime() + 4 * SECOND_MS
  const posts: Post[] = []
  for (const [n, { id: postId }] of drafts.entries())
    posts.push(await schedulePost(world.deps, actor, { accountId, postId, when: at(start + n * 400) }))
  const draft = await aDraft(world, { title: 'A draft', url: 'https://example.com/drill/draft', boardId: '101' })
  const later = await aPin(world, {
    title: 'Later',
    url: 'https://example.com/drill/later',
    boardId: '102',
    at: new Date(start + HOUR_MS),
  })
  await givePicture(world)
  await world.simulator.fault({ operation: 'create_pin', fault: 'commit_then_hang', times: 2 })

  const worker = await world.worker({ loops: ['publisher', 'outbox'] })
  await worker.start()
  await vi.waitUntil(async () => (await sentOf(world)) >= 6, { timeout: 120_000, interval: 50 })
  const file = aFile()
  const taken = await place.backup({ to: file })
  expect(taken.media.missing).toBe(0)

  // The service goes on: what was planned, a draft of the backup, a pin that is moved to now, and one that the backup knows nothing of.
  const unknown = await aDraft(world, {
    title: 'Unknown to the backup',
    url: 'https://example.com/drill/unknown',
    boardId: '101',
  })
  await givePicture(world, unknown)
  for (const { id: postId } of [draft, later, unknown]) {
    const when = at(world.clock.now.getTime() + 3 * SECOND_MS) // a busy machine takes a second to write it down
    await schedulePost(world.deps, actor, { accountId, postId, when })
  }
  const gone = ['draft', 'later', 'unknown'].map((name) => `https://example.com/drill/${name}`)
  await vi.waitUntil(
    async () => {
      const links = (await pinsOf()).map(({ link }) => link)
      return links.length >= 25 && gone.every((link) => links.includes(link))
    },
    { timeout: 120_000, interval: 50 },
  )
  await worker.kill()
  const there = (await pinsOf()).length

  const back = aPlace(restored.url, {}, undefined, localStore(media))
  const done = await back.restore({ from: file })
  expect(done).toMatchObject({ accounts: 1, stored: taken.media.objects, rows: taken.rows })
  for (const { key } of await restored.db.sql<{ key: string }[]>`select storage_key as key from media`)
    expect((await again.deps.storage.read(key)).equals(await world.deps.storage.read(key))).toBe(true)

  // Nothing goes out before somebody has compared, whoever asks.
  const other = await world.worker({ url: restored.url, storageDir: path.join(media, 'media'), loops: ['publisher', 'outbox'] })
  await other.start()
  await expect(resumePublishing(again.deps, actor, { accountId })).rejects.toMatchObject({ details: { reason: 'not_compared' } })
  await other.drain()
  expect((await pinsOf()).length).toBe(there)

  const compared = await admin('compare')
  expect(compared.code, compared.said).toBe(0)
  expect(compared.said).toContain('stays paused until --resume')
  // All that is there is a post's, but for the one that the backup does not know.
  await vi.waitUntil(async () => (await sentOf(again)) === there - 1, { timeout: 60_000, interval: 100 })
  expect((await pinsOf()).length).toBe(there)
  const resumed = await admin('compare', '--resume')
  expect(resumed.said).toContain('Resumed.')

  const due = [...posts, draft, later]
  await vi.waitUntil(async () => (await sentOf(again)) >= due.length, { timeout: 180_000, interval: 100 })
  const ends = await Promise.all(due.map(async (post) => ({ title: post.title, ...(await endOf(again, post)) })))
  // The draft was charged for in the database that is lost.
  expect(ends).toEqual(due.map((post) => ({ title: post.title, ...ONCE, charged: post === draft ? 0 : 1 })))
  expect((await pinsOf()).length).toBe(due.length + 1)
  await other.close()
})
