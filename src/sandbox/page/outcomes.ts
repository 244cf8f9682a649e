/** Data for the clock's buttons: the next pin, and the outcomes of pins whose time has come. */
import { mayPublish } from '../../core/accounts/queue.js'
import type { Sql } from '../../core/ports/deps.js'
import { pathOfPin } from '../platform/pages.js'
import type { Workspace } from '../slack/context.js'
import { teamId } from '../slack/ids.js'

const ofSandbox = (sql: Sql) => sql`
  p.organization_id = any(select organization_id from slack_installations where team_id = ${teamId})`

/**
 * The next event of the sandbox's organization: a pin's time, its retry, or the check of a board after a missing answer. Pins of
 * a paused account are left out.
 */
export async function nextPin({ db, clock }: Workspace): Promise<{ at: Date; username: string } | undefined> {
  const [row] = await db.sql<{ at: Date; username: string }[]>`
    select greatest(p.send_at, p.due_at) as at, a.username
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where ${ofSandbox(db.sql)}
       and (p.status = 'uploading' or p.status = 'queued' and ${mayPublish(db.sql)})
       and greatest(p.send_at, p.due_at) > ${clock()}
     order by at, p.id
     limit 1`
  return row
}

type Outcome = 'published' | 'failed' | 'unanswered' | 'waiting'
/** `url`: of a published pin. `channel`: where the team reads about the others. */
type Named = { title: string; username: string; url: string | null; channel: string | null }

/** Pins named individually after a jump; a week has more. */
const MOST_NAMED = 3

/** Outcomes of pins since a time, in order: the first of each kind by name, and their number. */
export async function outcomesSince({ db, clock }: Workspace, since: Date) {
  const rows = await db.sql<
    { outcome: Outcome; title: string | null; username: string; pinId: string | null; channel: string | null; total: number }[]
  >`
    with known as (
      select case p.status when 'sent' then 'published' when 'draft' then 'failed' when 'uploading' then 'unanswered' else 'waiting' end as outcome,
             p.id, p.title, a.username, p.pin_id, a.notify_channel_id, coalesce(p.sent_at, p.send_at, t.settled_at) as at
        from posts p
        join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
        left join publish_attempts t
               on t.organization_id = p.organization_id and t.post_id = p.id and t.number = p.attempt_number
       where ${ofSandbox(db.sql)}
         and case p.status
               when 'sent' then t.settled_at > ${since}
               when 'draft' then (p.failure ->> 'failedAt')::timestamptz > ${since}
               when 'uploading' then t.state = 'unknown'
               else p.send_at > ${since} and p.send_at <= ${clock()}
             end
    ), numbered as (
      select *, row_number() over (partition by outcome order by at, id) as number, (count(*) over (partition by outcome))::int as total
        from known
    )
    select outcome, title, username, pin_id as "pinId", notify_channel_id as channel, total
      from numbered
     where number <= ${MOST_NAMED}
     order by at, id`
  const outcomes = [...new Set(rows.map(({ outcome }) => outcome))].map((outcome) => {
    const own = rows.filter((row) => row.outcome === outcome)
    return { outcome, pins: own.map(toNamed), total: own[0]?.total ?? 0 }
  })
  return { outcomes }
}

const toNamed = ({
  title,
  username,
  pinId,
  channel,
}: Omit<Named, 'title' | 'url'> & { title: string | null; pinId: string | null }): Named => ({
  title: title ?? 'Untitled pin',
  username,
  url: pinId === null ? null : pathOfPin(pinId),
  channel,
})
