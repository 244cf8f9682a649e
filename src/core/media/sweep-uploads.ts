/** Takes away what was uploaded and is past its time. */
import type { Deps, Sql } from '../ports/deps.js'
import type { GoesOn } from '../lib/batch.js'

const AT_A_TIME = 500
const MAX_REASONS = 5

/**
 * Deletes staged bytes past their time, and the slots that nobody used; an attached id is remembered for good. So it also takes
 * away the copies whose create was refused or died, and those of media that was swept (provisional.ts).
 * One of the sweeps over all organizations. What cannot be swept now stays for the next time and holds nothing else up.
 * @returns how many were swept
 * @throws AggregateError afterwards, when some could not be: with the first few reasons
 */
export async function sweepUploads(deps: Pick<Deps, 'db' | 'clock' | 'storage'>, goesOn: GoesOn = () => true): Promise<number> {
  const now = deps.clock()
  let [swept, failed] = [0, 0]
  const reasons: unknown[] = []
  for (
    let page = await listDue(deps.db.sql, now);
    page.length > 0 && goesOn();
    page = await listDue(deps.db.sql, now, page.at(-1))
  ) {
    for (const due of page) {
      if (!goesOn()) break
      try {
        await sweep(deps, due)
        swept++
      } catch (error) {
        failed++
        if (reasons.length < MAX_REASONS) reasons.push(error)
      }
    }
  }
  if (failed > 0) throw new AggregateError(reasons, `${failed} uploads could not be swept`)
  return swept
}

/** `expiresAt` as text: a Date has no microseconds, and what lies between would be read for ever. */
type DueUpload = { organizationId: string; id: string; key: string; expiresAt: string }

async function listDue(sql: Sql, now: Date, after?: DueUpload): Promise<DueUpload[]> {
  const rows = await sql<DueUpload[]>`
    select organization_id as "organizationId", id, storage_key as key, expires_at::text as "expiresAt"
      from uploads
     where expires_at <= ${now}
       and storage_key is not null
       ${after ? sql`and (expires_at, organization_id, id) > (${after.expiresAt}::text::timestamptz, ${after.organizationId}, ${after.id})` : sql``}
     order by expires_at, organization_id, id
     limit ${AT_A_TIME}`
  return [...rows]
}

/** The bytes first: while their row is there they are tried again. */
async function sweep({ db, storage }: Pick<Deps, 'db' | 'storage'>, { organizationId, id, key }: DueUpload): Promise<void> {
  await storage.remove(key)
  await db.sql`
    delete from uploads
     where organization_id = ${organizationId} and id = ${id} and attached_at is null`
  await db.sql`
    update uploads
       set storage_key = null
     where organization_id = ${organizationId} and id = ${id}`
}
