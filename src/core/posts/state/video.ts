/** When a pin's video is ready to be published or given up. */
import { mayAsk } from '../../accounts/queue.js'
import { MINUTE_MS } from '../../lib/duration.js'
import { organizationOr } from '../../lib/rows/by-organization.js'
import type { Sql } from '../../ports/deps.js'

/** A video goes to the platform this long before its pin is due. */
export const UPLOAD_BEFORE_MS = 15 * MINUTE_MS

/** What a pin fails as whose video was given up: the platform does not take it, or does not finish processing it. */
export type VideoFailure = 'media_rejected' | 'platform_unavailable'

/** Of `j` (video_jobs), `p` (posts) and `a` (accounts): processed and lately seen with these tokens, or given up for this scheduling. */
export const isVideoDecided = (sql: Sql, now: Date) => sql`
  (j.state = 'succeeded' and j.connection_number = a.connection_number and j.due_at > ${now}
   or j.state = 'failed' and j.send_at = p.send_at)`

/**
 * Of `p` (posts): nothing keeps the publisher from taking it. A pin waits for its video without an attempt; an account on hold
 * the publisher reports first. @param organizationId in a statement of one organization
 */
export const isPublishable = (sql: Sql, now: Date, organizationId?: string) => sql`
  (p.media_type <> 'video'
   or exists (select 1
                from accounts a
                left join video_jobs j on j.organization_id = a.organization_id and j.post_id = p.id
               where a.organization_id = ${organizationOr(sql, 'p', organizationId)}
                 and a.id = p.account_id
                 and (not ${mayAsk(sql)} or ${isVideoDecided(sql, now)})))`
