/** What a published pin came to, from the days that are kept of it: Pinterest is not asked. */
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import type { Deps } from '../ports/deps.js'

/** Of all days that were read. `readAt`: when the last one was. */
export type PinTotals = { impressions: number; saves: number; outboundClicks: number; readAt: Date }

/** undefined: none were read (yet). @throws NOT_FOUND the account */
export async function readPinTotals(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, pinId }: { accountId: string; pinId: string },
): Promise<PinTotals | undefined> {
  const account = await requireAccount(sql, actor, accountId)
  const metric = (name: string) => sql`coalesce(sum((metrics ->> ${name}::text)::float8), 0)`
  const [row] = await sql<[Omit<PinTotals, 'readAt'> & { readAt: Date | null }]>`
    select ${metric('impression')} as impressions, ${metric('save')} as saves, ${metric('outboundClick')} as "outboundClicks",
           max(read_at) as "readAt"
      from pin_days
     where organization_id = ${account.organizationId} and account_id = ${account.id} and pin_id = ${pinId}`
  const { readAt, ...totals } = row
  return readAt === null ? undefined : { ...totals, readAt }
}
