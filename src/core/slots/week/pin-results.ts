/** Computes each pin's result from the days of published pins. */
import type { Account } from '../../accounts/account.js'
import { before, DAY_MS } from '../../lib/duration.js'
import type { Sql } from '../../ports/deps.js'

/** A pin is judged by its first days, once there are enough of them. */
const JUDGED_DAYS = 14
const LEAST_DAYS = 7
/** The worth of a save, a click and a visit in impressions: they are that much rarer, and deliberate. */
const WORTH = { save: 10, pinClick: 5, outboundClick: 10 }
/** Older pins, and more of them, say little about today. */
const JUDGED_AGE_MS = 365 * DAY_MS
const MOST_JUDGED = 2000

/** The result of a published pin. The value is meaningful only compared with other pins of the account. */
export type PinResult = { sentAt: Date; value: number }

/**
 * Returns the account's published pins with enough days, newest first. The value is the result of the first 14 days per 24 hours
 * of them, so that neither young pins nor pins published in the evening, whose first day is shorter, are at a disadvantage.
 */
export async function readPinResults(sql: Sql, { organizationId, id: accountId }: Account, now: Date): Promise<PinResult[]> {
  const metric = (name: string) => sql`coalesce((d.metrics ->> ${name}::text)::float8, 0)`
  return [
    ...(await sql<PinResult[]>`
    select p.sent_at as "sentAt", r.value
      from posts p
     cross join lateral (
           select count(*) as days,
                  sum(${metric('impression')} + ${WORTH.save}::float8 * ${metric('save')} + ${WORTH.pinClick}::float8 * ${metric('pinClick')}
                      + ${WORTH.outboundClick}::float8 * ${metric('outboundClick')})
                  / greatest(sum(least(1, extract(epoch from d.day + 1 - p.sent_at at time zone 'UTC')::float8 / 86400)), 0.01) as value
             from pin_days d
            where d.organization_id = p.organization_id and d.account_id = p.account_id and d.pin_id = p.pin_id
              and d.data_status = 'READY'
              and d.day >= (p.sent_at at time zone 'UTC')::date
              and d.day < (p.sent_at at time zone 'UTC')::date + ${JUDGED_DAYS}::int) r
     where p.organization_id = ${organizationId} and p.account_id = ${accountId}
       and p.status = 'sent' and p.sent_at > ${before(now, JUDGED_AGE_MS)}
       and r.days >= ${LEAST_DAYS}
     order by p.sent_at desc
     limit ${MOST_JUDGED}`),
  ]
}
