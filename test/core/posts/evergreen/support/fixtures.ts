/** An evergreen pool and its slots, and the tick that works on them. */
import type { NothingBecause } from '../../../../../src/core/posts/evergreen/evergreen.js'
import { addToEvergreen } from '../../../../../src/core/posts/evergreen/pool.js'
import { runEvergreen } from '../../../../../src/core/posts/evergreen/run.js'
import type { Post } from '../../../../../src/core/posts/post.js'
import { createEvergreenSlot } from '../../../../../src/core/slots/evergreen-slots.js'
import { aSentPost, DAY_MS, type DraftFields } from '../../../../support/factories.js'
import type { World } from '../../../../support/world.js'
import { WEEKDAYS } from '../../../slots/support/fixtures.js'

export { MINUTE_MS } from '../../../../../src/core/lib/duration.js'

/** `anEvergreenSlot(world, 'mon 09:30')`, in the account's zone; gives the id. */
export async function anEvergreenSlot(
  { deps, actor, accountId }: World,
  when: string,
  timezone: string | null = null,
): Promise<string> {
  const [weekday, time] = when.split(' ')
  const day = WEEKDAYS.findIndex((name) => name === weekday)
  return (await createEvergreenSlot(deps, actor, { accountId, day, time: time!, timezone })).id
}

let made = 0
/** Published so many days ago (or to come, below 0), in the pool; each has a link of its own unless given. */
export async function aPoolPin(world: World, { days = 30, ...fields }: DraftFields & { days?: number } = {}): Promise<Post> {
  const post = await aPublishedPin(world, { days, ...fields })
  return addToEvergreen(world.deps, world.actor, { accountId: world.accountId, postId: post.id })
}

export async function aPublishedPin(world: World, { days = 30, ...fields }: DraftFields & { days?: number } = {}): Promise<Post> {
  const { organizationId, clock, deps } = world
  const post = await aSentPost(world, { url: `https://example.com/${++made}`, ...fields })
  const at = new Date(clock.now.getTime() - days * DAY_MS)
  await deps.db
    .sql`update posts set send_at = ${at}, sent_at = ${at} where organization_id = ${organizationId} and id = ${post.id}`
  return { ...post, sendAt: at, sentAt: at }
}

export const runAt = async (world: World, at: string) => {
  world.clock.now = new Date(at)
  return runEvergreen(world.deps)
}

type Copy = { id: string; sourcePostId: string; status: string; sendAt: Date | null; timeslotId: string | null }

/** What was made, in the order it was made. */
export async function copiesOf({ deps, organizationId }: World): Promise<Copy[]> {
  return [
    ...(await deps.db.sql<Copy[]>`
      select id, source_post_id as "sourcePostId", status, send_at as "sendAt", timeslot_id as "timeslotId"
        from posts
       where organization_id = ${organizationId} and source_post_id is not null
       order by id`),
  ]
}

type Run = { timeslotId: string; at: Date; postId: string | null; reason: NothingBecause | null }

/** Oldest first. */
export async function runsOf({ deps, organizationId }: World): Promise<Run[]> {
  return [
    ...(await deps.db.sql<Run[]>`
      select timeslot_id as "timeslotId", at, post_id as "postId", reason
        from evergreen_runs
       where organization_id = ${organizationId}
       order by at, timeslot_id`),
  ]
}

/** The occurrence that nothing was decided for yet. */
export const nextAtOf = async ({ deps, organizationId }: World, timeslotId: string): Promise<Date | null> => {
  const [slot] = await deps.db.sql<[{ at: Date | null }]>`
    select next_at as at from timeslots where organization_id = ${organizationId} and id = ${timeslotId}`
  return slot.at
}
