/** A database that went back to a backup, beside a Pinterest that did not. */
import sharp from 'sharp'
import { beforeEach } from 'vitest'
import { resumePublishing } from '../../../../src/core/accounts/publishing.js'
import { HOUR_MS } from '../../../../src/core/lib/duration.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { compareAccount, type Compared } from '../../../../src/core/care/restores/compare.js'
import { type Comparison, listComparisons } from '../../../../src/core/care/restores/comparisons.js'
import { settleRestored } from '../../../../src/core/care/restores/settle-restored.js'
import type { Pool } from '../../../../src/db/pool.js'
import { addPin } from '../../../../src/sandbox/platform/seed-api.js'
import { aPublishWorld } from '../../../publish/support/support.js'

const picture = sharp({ create: { width: 200, height: 300, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()

/** One for a test file. Each test has days of its own, which begin with the backup. */
export async function aRestoreWorld(db: Pool) {
  const world = await aPublishWorld(db)
  const { deps, actor, organizationId, accountId, clock } = world
  const { sql } = db
  let backupAt = clock.now
  const inHours = (hours: number) => new Date(backupAt.getTime() + hours * HOUR_MS)

  beforeEach(async () => {
    clock.advance(72 * HOUR_MS)
    await sql`delete from posts`
    await sql`delete from sim_pins`
    await sql`delete from outbox`
    await sql`delete from comparisons`
    await sql`
      update accounts
         set publishing = 'active', paused_because = null, while_paused = 'wait', token_status = 'authorized', tells_published = false`
    backupAt = clock.now
  })

  /** Pinterest has it since then: the service that is lost sent it. */
  async function published(
    { title, description, url, boardId }: Post,
    at: Date,
    other: Partial<{ title: string; boardId: string; sectionId: string }> = {},
  ): Promise<string> {
    const pin = await addPin(sql, {
      boardId: other.boardId ?? boardId!,
      ...(other.sectionId !== undefined && { sectionId: other.sectionId }),
      title: other.title ?? title,
      description,
      link: url,
      altText: null,
      createdAt: at,
      picture: { contentType: 'image/jpeg', bytes: await picture },
    })
    return pin.id
  }

  /** So long after the backup. @param of how long after it another one was taken, which is restored instead */
  async function restore(hours = 24, of = 0): Promise<void> {
    clock.now = inHours(hours)
    await db.tx((tx) => settleRestored(tx, { backupAt: inHours(of), now: clock.now }, {}))
  }

  async function comparison(): Promise<Comparison> {
    const [one] = await listComparisons(sql, { organizationId, accountId })
    return one!
  }

  const compare = async (): Promise<Compared> => compareAccount(deps, actor, await comparison())
  const resume = () => resumePublishing(deps, actor, { accountId })
  const pinsOf = async ({ url }: Post) => (await world.simulator.state()).pins.filter(({ link }) => link === url)
  return { world, inHours, published, restore, comparison, compare, resume, pinsOf, backupAt: () => backupAt }
}
