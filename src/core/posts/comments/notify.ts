/** Notifies people of a comment: who made the pin, who asked for its approval, and who commented before. */
import { isSamePerson, isSlackPerson } from '../../lib/actor.js'
import { before } from '../../lib/duration.js'
import { enqueueNotice } from '../../notices/notices.js'
import type { Sql } from '../../ports/deps.js'
import { type Comment, GROWS_MS } from './comment.js'

/**
 * Enqueues a direct message to each of them but the author, in order with the pin’s other notices. Comments within a minute are
 * one message, which grows.
 */
export async function notifyOfComment(sql: Sql, comment: Comment, now: Date): Promise<void> {
  const { organizationId, accountId, postId, id } = comment
  const people = await listConcerned(sql, comment)
  const growing = await findGrowing(sql, comment, people, now)
  for (const to of people) {
    const notice = { kind: 'commentsAdded', accountId, postId, from: growing.get(to) ?? id, to } as const
    await enqueueNotice(sql, { organizationId, destination: `user:${to}`, dedupeKey: keyOf(id, to), notice }, now)
  }
}

const keyOf = (commentId: string, to: string): string => `comment:${commentId}:${to}`

/** Lists each person once, though they may be known in several workspaces of an enterprise. */
async function listConcerned(sql: Sql, { organizationId, postId, author }: Comment): Promise<string[]> {
  const rows = await sql<{ who: string | null }[]>`
    select created_by as who from posts where organization_id = ${organizationId} and id = ${postId}
     union
    select asked_by from approvals where organization_id = ${organizationId} and post_id = ${postId}
     union
    select author from post_comments where organization_id = ${organizationId} and post_id = ${postId}
     order by 1`
  const people: string[] = []
  for (const { who } of rows) {
    if (who === null || !isSlackPerson(who) || isSamePerson(who, author)) continue
    if (!people.some((one) => isSamePerson(one, who))) people.push(who)
  }
  return people
}

/** Finds the first comment of each person’s message that still grows. */
async function findGrowing(
  sql: Sql,
  { organizationId, postId }: Comment,
  people: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const recent = await sql<{ id: string }[]>`
    select id
      from post_comments
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and created_at > ${before(now, GROWS_MS)}`
  const keys = recent.flatMap(({ id }) => people.map((to) => keyOf(id, to)))
  const begun = await sql<{ to: string; from: string }[]>`
    select notice ->> 'to' as "to", notice ->> 'from' as "from"
      from outbox
     where organization_id = ${organizationId}
       and dedupe_key = any (${keys})`
  const isRecent = new Set(recent.map(({ id }) => id))
  return new Map(begun.flatMap(({ to, from }) => (isRecent.has(from) ? [[to, from] as const] : [])))
}
