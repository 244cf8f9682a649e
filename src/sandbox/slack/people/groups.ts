/** User groups of the local workspace: `@pin-team`. */
import type { Sql } from '../../../core/ports/deps.js'
import type { Who } from '../ids.js'
import { users } from '../ids.js'

export type Group = { id: string; handle: string; name: string; isOff: boolean; userIds: string[] }

/** Sorted by handle. */
export async function listGroups(sql: Sql): Promise<Group[]> {
  return [
    ...(await sql<Group[]>`
    select g.id, g.handle, g.name, g.deleted_at is not null as "isOff",
           array(select m.user_id from slk_group_members m where m.group_id = g.id order by m.user_id) as "userIds"
      from slk_groups g
     order by g.handle`),
  ]
}

/**
 * Replaces the members of a group.
 * @returns undefined if there is no such group
 */
export async function setGroup(sql: Sql, handle: string, people: readonly Who[]): Promise<Group | undefined> {
  const group = (await listGroups(sql)).find((one) => one.handle === handle)
  if (!group) return undefined
  const userIds = [...new Set(people)].map((who) => users[who])
  await sql`delete from slk_group_members where group_id = ${group.id}`
  await sql`
    insert into slk_group_members (group_id, user_id)
    select ${group.id}, unnest(${userIds}::text[])`
  return { ...group, userIds }
}
