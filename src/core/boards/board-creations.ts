/**
 * Wishes for new boards: noted before the platform is asked, forgotten after a definite answer. One that was never answered tells, when its
 * name turns out to be taken at the next try, that the board is our own.
 */
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports.js'

export type Wish = {
  nameKey: string
  since: Date
  /** This call has noted it; else an earlier or a simultaneous one. */
  isOwn: boolean
  /** Its answer never came: there may be a board of ours. */
  isUnknown: boolean
}

/** Longer than a call to the platform takes: whoever noted it has died. */
const ANSWERED_WITHIN_MS = 60_000
const REMEMBERED_MS = 24 * 3_600_000

/** Names that the platform takes for the same: lower case, spaces folded. */
export const nameKeyOf = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Before the platform is asked. */
export async function noteWish(sql: Sql, account: Account, name: string, now: Date): Promise<Wish> {
  const { organizationId, id } = account
  const nameKey = nameKeyOf(name)
  await sql`
    delete from board_creations
     where organization_id = ${organizationId}
       and account_id = ${id}
       and asked_at <= ${new Date(now.getTime() - REMEMBERED_MS)}`
  const noted = await sql`
    insert into board_creations (organization_id, account_id, name_key, asked_at)
    values (${organizationId}, ${id}, ${nameKey}, ${now})
    on conflict do nothing`
  if (noted.count === 1) return { nameKey, since: now, isOwn: true, isUnknown: false }
  const [earlier] = await sql<Pick<Wish, 'since' | 'isUnknown'>[]>`
    update board_creations
       set is_unknown = is_unknown or asked_at <= ${new Date(now.getTime() - ANSWERED_WITHIN_MS)}
     where organization_id = ${organizationId}
       and account_id = ${id}
       and name_key = ${nameKey}
    returning asked_at as since, is_unknown as "isUnknown"`
  return earlier ? { nameKey, ...earlier, isOwn: false } : noteWish(sql, account, name, now) // answered just now
}

/** The answer did not come. */
export async function keepUnknown(sql: Sql, { organizationId, id }: Account, { nameKey, since }: Wish): Promise<void> {
  await sql`
    insert into board_creations as c (organization_id, account_id, name_key, asked_at, is_unknown)
    values (${organizationId}, ${id}, ${nameKey}, ${since}, true)
    on conflict (organization_id, account_id, name_key) do update
       set is_unknown = true, asked_at = least(c.asked_at, excluded.asked_at)`
}

/** It is known what became of it. One that belongs to a simultaneous caller, or whose answer failed to come to one since, stays. */
export async function forgetWish(sql: Sql, { organizationId, id }: Account, wish: Wish): Promise<void> {
  if (!wish.isOwn && !wish.isUnknown) return
  await sql`
    delete from board_creations
     where organization_id = ${organizationId}
       and account_id = ${id}
       and name_key = ${wish.nameKey}
       and is_unknown = ${wish.isUnknown}`
}
