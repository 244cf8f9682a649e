/** A list of 100 of one account with very many posts, against the same list of one with a thousand, in the same tables. */
import type { Pool } from '../../../src/db/pool.js'
import { aWorld, type World } from '../../../test/support/world.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { fire } from '../fire.js'
import { startForked } from '../forked.js'
import type { Bench } from '../world.js'

const FEW = 1_000

export async function measureListing(
  { db, target }: Bench,
  { posts, seconds }: { posts: number; seconds: number },
): Promise<void> {
  const few = await aWorld(db)
  const many = await aWorld(db)
  await fill(db, few, FEW)
  await fill(db, many, posts)
  await db.sql`vacuum analyze posts`
  await db.sql`vacuum analyze post_media`
  const service = await startForked(new URL('../api-server.js', import.meta.url), target)
  try {
    const window = 'startDate=2020-01-01T00:00:00Z&endDate=2040-01-01T00:00:00Z'
    for (const query of ['status=queued', `status=queued&${window}`, 'status=draft', `status=sent&${window}`]) {
      const of = async ({ deps, actor, accountId }: World) => ({
        url: `${service.url}/v1/accounts/${accountId}/posts?limit=100&${query}`,
        headers: { authorization: `Bearer ${(await createApiKey(deps, actor, { name: 'bench' })).key}` },
        seconds,
      })
      const [mine, theirs] = [await of(many), await of(few)]
      const before = await fire(theirs)
      const found = await fire(mine)
      const after = await fire(theirs)
      const yardstick = (before + after) / 2
      console.log(
        `list 100, ${query.slice(0, 20).padEnd(20)} of ${posts}: ${found.toFixed(0)} req/s, of ${FEW}: ${yardstick.toFixed(0)} = ${(yardstick / found).toFixed(2)} times (bar 2)`,
      )
    }
  } finally {
    service.stop()
  }
}

/** A third each of drafts, queued and sent ones; every post with its picture. */
async function fill(db: Pool, { organizationId, accountId }: World, posts: number): Promise<void> {
  const at = new Date()
  const { sql } = db
  await sql`
    insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, created_at)
    values (${organizationId}, ${'x'.repeat(24)}, 'media/none', '\\x00', 'image', 'image/jpeg', 1, 100, 100, ${at})`
  await sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, board_id, send_at, due_at,
                       pin_id, sent_at, created_via, created_at, updated_at)
    select ${organizationId}, ${accountId}, (array['draft', 'queued', 'sent'])[1 + n % 3], 'image', 'Pin ' || n, 'Made of oak',
           'https://shop.test/' || n, 'shop.test/' || n, '101',
           case n % 3 when 1 then ${at}::timestamptz + n * interval '5 minutes' when 2 then ${at}::timestamptz - n * interval '1 minute' end,
           case n % 3 when 1 then ${at}::timestamptz + n * interval '5 minutes' end,
           case n % 3 when 2 then n::text end, case n % 3 when 2 then ${at}::timestamptz - n * interval '1 minute' end,
           'api', ${at}::timestamptz - n * interval '1 second', ${at}
      from generate_series(1, ${posts}) n`
  await sql`
    insert into post_media (organization_id, post_id, position, media_id)
    select p.organization_id, p.id, 0, m.id
      from posts p
      join media m on m.organization_id = p.organization_id
     where p.organization_id = ${organizationId}`
}
