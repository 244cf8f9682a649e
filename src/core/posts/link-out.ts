/** The link that a pin is published with: its post's link and the UTM parameters of its account and its board. */
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import type { Deps } from '../ports/deps.js'
import type { Post } from './post.js'
import { readUtmRules } from '../links/utm-rules.js'
import { withUtm } from '../links/utm.js'

type Place = { accountId: string; url: string | null; boardId: string | null; boardName: string | null }

/** Returns the link that would be published now. @returns null: without a link @throws NOT_FOUND */
export async function linkFor(deps: Pick<Deps, 'db'>, actor: Actor, { url, ...place }: Place): Promise<string | null> {
  const { sql } = deps.db
  const { organizationId, username } = await requireAccount(sql, actor, place.accountId)
  if (url === null) return null
  return withUtm(url, await readUtmRules(sql, { organizationId, accountId: place.accountId }), { ...place, username })
}

/**
 * Returns the link that was sent; before that, the one that would be published now.
 * @returns null: without a link
 * @throws NOT_FOUND
 */
export async function readLinkOut(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  post: Pick<Post, 'id' | 'accountId' | 'status' | 'url' | 'boardId' | 'boardName'>,
): Promise<string | null> {
  const now = await linkFor(deps, actor, post)
  if (post.status !== 'sent' && post.status !== 'uploading') return now
  const [sent] = await deps.db.sql<{ link: string }[]>`
    select u.payload ->> 'link' as link
      from publish_attempts u
     where u.organization_id = ${actor.organizationId}
       and u.post_id = ${post.id}
       and u.payload is not null
       and (${post.status} = 'uploading' or u.state in ('confirmed', 'found'))
     order by u.number desc
     limit 1`
  return sent?.link ?? (post.status === 'sent' ? post.url : now)
}
