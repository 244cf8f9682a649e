/** Organizations, accounts, pins and bytes of the bench, and how long what they wait for takes. */
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { addBytes } from './bytes.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import type { Storage } from '../../../src/core/ports/deps.js'
import type { Pool } from '../../../src/db/pool.js'
import { aWorld, type World } from '../../../test/support/world.js'

export type Team = { world: World; key: string; accountIds: string[] }
export type Bench = { db: Pool; storage: Storage; api: string; platform: string; pid: number }

const BOARD = '101'

/** An organization with so many accounts; all of them publish to a board of their own. */
export async function aTeam(db: Pool, accounts: number): Promise<Team> {
  const world = await aWorld(db, { at: new Date() })
  const { key } = await createApiKey(world.deps, world.actor, { name: 'bench' })
  const more = await db.sql<{ id: string }[]>`
    with a as (
      insert into accounts (organization_id, platform_user_id, username, display_name, boards_read_at, created_at)
      select ${world.organizationId}, '8' || ${world.organizationId}::text || n, 'maker', 'The Maker', ${new Date()}, ${new Date()}
        from generate_series(2, ${accounts}::int) n
      returning organization_id, id
    ), c as (
      insert into connections (organization_id, account_id, access_token) select organization_id, id, 'pina' from a
    )
    select id from a`
  return { world, key, accountIds: [world.accountId, ...more.map(({ id }) => id)] }
}

export type Pins = {
  name: string
  /** Of each account, one after the other in `withinMs`. */
  count: number
  at: Date
  withinMs?: number
  mediaIds: string[]
  mediaType?: 'image' | 'video'
}

/** Queued pins with links `https://example.com/<name>/<account>/<n>`. */
export async function queue({ sql }: Pool, { world, accountIds }: Team, { mediaType = 'image', withinMs = 0, ...pins }: Pins) {
  const { organizationId } = world
  const { name, count, at, mediaIds } = pins
  await sql`
    with p as (
      insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, board_id, send_at, due_at,
                         charge_number, created_via, created_at, updated_at)
      select ${organizationId}, account, 'queued', ${mediaType}, 'A pin', 'What it shows',
             ${`https://example.com/${name}/`} || account || '/' || n, ${`example.com/${name}/`} || account || '/' || n, (${BOARD}::int + n)::text,
             ${at}::timestamptz + n * ${withinMs / count}::float8 * interval '1 ms', ${at}::timestamptz + n * ${withinMs / count}::float8 * interval '1 ms',
             1, 'api', ${new Date()}, ${new Date()}
        from unnest(${accountIds}::bigint[]) account, generate_series(0, ${count - 1}::int) n
      returning organization_id, id
    )
    insert into post_media (organization_id, post_id, position, media_id)
    select p.organization_id, p.id, m.position - 1, m.id
      from p, unnest(${mediaIds}::bigint[]) with ordinality m(id, position)`
  await sql`select pg_notify('posts_due', '')`
}

/** Stored as the version before stored it: as it was given, at any size. */
export async function keep(
  { db, storage }: Bench,
  { world }: Team,
  bytes: number,
  mediaType: 'image' | 'video' = 'image',
): Promise<string> {
  const { organizationId } = world
  const key = `media/${organizationId}/${randomBytes(8).toString('hex')}`
  await addBytes(storage, key, bytes)
  const [row] = await db.sql<[{ id: string }]>`
    insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, duration_ms, created_at)
    values (${organizationId}, ${randomBytes(18).toString('base64url')}, ${key}, ${mediaType === 'image' ? randomBytes(32) : null}, ${mediaType},
            ${mediaType === 'image' ? 'image/jpeg' : 'video/mp4'}, ${bytes}, 1000, 1500, ${mediaType === 'image' ? null : 1000}, ${new Date()})
    returning id`
  return row.id
}

/** How late the pins of `name` reached the platform, in ms, sorted. @throws Error when one never came */
export async function lateness({ db, platform }: Bench, name: string): Promise<number[]> {
  const came = new Map((await (await fetch(`${platform}/came`)).json()) as [string, number][])
  const pins = await db.sql<{ url: string; at: Date }[]>`
    select url, send_at as at from posts where url like ${`https://example.com/${name}/%`}`
  return pins
    .map(({ url, at }) => {
      const asked = came.get(url)
      if (asked === undefined) throw new Error(`${url} never came`)
      return asked - at.getTime()
    })
    .sort((a, b) => a - b)
}

export async function untilSent({ sql }: Pool, name: string, withinMs = 240_000): Promise<void> {
  const endsAt = Date.now() + withinMs
  for (;;) {
    const [row] = await sql<[{ left: number }]>`
      select count(*)::int as left from posts where url like ${`https://example.com/${name}/%`} and status <> 'sent'`
    if (row.left === 0) return
    if (Date.now() > endsAt) throw new Error(`${row.left} pins of ${name} were not sent within ${withinMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** One after the other, in ms, sorted; a refusal is no result. */
export async function timed(count: number, work: () => Promise<number>, pauseMs = 20): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const from = performance.now()
    const status = await work()
    if (status >= 300) throw new Error(`a neighbour was answered ${status}`)
    took.push(performance.now() - from)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return took.sort((a, b) => a - b)
}

export const get = (api: string, { key, world }: Team) =>
  fetch(`${api}/v1/accounts/${world.accountId}/posts?status=draft`, { headers: { authorization: `Bearer ${key}` } }).then(
    async (answer) => (await answer.arrayBuffer(), answer.status),
  )

export const me = (api: string, { key }: Team) =>
  fetch(`${api}/v1/me`, { headers: { authorization: `Bearer ${key}` } }).then(
    async (answer) => (await answer.arrayBuffer(), answer.status),
  )

/** What a click in Slack asks of the core, by the address that service.ts has for it. */
export const click = (api: string, { world, postId, what }: Team & { postId: string; what: 'move' | 'read' }) =>
  fetch(`${api}/bench/click`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ organizationId: world.organizationId, accountId: world.accountId, postId, what }),
  }).then(async (answer) => (await answer.arrayBuffer(), answer.status))

export const post = (api: string, { key }: Team, path: string, body: object) =>
  fetch(`${api}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** A slot, its bytes, and a draft that takes them. @returns the status of the last */
export async function attach(
  api: string,
  team: Team,
  { extension, bytes }: { extension: string; bytes: Buffer },
): Promise<number> {
  const asked = await post(api, team, '/media/uploads', { extension })
  if (asked.status !== 201) return asked.status
  const { data } = (await asked.json()) as { data: { upload: { uploadUrl: string; uploadId: string; contentType: string } } } // our own contract
  const { uploadUrl, uploadId, contentType } = data.upload
  const sent = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': contentType }, body: new Uint8Array(bytes) })
  if (sent.status !== 200) return sent.status
  const made = await post(api, team, `/accounts/${team.world.accountId}/posts`, { uploadId, title: 'A shelf' })
  await made.arrayBuffer()
  return made.status
}

/** Asks for slots until there are no more. @returns how many it got */
export async function slotsOf(api: string, team: Team): Promise<number> {
  for (let count = 0; ; count++) if ((await post(api, team, '/media/uploads', { extension: 'mp4' })).status === 429) return count
}

/** A connection whose body never comes. @returns a function that ends it */
export function dribble(api: string, { key }: Team): () => void {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': 1000 }
  const open = request(`${api}/v1/media/uploads`, { method: 'POST', headers })
  open.on('error', () => {})
  open.on('response', (answer) => answer.resume())
  open.write('{')
  return () => open.destroy()
}
