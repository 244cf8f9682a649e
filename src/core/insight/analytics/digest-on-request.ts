/** Sends a digest on request, in addition to the weekly one. */
import { before, MINUTE_MS } from '../../lib/duration.js'
import { readAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { DomainError } from '../../lib/errors.js'
import { enqueueNotice } from '../../notices/notices.js'
import type { Deps } from '../../ports/deps.js'
import { lastWeekOf } from './digest.js'

/**
 * Sends it only to the person, so that a trial disturbs no one and needs no channel; the weekly digest still comes. Limited to
 * once a minute per person and account.
 * @throws FORBIDDEN below scheduler, or not a person in Slack · NOT_FOUND · TOO_MANY_REQUESTS
 */
export async function sendDigestNow(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<void> {
  requireRoleOn(actor, accountId, 'scheduler')
  if (actor.via !== 'slack') throw new DomainError('FORBIDDEN', 'A digest is sent to a person in Slack. Ask for it there.')
  const now = deps.clock()
  const account = await readAccount(deps, actor, { accountId })
  const { organizationId, userId } = actor
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  const keyOf = (at: number) => `digest:asked:${account.id}:${userId}:${at}`
  await deps.db.tx(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${account.id} ${userId}`}, 0))` // pressed twice, one waits
    const [last] = await sql<{ createdAt: Date }[]>`
      select created_at as "createdAt"
        from outbox
       where organization_id = ${organizationId}
         and dedupe_key = any(${[keyOf(minute), keyOf(minute - 1)]})
         and created_at > ${before(now, MINUTE_MS)}
       order by created_at desc
       limit 1`
    if (last) throw tooSoon(last.createdAt, now)
    const notice = { kind: 'weeklyDigest', accountId, week: lastWeekOf(account, now), isAsked: true } as const
    await enqueueNotice(sql, { organizationId, destination: `user:${userId}`, dedupeKey: keyOf(minute), notice }, now)
    await recordAct(sql, actor, { accountId, subject: `digest:${accountId}`, action: 'send', after: { week: notice.week } }, now)
  })
}

function tooSoon(last: Date, now: Date): DomainError {
  const seconds = Math.max(1, Math.ceil((last.getTime() + MINUTE_MS - now.getTime()) / 1000))
  return new DomainError(
    'TOO_MANY_REQUESTS',
    `We just sent you one. Ask again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    {
      retryAfterSeconds: seconds,
    },
  )
}
