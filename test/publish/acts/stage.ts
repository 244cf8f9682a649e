/** An account of its own for each plan: two boards with sections, a pin, and another one of its series that waits for the same board. */
import type { Sql } from '../../../src/core/ports/deps.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import type { Pool } from '../../../src/db/pool.js'
import { addBoard, addSection, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { readState, type PlatformState } from '../../../src/sandbox/platform/state.js'
import { aDraft } from '../../support/factories.js'
import { aWorld, START, type World } from '../../support/world.js'
import { aCarousel, aVideoPin } from '../support/kinds.js'
import { copyOf } from '../support/random-studio.js'
import { givePicture, MINUTE_MS, type PublishWorld } from '../support/support.js'
import type { ActsPlan } from './plan.js'

export type Place = { boardId: string; sectionIds: string[] }

export type Stage = World & {
  plan: ActsPlan
  /** At the platform. */
  username: string
  userId: string
  /** The pin's own board, then the other one. */
  places: [Place, Place]
  pin: Post
  beside: Post
  /** Pins that are gone with their board: they were made, and the judge counts them. */
  gonePins: PlatformState['pins']
  /** Sections that are gone: their pins are at the root of their boards. */
  goneSections: Set<string>
  /** Pins that existed when somebody reported them as absent. */
  deniedPins: Set<string>
  /** What comes of its first create is still to be hidden. */
  hidesNext: boolean
}

/** The pin is due in 20 minutes at the earliest: a video is brought to the platform before. */
export async function aStage(db: Pool, world: PublishWorld, plan: ActsPlan, name: string): Promise<Stage> {
  const own = await aWorld(db)
  const { organizationId, accountId } = own
  const { sql } = db
  const username = `maker-${organizationId}`
  const user = { username, displayName: 'A maker', isBusiness: true, createdAt: START, id: `90${organizationId}00` }
  const { id: userId, ...tokens } = await addUser(sql, user)
  const places: [Place, Place] = [await aPlace(own, userId, 'Own'), await aPlace(own, userId, 'Other')]
  await sql`
    update accounts
       set platform_user_id = ${userId}, username = ${username}, boards_read_at = ${world.clock.now}, days_read_at = ${world.clock.now}
     where organization_id = ${organizationId}`
  await sql`
    update connections
       set access_token = ${Buffer.from(tokens.accessToken)}, refresh_token = ${Buffer.from(tokens.refreshToken)}
     where organization_id = ${organizationId}`
  await sql`
    insert into slack_installations (organization_id, team_id, installed_at)
    values (${organizationId}, ${`T${organizationId}`}, ${START})`
  const studio: World = { ...own, deps: world.deps, clock: world.clock }
  const at = new Date(world.clock.now.getTime() + plan.minute * MINUTE_MS)
  const [{ boardId, sectionIds }] = places
  const fields = { boardId, boardSectionId: plan.isInSection ? sectionIds[0]! : null }
  const pin = await aPlannedPin(studio, plan, { ...fields, ...copyOf(name), at })
  const waiting = await aDraft(studio, { ...fields, ...copyOf(`${name}-beside`) })
  const when = { kind: 'at', at: new Date(at.getTime() + MINUTE_MS) } as const
  const beside = await schedulePost(world.deps, own.actor, { accountId, postId: waiting.id, when })
  await sql`
    update posts
       set interval_group_id = ${pin.id}, interval_position = case when id = ${pin.id} then 0 else 1 end
     where organization_id = ${organizationId} and id in (${pin.id}, ${beside.id})`
  await givePicture(studio)
  for (const fault of plan.creates)
    await sql`insert into sim_faults (operation, fault, link) values ('create_pin', ${fault}, ${pin.url})`
  const kept = { gonePins: [], goneSections: new Set<string>(), deniedPins: new Set<string>(), hidesNext: plan.isHidden }
  return { ...studio, plan, username, userId, places, pin, beside, ...kept }
}

/** At the platform and in the cache. */
async function aPlace({ deps, organizationId, accountId, clock }: World, ownerId: string, name: string): Promise<Place> {
  const { sql } = deps.db
  const { id: boardId } = await addBoard(sql, { ownerId, name, createdAt: START })
  await sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at, sections_read_at)
    values (${organizationId}, ${accountId}, ${boardId}, ${name}, 'public', ${clock.now}, ${clock.now})`
  const sectionIds: string[] = []
  for (const section of ['First', 'Second']) {
    const { id } = await addSection(sql, { boardId, name: section })
    await sql`
      insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at)
      values (${organizationId}, ${accountId}, ${boardId}, ${id}, ${section}, ${clock.now})`
    sectionIds.push(id)
  }
  return { boardId, sectionIds }
}

type Fields = ReturnType<typeof copyOf> & { boardId: string; boardSectionId: string | null; at: Date }

async function aPlannedPin(studio: World, { kind }: ActsPlan, { at, ...fields }: Fields): Promise<Post> {
  switch (kind) {
    case 'image': {
      const { deps, actor, accountId } = studio
      const { id: postId } = await aDraft(studio, fields)
      return schedulePost(deps, actor, { accountId, postId, when: { kind: 'at', at } })
    }
    case 'carousel':
      return aCarousel(studio, { ...fields, at, pictures: 2 })
    case 'video':
      return aVideoPin(studio, { ...fields, at })
  }
}

/** Of `sim_pins`; also with the UTM parameters that an act sets beside. */
const hasLink = (sql: Sql, url: string | null) => sql`split_part(link, '?', 1) = ${url}`

export type PlatformPin = { id: string; isShown: boolean }

/** Pins of the post on the platform, as its link names them; those that no list shows yet too. */
export async function pinsOnPlatform({ deps, clock }: World, { url }: Pick<Post, 'url'>): Promise<PlatformPin[]> {
  const rows = await deps.db.sql<PlatformPin[]>`
    select id, visible_at is null or visible_at <= ${clock.now} as "isShown"
      from sim_pins
     where ${hasLink(deps.db.sql, url)}
     order by number`
  return [...rows]
}

/** Longer than two attempts are read back. */
const HIDDEN_MINUTES = 21

/** The pins of stages that hide them show when it is too late. */
export async function hidePins(stages: Stage[]): Promise<void> {
  for (const stage of stages.filter(({ hidesNext }) => hidesNext)) {
    const hidden = await stage.deps.db.sql`
      update sim_pins
         set visible_at = created_at + ${HIDDEN_MINUTES} * interval '1 minute'
       where ${hasLink(stage.deps.db.sql, stage.pin.url)}`
    if (hidden.count > 0) stage.hidesNext = false
  }
}

/** The board goes at the platform, with its pins. */
export async function deleteBoardThere(stage: Stage, { boardId }: Place): Promise<void> {
  const pins = await stage.deps.db.tx(async (sql) => {
    await sql`select from sim_boards where id = ${boardId} for update` // else one is made after they were read, and goes uncounted
    const state = await readState(sql)
    await sql`delete from sim_boards where id = ${boardId}`
    return state.pins
  })
  stage.gonePins.push(...pins.filter((pin) => pin.board_id === boardId))
}

/** The section goes at the platform; its pins stay, at the root of the board. */
export async function deleteSectionThere({ deps, goneSections }: Stage, sectionId: string): Promise<void> {
  goneSections.add(sectionId)
  await deps.db.sql`delete from sim_sections where id = ${sectionId}`
}
