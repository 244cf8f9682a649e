/** Sets whether and when an account's channel gets the weekly digest and notices of empty slots. */
import { recordAct } from '../audit/audit.js'
import type { Actor } from '../lib/actor.js'
import { nextDigest, nextNudgeCheck, zoneOf } from './digest-times.js'
import { badRequest } from '../lib/errors.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { Account } from './account.js'
import { requireAccount } from './accounts.js'
import { requireRoleOn } from './people/roles.js'

export type DigestChoices = {
  digest: boolean
  /** 0 is Sunday. */
  weekday: number
  /** The minute of the account's day, 0 to 1439; slots are checked at this time, too. */
  minute: number
  nudge: boolean
}
export type DigestSettings = DigestChoices & {
  /** The zone of these times: the account's, else UTC. */
  timezone: string
  /** The next digest; null: none is planned. */
  nextAt: Date | null
}

/** Mondays at nine. @see docs/slack.md#digest */
export const DEFAULT_CHOICES: DigestChoices = { digest: true, weekday: 1, minute: 540, nudge: true }

export const choiceColumns = (sql: Sql) => sql`d.digest_on as digest, d.weekday, d.minute, d.nudge_on as nudge`

type Plan = { digestAt: Date | null; digestWeek: string | null; sentWeek: string | null }
type Row = DigestChoices & Plan

/** @throws NOT_FOUND */
export async function readDigestSettings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<DigestSettings> {
  const account = await requireAccount(db.sql, actor, accountId)
  const row = await findRow(db.sql, account)
  return settingsOf(account, row ?? DEFAULT_CHOICES, row?.sentWeek ?? null, clock())
}

/**
 * Changes the settings from now on: a week that had its digest gets no second one. If the new time of this week has passed, this
 * week's digest is skipped.
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST weekday, minute
 */
export async function setDigestSettings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, ...choices }: { accountId: string } & DigestChoices,
): Promise<DigestSettings> {
  requireWhole('weekday', choices.weekday, 6, 'a day of the week: 0 for Sunday to 6 for Saturday')
  requireWhole('minute', choices.minute, 1439, 'a minute of the day, 0 to 1439')
  requireRoleOn(actor, accountId, 'admin')
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    await sql`
      insert into digests (organization_id, account_id)
      values (${account.organizationId}, ${account.id})
      on conflict (organization_id, account_id) do nothing`
    const row = await findRow(sql, account, 'lock')
    if (!row) throw new Error('a row that was just made is gone')
    await writeChoices(sql, account, { choices, row }, now)
    const [before, after] = [choicesOf(row), choicesOf(choices)]
    if (JSON.stringify(before) !== JSON.stringify(after))
      await recordAct(sql, actor, { accountId, subject: `digest:${accountId}`, action: 'update', before, after }, now)
    return settingsOf(account, choices, row.sentWeek, now)
  })
}

const choicesOf = ({ digest, weekday, minute, nudge }: DigestChoices): DigestChoices => ({ digest, weekday, minute, nudge })

async function findRow(sql: Sql, { organizationId, id }: Account, how: 'read' | 'lock' = 'read'): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    select ${choiceColumns(sql)}, d.digest_at as "digestAt", d.digest_week::text as "digestWeek", d.digest_told_week::text as "sentWeek"
      from digests d
     where d.organization_id = ${organizationId}
       and d.account_id = ${id}
     ${how === 'lock' ? sql`for update` : sql``}`
  return row
}

function settingsOf(account: Account, choices: DigestChoices, sentWeek: string | null, now: Date): DigestSettings {
  const timezone = zoneOf(account)
  const nextAt = choices.digest ? nextDigest(choices, timezone, now, sentWeek).at : null
  return { ...choicesOf(choices), timezone, nextAt }
}

/** Keeps a digest that is already due, which goes out at the next tick. */
async function writeChoices(
  sql: Sql,
  account: Account,
  { choices, row }: { choices: DigestChoices; row: Row },
  now: Date,
): Promise<void> {
  const timezone = zoneOf(account)
  const isDue = row.digestAt !== null && row.digestWeek !== null && row.digestAt <= now
  const next = isDue ? { at: row.digestAt, week: row.digestWeek } : nextDigest(choices, timezone, now, row.sentWeek)
  await sql`
    update digests
       set digest_on = ${choices.digest}, weekday = ${choices.weekday}, minute = ${choices.minute}, nudge_on = ${choices.nudge},
           planned_zone = ${account.timezone ?? 'UTC'}, digest_at = ${choices.digest ? next.at : null}, digest_week = ${choices.digest ? next.week : null},
           nudge_at = ${choices.nudge ? nextNudgeCheck(choices.minute, timezone, now) : null}
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}`
}

function requireWhole(field: string, value: number, most: number, words: string): void {
  if (!Number.isInteger(value) || value < 0 || value > most) throw badRequest(field, (of) => `${of(field)} must be ${words}.`)
}
