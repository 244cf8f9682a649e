/** Teams with accounts and boards, and the pins they put on the schedule. */
import sharp from 'sharp'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { urlKeyOf } from '../../../src/core/lib/http/url.js'
import { addBoard, addSection, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aMedia } from '../../../test/support/factories.js'
import { aVideo } from '../../../test/support/videos.js'
import { aWorld, type World } from '../../../test/support/world.js'
import type { SoakWorld } from './world.js'
import type { Chance, SoakOptions } from './options.js'

export type Team = World & {
  username: string
  userId: string
  boardIds: string[]
  /** Of each board. */
  sections: Map<string, string[]>
  media: { images: string[]; video: string }
}

const CREDITS = 1_000_000
const FILM_MS = 42_000

export async function someTeams(soakWorld: SoakWorld, { accounts, boards }: SoakOptions): Promise<Team[]> {
  const teams: Team[] = []
  for (let n = 1; n <= accounts; n++) teams.push(await aTeam(soakWorld, n, boards))
  return teams
}

async function aTeam(soakWorld: SoakWorld, n: number, boards: number): Promise<Team> {
  const { db, platformDb, serviceClock, simulator, storage } = soakWorld
  const at = serviceClock.now()
  const world = await aWorld(db, { at, credits: CREDITS, parts: { platform: simulator.platform, storage } })
  const { organizationId, accountId } = world
  const username = `team-${n}`
  const user = { id: `90${n}00`, username, displayName: 'A team', isBusiness: true, createdAt: at }
  const { id: userId, accessToken, refreshToken } = await addUser(platformDb.sql, user)
  const boardIds = []
  for (let board = 0; board < boards; board++)
    boardIds.push((await addBoard(platformDb.sql, { ownerId: userId, name: `Board ${board}`, createdAt: at })).id)
  const sections = new Map<string, string[]>()
  for (const boardId of boardIds)
    sections.set(
      boardId,
      await Promise.all(['One', 'Two'].map(async (name) => (await addSection(platformDb.sql, { boardId, name })).id)),
    )
  const { sql } = db
  await sql`
    update accounts
       set platform_user_id = ${userId}, username = ${username}, notify_channel_id = ${`C${n}`}
     where organization_id = ${organizationId} and id = ${accountId}`
  await sql`
    update connections
       set access_token = ${Buffer.from(accessToken)}, refresh_token = ${Buffer.from(refreshToken)}
     where organization_id = ${organizationId} and account_id = ${accountId}`
  await sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at, sections_read_at)
    select ${organizationId}, ${accountId}, id, 'Board ' || id, 'public', ${at}, ${at}
      from unnest(${boardIds}::text[]) as w(id)`
  await sql`
    insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at)
    select ${organizationId}, ${accountId}, w.board_id, w.id, 'Section', ${at}
      from jsonb_to_recordset(${sql.json(sectionRows(sections))}) as w(board_id text, id text)`
  await sql`insert into slack_installations (organization_id, team_id, installed_at) values (${organizationId}, ${`T${n}`}, ${at})`
  const own: World = { ...world, deps: { ...world.deps, clock: serviceClock.now }, clock: { now: at, advance: () => {} } }
  return { ...own, username, userId, boardIds, sections, media: await someMedia(own) }
}

const sectionRows = (sections: Team['sections']) =>
  [...sections].flatMap(([board_id, ids]) => ids.map((id) => ({ board_id, id })))

/** Of all pins of a team: what they show does not matter. */
async function someMedia(world: World): Promise<Team['media']> {
  const film = aVideo({ durationMs: FILM_MS, width: 720, height: 1280, mdatBytes: 5_000 })
  const images = []
  for (const width of [200, 220, 240]) {
    const picture = sharp({ create: { width, height: 300, channels: 3, background: 'teal' } }).jpeg()
    images.push(await stored(world, await aMedia(world), await picture.toBuffer(), 'image/jpeg'))
  }
  return {
    images,
    video: await stored(world, await aMedia(world, { durationMs: FILM_MS, bytes: film.length }), film, 'video/mp4'),
  }
}

async function stored({ deps, organizationId }: World, mediaId: string, bytes: Buffer, contentType: string): Promise<string> {
  const [media] = await deps.db.sql<[{ key: string }]>`
    select storage_key as key from media where organization_id = ${organizationId} and id = ${mediaId}`
  await deps.storage.put(media.key, bytes, contentType)
  return mediaId
}

/** Half of them are in a section. Most are pictures; some carousels, videos, and pins with product tags. @param name of its link: no other pin may have it */
export async function scheduleOne(team: Team, name: string, at: Date, chance: Chance): Promise<void> {
  const { deps, actor, organizationId, accountId, media } = team
  const kind = chance.next()
  const mediaIds = kind < 0.06 ? media.images : kind < 0.1 ? [media.video] : media.images.slice(0, 1)
  const tags = kind > 0.94 ? ['8001', '8002'] : []
  const url = `https://example.com/${name}`
  const now = deps.clock()
  const boardId = chance.oneOf(team.boardIds)
  const sectionId = chance.next() < 0.5 ? chance.oneOf(team.sections.get(boardId) ?? []) : undefined
  const [row] = await deps.db.sql<[{ id: string }]>`
    with post as (
      insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, board_id, board_section_id,
                         product_tag_pin_ids,
                         created_via, created_by, created_at, updated_at)
      values (${organizationId}, ${accountId}, 'draft', ${mediaIds[0] === media.video ? 'video' : 'image'}, ${`Pin  ${name} & “more” ✨`},
              ${`A shelf — ${name} — of oak & ash.\nIt’s made to last,  and made by hand in the north of Sweden since 1921.`}, ${url},
              ${urlKeyOf(url)}, ${boardId}, ${sectionId ?? null}, ${tags}, 'api', ${actor.userId}, ${now}, ${now})
      returning id
    ), shown as (
      insert into post_media (organization_id, post_id, position, media_id)
      select ${organizationId}, post.id, w.position - 1, w.id
        from post, unnest(${mediaIds}::bigint[]) with ordinality as w(id, position)
    )
    select id from post`
  await schedulePost(deps, actor, { accountId, postId: row.id, when: { kind: 'at', at } })
}

/** One of its posts, by chance; undefined: it has none in this state. */
export async function anyPost({ deps, organizationId, accountId }: Team, status: 'queued' | 'draft') {
  const [post] = await deps.db.sql<{ id: string }[]>`
    select id
      from posts
     where organization_id = ${organizationId} and status = ${status}
     order by random()
     limit 1`
  return post && { accountId, postId: post.id }
}
