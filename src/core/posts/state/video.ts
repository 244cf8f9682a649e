/** Conditions for a pin's video: ready to be published, or given up. */
import { mayAsk } from '../../accounts/queue.js'
import { MINUTE_MS } from '../../lib/duration.js'
import { organizationOr } from '../../lib/rows/by-organization.js'
import type { Sql } from '../../ports/deps.js'

/** A video goes to the platform this long before its pin is due. */
export const UPLOAD_BEFORE_MS = 15 * MINUTE_MS

/** The failure of a pin whose video was given up: the platform does not take it, or does not finish processing it. */
export type VideoFailure = 'media_rejected' | 'platform_unavailable'

/**
 * True for `j` (video_jobs), `p` (posts) and `a` (accounts) when the video is processed and was recently seen with these tokens,
 * or was given up for this scheduling.
 */
export const isVideoDecided = (sql: Sql, now: Date) => sql`
  (j.state = 'succeeded' and j.connection_number = a.connection_number and j.due_at > ${now}
   or j.state = 'failed' and j.send_at = p.send_at)`

/**
 * True for `posts p` that the publisher may take. A pin waits for its video without an attempt, but not on an account on hold,
 * whose pins the publisher reports first. @param organizationId in a statement of one organization
 */
export const isPublishable = (sql: Sql, now: Date, organizationId?: string) => sql`
  (p.media_type <> 'video'
   or exists (select 1
                from accounts a
                left join video_jobs j on j.organization_id = a.organization_id and j.post_id = p.id
               where a.organization_id = ${organizationOr(sql, 'p', organizationId)}
                 and a.id = p.account_id
                 and (not ${mayAsk(sql)} or ${isVideoDecided(sql, now)})))`
