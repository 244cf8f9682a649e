/** An account deleted beside much that others of its organization have: no statement of it is long. */
import { afterAll, expect, test } from 'vitest'
import { deleteAccount } from '../../../src/core/care/deletion/begin.js'
import { workOnDeletions } from '../../../src/core/care/deletion/work.js'
import { openPool } from '../../../src/db/pool.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'

const { db, url } = await aDatabase()
const { sql } = db
/** Each takes a few ms; comparing each picture with each deleted post took seconds. */
const impatient = openPool(url, { max: 4, statementTimeoutMs: 1_500 })
afterAll(() => impatient.close())

test('the pictures of an account are forgotten in time, however many deleted posts its organization has', async () => {
  const world = await aWorld(db)
  const { deps, actor, organizationId, accountId, clock } = world
  const [{ id: besides }] = await sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${organizationId}, 'besides', 'besides', 'Besides', ${clock.now})
    returning id`
  await sql`
    insert into deleted_posts (organization_id, id, account_id, post, media_ids, attempts, deleted_at)
    select ${organizationId}, 1000000 + n, ${besides}, '{}', array[1000000 + n, 1000000 + n + 1], '[]', ${clock.now}
      from generate_series(1, 80000) n`
  await sql`
    with made as (
      insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, created_at)
      select ${organizationId}, 'token' || n, 'media/' || n, sha256(n::text::bytea), 'image', 'image/jpeg', 1000, 600, 900, ${clock.now}
        from generate_series(1, 200) n
      returning id
    ), posted as (
      insert into posts (organization_id, account_id, status, media_type, created_via, created_at, updated_at)
      select ${organizationId}, ${accountId}, 'draft', 'image', 'api', ${clock.now}, ${clock.now}
        from generate_series(1, 200)
      returning id
    )
    insert into post_media (organization_id, post_id, position, media_id)
    select ${organizationId}, p.id, 0, m.id
      from (select id, row_number() over () as n from posted) p
      join (select id, row_number() over () as n from made) m using (n)`
  await sql`analyze deleted_posts, media, post_media, posts`
  await deleteAccount(deps, actor, { accountId, name: 'maker' })
  const errors: object[] = []
  const log = { ...deps.log, error: (line: object) => void errors.push(line) }
  expect([await workOnDeletions({ ...deps, log, db: impatient }), errors]).toEqual([1, []])
  expect(await sql`select 1 from media where organization_id = ${organizationId}`).toEqual([])
  expect((await sql`select from deleted_posts where organization_id = ${organizationId}`).count).toBe(80_000)
})
