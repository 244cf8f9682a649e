/**
 * Forgets everything that only a lost key opens, as if the owners had ended it, so that the service can start with another key.
 * @see docs/operating.md#a-lost-key
 */
import type { Config } from '../../config/config.js'
import { recordAct } from '../../core/audit/audit.js'
import { endConnection } from '../../core/connections/disconnect.js'
import type { Actor } from '../../core/lib/actor.js'
import type { Sealer, Sql } from '../../core/ports/deps.js'
import { makeSealer } from '../../core/care/seal.js'
import { type Place, type PlaceName, PLACES, type Row } from '../../core/care/sealed-columns.js'
import { newSecret } from '../../core/webhooks/signing.js'
import { withoutToken } from '../../slack/install/kept.js'
import { lockAlone, requireStopped } from './alone.js'
import { BackupError } from './backup-error.js'
import { readNow, WITHOUT_LIMITS } from './snapshot.js'
import { readEncryptionKey } from '../secrets.js'
import { prepareDatabase } from '../database/database.js'
import { findIdentity, withSql } from '../database/identity.js'
import { retireReceiptKey } from '../../core/publish/receipts/keys.js'
import { keepKeyCheck, noneBefore, opens } from '../database/key-check.js'

export type ForgetRequest = { isConfirmed: boolean }
/** Counts of rows. `lost`: rows with something that none of our keys opens. */
export type Forgotten = { place: PlaceName; lost: number; opened: number }
export type ForgetDone = { isForgotten: boolean; places: Forgotten[] }

type Forget = (sql: Sql, row: Row, by: { sealer: Sealer; now: Date }) => Promise<unknown>

/** Ends what is not deleted as if its owner had done so; it can be set up again. */
const FORGET: Readonly<Record<PlaceName, Forget>> = {
  connections: (sql, { key: [organizationId = '', accountId = ''] }, { now }) =>
    endConnection(sql, operatorOf(organizationId), accountId, now),
  slack_installations: (sql, { key: [enterpriseId = '', teamId = '', isEnterprise = ''] }, { now }) => sql`
    update slack_installations
       set revoked_at = ${now}, ${withoutToken(sql)}
     where enterprise_id = ${enterpriseId}
       and team_id = ${teamId}
       and is_enterprise = ${isEnterprise}::boolean`,
  async calendar_links(sql, { key: [organizationId = '', accountId = ''] }, { now }) {
    await sql`
      delete from calendar_links
       where organization_id = ${organizationId}
         and account_id = ${accountId}`
    await recordAct(sql, operatorOf(organizationId), { accountId, subject: `calendar_link:${accountId}`, action: 'delete' }, now)
  },
  // Receivers would refuse signatures of an unknown secret, so events wait until an admin has given them the new one.
  async webhooks(sql, { key: [organizationId = '', id = ''] }, { sealer, now }) {
    await sql`
      update webhooks
         set secret = ${sealer.seal(newSecret())}, old_secret = null, old_secret_until = null,
             state_reason = case when state = 'active' then 'admin' else state_reason end,
             state_since = case when state = 'active' then ${now} else state_since end,
             state = case when state = 'active' then 'paused' else state end
       where organization_id = ${organizationId}
         and id = ${id}`
    await recordAct(
      sql,
      operatorOf(organizationId),
      { subject: `webhook:${id}`, action: 'pause', after: { because: 'key_lost' } },
      now,
    )
  },
  idempotency_keys: (sql, { key: [organizationId = '', scope = '', key = ''] }) => sql`
    delete from idempotency_keys
     where organization_id = ${organizationId}
       and scope = ${scope}
       and key = ${key}`,
  receipt_keys: (sql, { key: [kid = ''] }, { now }) => retireReceiptKey(sql, kid, now),
  database_identity: (sql) => sql`update database_identity set key_check = null`,
}

const operatorOf = (organizationId: string): Actor => ({ organizationId, via: 'operator', role: 'admin', userId: 'operator' })

/**
 * Runs in one transaction, after the migrations of this build. Unconfirmed, it only counts.
 * @param url of the database itself, without a pooler
 * @throws BackupError if a process is connected, or no service was ever started on the database
 * @throws IdentityError · MigrationError as a start would be refused, except for the key
 */
export async function forgetSecrets(
  { isConfirmed }: ForgetRequest,
  { config, url }: { config: Config; url: string },
): Promise<ForgetDone> {
  const sealer = makeSealer(readEncryptionKey(config.encryptionKey, config.dataDir), config.previousEncryptionKeys)
  const found = await withSql(config, url, async (sql) => {
    if (!(await findIdentity(sql))) throw new BackupError('The database keeps no secrets: no service was ever started on it.')
    if (isConfirmed) await requireStopped(sql)
    return { now: await readNow(sql), places: isConfirmed ? [] : await goThrough(sql, sealer, async () => {}) }
  })
  if (!isConfirmed) return { isForgotten: false, places: found.places }
  await prepareDatabase(config, url, found.now, { checksKey: false })
  return withSql(config, url, (sql) =>
    sql.begin(async (tx) => {
      await tx.unsafe(WITHOUT_LIMITS)
      await lockAlone(tx)
      await requireStopped(tx)
      const now = await readNow(tx)
      const places = await goThrough(tx, sealer, (place, row) => FORGET[place](tx, row, { sealer, now }))
      await keepKeyCheck(config, sealer, tx)
      return { isForgotten: true, places }
    }),
  )
}

const ROWS_AT_A_TIME = 200

async function goThrough(
  sql: Sql,
  sealer: Sealer,
  onLost: (place: PlaceName, row: Row) => Promise<unknown>,
): Promise<Forgotten[]> {
  const all: Forgotten[] = []
  for (const place of PLACES) {
    const done: Forgotten = { place: place.name, lost: 0, opened: 0 }
    for await (const row of rowsOf(sql, place)) {
      const isLost = row.sealed.some((one) => one !== null && !opens(sealer, one))
      if (isLost) await onLost(place.name, row)
      done[isLost ? 'lost' : 'opened']++
    }
    all.push(done)
  }
  return all
}

async function* rowsOf(sql: Sql, place: Place): AsyncGenerator<Row> {
  let after: Row | undefined
  do {
    const rows = await place.list(sql, after, ROWS_AT_A_TIME).catch(noneBefore)
    yield* rows
    after = rows.at(-1)
  } while (after)
}
