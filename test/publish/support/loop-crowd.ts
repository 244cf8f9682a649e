/** Many posts and accounts at once, and a platform that answers as the test says: for what the loop does under load. */
import type { CreatePinAnswer, NewPin, Platform } from '../../../src/core/ports/platform.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import type { Pool } from '../../../src/db/pool.js'
import { makePublisher, type PublisherOptions } from '../../../src/jobs/publisher.js'
import { aMedia } from '../../support/factories.js'
import { aGate } from '../../support/gate.js'
import { aWorld, type World } from '../../support/world.js'

export type AskedPlatform = {
  /** Links, in the order of the requests for their pins. */
  asked: string[]
  /** Requested and not answered. */
  open: Set<string>
  platform: Platform
}

/** @param answer what comes of a create; default: a pin with a number of its own, at once */
export function aPlatform(
  answer: (pin: NewPin, number: number) => Promise<CreatePinAnswer> | undefined = () => undefined,
): AskedPlatform {
  const asked: string[] = []
  const open = new Set<string>()
  const createPin: Platform['createPin'] = async (_access, pin) => {
    asked.push(pin.link)
    open.add(pin.link)
    const made = await (answer(pin, asked.length) ?? Promise.resolve(created(String(asked.length))))
    open.delete(pin.link)
    return made
  }
  return { asked, open, platform: { createPin } as Platform } // nothing else of it is used
}

export const created = (pinId: string): CreatePinAnswer => ({ kind: 'created', pinId, createdAt: null, requestId: null })

/** An organization with one account whose pictures need no bytes. */
export async function aCrowdWorld(db: Pool, { platform }: AskedPlatform, parts: Partial<Deps> = {}): Promise<World> {
  const storage = { read: async () => Buffer.alloc(1) } as unknown as Deps['storage'] // nothing else of either is used
  const pictures = { forPlatform: async (bytes: Buffer) => ({ contentType: 'image/jpeg', bytes }) } as unknown as Deps['pictures']
  return aWorld(db, { parts: { platform, storage, pictures, ...parts } })
}

/** Another organization with an account, of the same service. */
export async function besides(db: Pool, world: World): Promise<World> {
  const other = await aWorld(db, { at: world.clock.now })
  return { ...other, deps: world.deps, clock: world.clock }
}

export type Crowd = { count: number; at: Date; name: string; boards?: number; mediaType?: 'image' | 'video' }

/** Queued posts with links `https://example.com/<name>/<n>` on `boards` boards; default: each on its own. */
export async function aCrowd(world: World, { count, at, name, boards = count, mediaType = 'image' }: Crowd): Promise<void> {
  const { deps, organizationId, accountId, clock } = world
  const mediaId = await aMedia(world)
  await deps.db.sql`
    with p as (
      insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, due_at,
                         created_via, created_at, updated_at)
      select ${organizationId}, ${accountId}, 'queued', ${mediaType}, 'A pin', 'What it shows', ${`https://example.com/${name}/`} || n,
             (500 + n % ${boards}::int)::text, ${at}, ${at}, 'api', ${clock.now}, ${clock.now}
        from generate_series(1, ${count}::int) n
      returning organization_id, id
    )
    insert into post_media (organization_id, post_id, position, media_id)
    select organization_id, id, 0, ${mediaId}
      from p`
}

export const crowdPublisher = ({ deps }: World, options: PublisherOptions = {}) => makePublisher(deps, options)

export async function statusesOf({ deps, organizationId }: World): Promise<Record<string, number>> {
  const rows = await deps.db.sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count
      from posts
     where organization_id = ${organizationId}
     group by status`
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** Somebody's transaction that keeps the locks of `lock` until released. */
export async function holding(db: Pool, lock: (sql: Parameters<Parameters<Pool['tx']>[0]>[0]) => Promise<unknown>) {
  const held = aGate()
  const gate = aGate()
  const transaction = db.tx(async (sql) => {
    await lock(sql)
    held.open()
    await gate.passed
  })
  await Promise.race([held.passed, transaction])
  return async () => {
    gate.open()
    await transaction
  }
}
