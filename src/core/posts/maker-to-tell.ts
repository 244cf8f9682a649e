/** Bad news of a pin must reach somebody: where its account has no channel that can be written to, whoever made the pin. */
import { isSlackPerson } from '../actor.js'
import type { Notice } from '../notices.js'
import type { Sql } from '../ports.js'

/** `T1:U1`; undefined: it is no bad news of one pin, or the pin was not made in Slack, or is gone. */
export async function findMakerToTell(sql: Sql, organizationId: string, notice: Notice): Promise<string | undefined> {
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
      const maker = post?.createdBy
      return maker != null && isSlackPerson(maker) ? maker : undefined
    }
    default:
      return undefined
  }
}
