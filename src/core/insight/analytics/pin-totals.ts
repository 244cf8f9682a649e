/** The totals of a published pin, from its stored days: Pinterest is not called. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'

/** Totals of all stored days. `readAt`: when the latest was read. */
export type PinTotals = { impressions: number; saves: number; outboundClicks: number; readAt: Date }

/** Returns undefined when no days were read (yet). @throws NOT_FOUND the account */
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

/**
 * Returns the saves of several pins, by pin id, over all stored days; pins without any are absent. @throws NOT_FOUND the account
 */
export async function readSaves(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, pinIds }: { accountId: string; pinIds: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const account = await requireAccount(sql, actor, accountId)
  const rows = await sql<{ pinId: string; saves: number }[]>`
    select pin_id as "pinId", coalesce(sum((metrics ->> 'save')::float8), 0) as saves
      from pin_days
     where organization_id = ${account.organizationId} and account_id = ${account.id} and pin_id = any(${[...pinIds]})
     group by pin_id`
  return new Map(rows.map(({ pinId, saves }) => [pinId, saves]))
}
