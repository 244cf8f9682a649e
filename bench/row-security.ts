/**
 * What row-level security would cost as a second lock: reads as they are, against the same by a role that sees an organization's rows only
 * after `set local` of it, in one transaction a request. Then the filter is forgotten on purpose. Processor time of both sides, in one run.
 * @see docs/decisions.md#42-row-level-security
 */
import { listPosts, readPost } from '../src/core/posts/list.js'
import type { Deps, Sql } from '../src/core/ports/deps.js'
import { openPool, type Pool } from '../src/db/pool.js'
import { postgresCpuMs } from './support/cpu.js'
import { withBench } from './support/world.js'
import { isSmoke } from './support/options.js'

const MS = isSmoke ? 500 : 3_000
const ROUNDS = isSmoke ? 1 : 3
const POSTS = 20_000
const SIDE_BY_SIDE = 8

type Read = (deps: Deps) => Promise<unknown>

/** The policy on each table that has an organization, and a role that it holds for. */
async function lock({ sql }: Pool): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name
      from information_schema.columns
     where table_schema = 'public' and column_name = 'organization_id'`
  await sql`create role tenant login password 'tenant'`
  await sql`grant select, insert, update, delete on all tables in schema public to tenant`
  for (const { name } of tables) {
    await sql`alter table ${sql(name)} enable row level security`
    await sql`
      create policy tenant on ${sql(name)}
        using (organization_id = nullif(current_setting('app.organization', true), '')::bigint)`
  }
}

await withBench(async ({ db, world, target }) => {
  const { deps, actor, organizationId, accountId } = world
  const at = new Date()
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, created_via, created_at, updated_at)
    select ${organizationId}, ${accountId}, 'draft', 'image', 'Pin ' || n, 'Made of oak', 'https://shop.test/' || n, '101', 'api', ${at}, ${at}
      from generate_series(1, ${POSTS}::int) n`
  const [last] = await db.sql<[{ id: string }]>`select max(id) as id from posts where organization_id = ${organizationId}`
  await lock(db)
  await db.sql`analyze`
  const [postmaster] = await db.sql<[{ pid: number }]>`
    select (regexp_split_to_array(pg_read_file('postmaster.pid'), E'\\n'))[1]::int as pid`

  const tenantUrl = new URL(target.url)
  Object.assign(tenantUrl, { username: 'tenant', password: 'tenant' })
  const [owner, tenant] = [openPool(target.url, { max: 10 }), openPool(tenantUrl.href, { max: 10 })]
  const inside = (sql: Sql): Deps => ({ ...deps, db: { ...tenant, sql } })
  const plainly = (read: Read) => () => read({ ...deps, db: owner })
  const locked = (read: Read) => () =>
    tenant.tx(async (sql) => {
      await sql`select set_config('app.organization', ${organizationId}, true)`
      return read(inside(sql))
    })

  const measure = async (work: () => Promise<unknown>) => {
    const until = performance.now() + MS
    const from = { ours: process.cpuUsage(), theirs: postgresCpuMs(postmaster.pid) }
    let times = 0
    const one = async () => {
      for (; performance.now() < until; times++) await work()
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, one))
    const ours = process.cpuUsage(from.ours)
    return { ours: (ours.user + ours.system) / 1000 / times, theirs: (postgresCpuMs(postmaster.pid) - from.theirs) / times }
  }

  const reads: [string, Read][] = [
    ['one post', (parts) => readPost(parts, actor, { accountId, postId: last.id })],
    [
      'list of 50',
      (parts) =>
        listPosts(parts, actor, {
          accountId,
          status: 'draft',
          limit: 50,
          cursor: null,
          startDate: null,
          endDate: null,
          failed: undefined,
        }),
    ],
  ]
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const [what, read] of reads) {
        const [plain, behind] = [await measure(plainly(read)), await measure(locked(read))]
        const sum = ({ ours, theirs }: { ours: number; theirs: number }) => ours + theirs
        const words = (cost: { ours: number; theirs: number }) => `${cost.ours.toFixed(3)} + ${cost.theirs.toFixed(3)} ms`
        console.log(
          `${what.padEnd(11)} ${words(plain)} of process and Postgres, behind the lock ${words(behind)}: ${(sum(behind) / sum(plain)).toFixed(2)} times`,
        )
      }
    const [forgotten] = await tenant.sql<[{ seen: number }]>`select count(*)::int as seen from posts`
    console.log(`without an organization the role sees ${forgotten.seen} of ${POSTS} posts`)
    if (forgotten.seen > 0) process.exitCode = 1
  } finally {
    await Promise.all([owner.close(), tenant.close()])
  }
})
