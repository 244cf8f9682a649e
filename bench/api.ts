/**
 * /v1 against a bare Fastify route with one equal statement, in the same run: GET one post, list 50, create a draft. Goal 0.7 of the requests a second. On a busy
 * machine the CPU of the two processes says more.
 */
import type { World } from '../test/support/world.js'
import { fireAt } from './support/fire.js'
import { startForked } from './support/forked.js'
import { withBench } from './support/world.js'
import { SAMPLE } from './support/sample.js'
import { isSmoke } from './support/options.js'

const SECONDS = isSmoke ? 1 : 3
const POSTS = 200

/** @returns the ids of the posts */
async function fill({ deps, organizationId, accountId }: World): Promise<string[]> {
  const at = new Date()
  await deps.db.sql`
    insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, created_at)
    values (${organizationId}, ${'x'.repeat(24)}, 'media/none', '\\x00', 'image', 'image/jpeg', 1, 100, 100, ${at})`
  await deps.db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, created_via, created_at, updated_at)
    select ${organizationId}, ${accountId}, 'draft', 'image', 'Pin ' || n, 'Made of oak', 'https://shop.test/' || n, '101', 'api', ${at}, ${at}
      from generate_series(1, ${POSTS}) n`
  await deps.db.sql`
    insert into post_media (organization_id, post_id, position, media_id)
    select p.organization_id, p.id, 0, m.id from posts p join media m using (organization_id) where p.organization_id = ${organizationId}`
  const rows = await deps.db.sql<{ id: string }[]>`
    select id from posts where organization_id = ${organizationId}`
  return rows.map(({ id }) => id)
}

await withBench(async ({ world, key, target }) => {
  const ids = await fill(world)
  const { organizationId, accountId } = world
  const service = await startForked(new URL('./support/api-server.js', import.meta.url), target)
  const yard = await startForked(new URL('./support/bare-server.js', import.meta.url), { ...target, organizationId, accountId })
  try {
    const api = `${service.url}/v1/accounts/${accountId}`
    const bareUrl = yard.url
    const body = JSON.stringify({ mediaUrl: SAMPLE, title: 'A shelf' })
    /** One after the other: what reads of the same post save is no part of the figure. */
    const each = (url: string) => ({ url, paths: ids.map((id) => `${new URL(url).pathname}/${id}`) })
    const rows = [
      { what: 'GET one post', ours: each(`${api}/posts`), theirs: each(`${bareUrl}/posts`) },
      { what: 'list 50', ours: { url: `${api}/posts?status=draft` }, theirs: { url: `${bareUrl}/posts` } },
      { what: 'create draft', ours: { url: `${api}/posts`, body }, theirs: { url: `${bareUrl}/posts`, body } },
    ]
    for (const { what, ours, theirs } of rows) {
      // bare, ours, bare: the machine's mood counts on both sides
      const before = await fireAt({ ...theirs, seconds: SECONDS }, yard.pid)
      const found = await fireAt({ ...ours, seconds: SECONDS, headers: { authorization: `Bearer ${key}` } }, service.pid)
      const after = await fireAt({ ...theirs, seconds: SECONDS }, yard.pid)
      const bare = { rate: (before.rate + after.rate) / 2, cpuMs: (before.cpuMs + after.cpuMs) / 2 }
      const rates = `${found.rate.toFixed(0).padStart(6)} of ${bare.rate.toFixed(0).padStart(6)} req/s = ${(found.rate / bare.rate).toFixed(2)}`
      const costs = `CPU ${found.cpuMs.toFixed(3)} ms a request, bare ${bare.cpuMs.toFixed(3)} = ${(bare.cpuMs / found.cpuMs).toFixed(2)}`
      console.log(`${what.padEnd(14)} ${rates}; ${costs}`)
    }
  } finally {
    service.stop()
    yard.stop()
  }
})
