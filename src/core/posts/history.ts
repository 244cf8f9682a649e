/** A change of a post, and who made it. */
import { requireAccount } from '../accounts/accounts.js'
import { isRowId } from '../lib/rows/row-id.js'
import type { Actor } from '../lib/actor.js'
import { notFound } from '../lib/errors.js'
import type { Deps } from '../ports/deps.js'
import { findPost } from './store.js'
import type { PostAction } from './action.js'

export type PostChange = {
  at: Date
  via: string
  actor: string
  /** The name of the API key that made the change. */
  keyName?: string | null
  action: PostAction
  /** An edit that replaced the media; `isAll`: and did nothing else. */
  newMedia?: { kind: 'image' | 'video'; isAll: boolean }
  /** A scheduling or a move that changed more than the time. */
  alsoEdited?: true
  isUndone: boolean
}

/** The media of an audit image, and the fields that change along with them. */
const FOLLOWS = ['mediaIds', 'mediaType', 'isSimplified', 'version']

/** Fields of an audit image that change along with the time. */
const OF_TIME = ['status', 'sendAt', 'timeslotId', 'chargeNumber', 'failure', 'version']

/** Lists the changes newest first, at most `limit`; also those of a deleted post while it is kept. @throws NOT_FOUND */
export async function listPostChanges(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, postId, limit }: { accountId: string; postId: string; limit: number },
): Promise<PostChange[]> {
  const { organizationId } = await requireAccount(sql, actor, accountId)
  if (!isRowId(postId)) throw notFound('Post')
  const changes = await sql<
    (Omit<PostChange, 'newMedia' | 'alsoEdited'> & { newMedia: PostChange['newMedia'] | null; alsoEdited: boolean | null })[]
  >`
    select a.at, a.via, a.actor, k.name as "keyName", a.action, a.undone_at is not null as "isUndone",
           case when a.action = 'edit' and a.before -> 'mediaIds' <> a.after -> 'mediaIds'
                then jsonb_build_object('kind', a.after -> 'mediaType',
                                        'isAll', a.before - ${FOLLOWS}::text[] = a.after - ${FOLLOWS}::text[])
           end as "newMedia",
           a.action in ('schedule', 'reschedule') and a.before - ${OF_TIME}::text[] <> a.after - ${OF_TIME}::text[] as "alsoEdited"
      from audit a
      left join api_keys k on k.organization_id = a.organization_id and a.actor = 'key:' || k.id
     where a.organization_id = ${organizationId}
       and a.account_id = ${accountId}
       and a.subject = ${`post:${postId}`}
     order by a.id desc
     limit ${limit}`
  if (changes.length === 0 && !(await findPost(sql, { organizationId, accountId, postId }))) throw notFound('Post')
  return changes.map(({ newMedia, alsoEdited, ...change }) => ({
    ...change,
    ...(newMedia && { newMedia }),
    ...(alsoEdited && { alsoEdited }),
  }))
}
