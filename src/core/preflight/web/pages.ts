/** Answers of addresses, kept for a day and shared by all organizations, to spare the websites. */
import { createHash } from 'node:crypto'
import { after, before, DAY_MS, MINUTE_MS } from '../../lib/duration.js'
import { type GoesOn, inBatches } from '../../lib/work/batch.js'
import type { Sql } from '../../ports/deps.js'

export const KEPT_MS = DAY_MS
const READING_MS = 2 * MINUTE_MS

/** `busy`: another process reads it now. */
export type Page<T> = { kind: 'kept'; answer: T } | { kind: 'busy'; until: Date } | { kind: 'claimed' }

/** @param purpose separates uses of one address: a link, the rules of a website */
export const addressOf = (purpose: 'link' | 'robots', url: string): Buffer =>
  createHash('sha256').update(`${purpose} ${url}`).digest()

/**
 * Returns the stored answer, else the right to read it: the caller must end with keepPage() or leavePage(), or another process
 * may read it after two minutes. `deadSince`: a dead link read at or before this time does not count.
 */
export async function claimPage<T>(
  sql: Sql,
  address: Buffer,
  now: Date,
  { deadSince = null }: { deadSince?: Date | null | undefined } = {},
): Promise<Page<T>> {
  const until = after(now, READING_MS)
  const claimed = await sql`
    insert into web_pages as w (address, fresh_until, reading_until)
    values (${address}, ${now}, ${until})
    on conflict (address) do update
       set reading_until = excluded.reading_until
     where (w.fresh_until <= ${now} or w.is_dead and w.read_at <= ${deadSince}::timestamptz) and (w.reading_until is null or w.reading_until <= ${now})`
  if (claimed.count === 1) return { kind: 'claimed' }
  const [row] = await sql<{ answer: T | null; isFresh: boolean; until: Date | null }[]>`
    select answer, fresh_until > ${now} and (is_dead and read_at <= ${deadSince}::timestamptz) is not true as "isFresh", reading_until as until
      from web_pages
     where address = ${address}`
  if (row?.isFresh && row.answer !== null) return { kind: 'kept', answer: row.answer }
  return { kind: 'busy', until: row?.until ?? now }
}

type Kept = { answer: object; readAt: Date; until: Date; isDead?: boolean }

/** Stores the answer. `isDead`: for a dead link, by deathOf(). */
export async function keepPage(sql: Sql, address: Buffer, { answer, readAt, until, isDead = false }: Kept): Promise<void> {
  await sql`
    update web_pages
       set answer = ${sql.json(answer as Parameters<Sql['json']>[0])}, fresh_until = ${until}, reading_until = null,
           read_at = ${readAt}, is_dead = ${isDead}
     where address = ${address}`
}

/** Releases the claim without an answer. */
export async function leavePage(sql: Sql, address: Buffer): Promise<void> {
  await sql`update web_pages set reading_until = null where address = ${address}`
}

/** Deletes answers of all addresses that were not requested within a day after they expired. */
export async function purgePages(sql: Sql, now: Date, goesOn: GoesOn): Promise<void> {
  const until = before(now, DAY_MS)
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from web_pages
       where address in (select address from web_pages where fresh_until <= ${until} limit ${limit}) and fresh_until <= ${until}`
    return count
  })
}
