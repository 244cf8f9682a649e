/** Bad news, and what waits for somebody's word, must reach a person: where no channel of the account can be told, whom it concerns most. */
import { isSlackPerson } from './actor.js'
import type { Notice } from './notices.js'
import type { Sql } from './ports.js'

/** Whoever made the pin, or connected the account last. */
export type ToldInstead = { userId: string; as: 'maker' | 'connector' }

/** undefined: it need reach nobody, or nobody in Slack did it. @returns userId: `T1:U1` */
export async function findToldInstead(sql: Sql, organizationId: string, notice: Notice): Promise<ToldInstead | undefined> {
  switch (notice.kind) {
    case 'pinFailed':
    case 'pinLate':
    case 'tagsFailed': {
      const [post] = await sql<{ createdBy: string | null }[]>`
        select created_by as "createdBy"
          from posts
         where organization_id = ${organizationId}
           and account_id = ${notice.accountId}
           and id = ${notice.postId}`
      return inSlack(post?.createdBy, 'maker')
    }
    case 'pinsLate':
    case 'evergreenStopped':
    case 'reconnectNeeded':
    case 'approvalCard': {
      const [act] = await sql<{ by: string }[]>`
        select actor as by
          from audit
         where organization_id = ${organizationId}
           and subject = ${`account:${notice.accountId}`}
           and action in ('connect', 'reconnect')
         order by id desc
         limit 1`
      return inSlack(act?.by, 'connector')
    }
    default:
      return undefined
  }
}

const inSlack = (userId: string | null | undefined, as: ToldInstead['as']): ToldInstead | undefined =>
  userId != null && isSlackPerson(userId) ? { userId, as } : undefined
