/** A world whose pins go out: the simulated platform, real bytes, and a publisher that works when the test says so. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { MEDIA_LIMITS } from '../../../src/core/media/formats.js'
import type { Post } from '../../../src/core/posts/post.js'
import type { Pool } from '../../../src/db/pool.js'
import type { Loop } from '../../../src/jobs/loop.js'
import { makePublisher, type PublisherOptions } from '../../../src/jobs/publisher.js'
import { makeTags } from '../../../src/jobs/tags.js'
import { makeVideos, type VideosOptions } from '../../../src/jobs/videos.js'
import { makePictures } from '../../../src/media/pictures.js'
import { makeLocalStorage } from '../../../src/storage/local.js'
import { aQueuedPost, type DraftFields, readFields } from '../../support/factories.js'
import { startSimulator, type Simulator } from '../../support/simulator.js'
import { aWorld, START, type SettableClock, type World, type WorldOptions } from '../../support/world.js'

export { MINUTE_MS, SECOND_MS } from '../../../src/core/lib/duration.js'

/** Faults that hang take this long; a busy machine answers within it. */
const TIMEOUT_MS = 1_200

export type PublishWorld = World & { simulator: Simulator }

type PublishWorldOptions = WorldOptions & { pacing?: boolean; timeoutMs?: number }

/** One for a test file: its simulator knows one account. @param options `pacing`: the client keeps below the limits */
export async function aPublishWorld(db: Pool, options: PublishWorldOptions = {}): Promise<PublishWorld> {
  const { pacing = false, timeoutMs = TIMEOUT_MS } = options
  const clock: SettableClock = { now: START, advance: (ms) => void (clock.now = new Date(clock.now.getTime() + ms)) }
  const meter = options.parts?.meter
  const client = { timeoutMs, pacing, ...(meter && { onCall: meter.platformCalled }) }
  const simulator = await startSimulator(db, clock, client)
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-publish-'))
  const storage = makeLocalStorage({ dir, publicUrl: () => 'http://127.0.0.1', secret: Buffer.alloc(32), clock: () => clock.now })
  const pictures = makePictures({ limits: MEDIA_LIMITS })
  const world = await aWorld(db, { ...options, parts: { platform: simulator.platform, storage, pictures, ...options.parts } })
  const deps: World['deps'] = {
    ...world.deps,
    clock: () => new Date(clock.now),
    settings: { ...world.deps.settings, sendTimeoutMs: timeoutMs },
  }
  afterAll(async () => {
    await simulator.close()
    await pictures.close()
    rmSync(dir, { recursive: true, force: true })
  })
  return { ...world, deps, clock, simulator }
}

const picture = sharp({ create: { width: 200, height: 300, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()

/** Queued, with a picture behind it. */
export async function aPin(world: World, fields: DraftFields & { at?: Date } = {}): Promise<Post> {
  const post = await aQueuedPost(world, { at: new Date(world.clock.now.getTime() + MINUTE_MS), ...fields })
  await givePicture(world, post)
  return post
}

/** @param post whose media alone are stored; absent: those of all */
export async function givePicture({ deps, organizationId }: World, post?: Pick<Post, 'id'>): Promise<void> {
  const media = await deps.db.sql<{ key: string }[]>`
    select storage_key as key
      from media
     where organization_id = ${organizationId}
       and (${post?.id ?? null}::bigint is null or id in (
             select media_id from post_media where organization_id = ${organizationId} and post_id = ${post?.id ?? null}))`
  for (const { key } of media) if (!(await deps.storage.stat(key))) await deps.storage.put(key, await picture, 'image/jpeg')
}

/** A worker of its own, as another process would be. */
export const aPublisher = ({ deps }: World, options: PublisherOptions = {}) => makePublisher(deps, options)
export const aVideoWorker = ({ deps }: World, options: VideosOptions = {}) => makeVideos(deps, options)
export const aTagsWorker = ({ deps }: World) => makeTags(deps)
const everyWorker = (world: World): Loop[] => [aPublisher(world), aVideoWorker(world), aTagsWorker(world)]

/** Moves the clock to each due time and processes what is due, until `untilMs` from now. */
export async function workFor(world: World, ms: number, loops: Loop[] = everyWorker(world)): Promise<void> {
  const until = world.clock.now.getTime() + ms
  for (;;) {
    while ((await Promise.all(loops.map((one) => one.drain()))).some(Boolean)); // one may make work for another
    const times = (await Promise.all(loops.map((one) => one.nextDue()))).filter((at) => at !== null)
    const next = Math.min(...times.map((at) => at.getTime()))
    if (next > until) break
    if (next > world.clock.now.getTime()) world.clock.now = new Date(next)
  }
  world.clock.now = new Date(until)
}

export const reread = ({ deps, actor, accountId }: World, { id }: Post): Promise<Post> =>
  readFields(deps, actor, { accountId, postId: id })

export const attemptsOf = async ({ deps, organizationId }: World, { id }: Post) => [
  ...(await deps.db.sql<{ number: number; state: string; reason: string | null }[]>`
    select number, state, reason
      from publish_attempts
     where organization_id = ${organizationId} and post_id = ${id}
     order by number`),
]

/** Pins on the platform with this post's link. */
export async function pinsOf({ simulator }: PublishWorld, { url }: { url: string | null }): Promise<string[]> {
  const { pins } = await simulator.state()
  return pins.filter((pin) => pin.link === url).map((pin) => pin.id)
}

export const noticesOf = async ({ deps, organizationId }: World, { id }: Post) =>
  (
    await deps.db.sql<{ notice: { kind: string; postId?: string; refunded?: boolean; reason?: string } }[]>`
      select notice
        from outbox
       where organization_id = ${organizationId} and notice ->> 'postId' = ${id}
       order by id`
  ).map(({ notice }) => notice)
