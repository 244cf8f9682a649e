/** The secret link by which a calendar program reads the schedule. */
import { createHash, randomBytes } from 'node:crypto'
import { after, before, DAY_MS } from '../lib/duration.js'
import { requireAccount } from '../accounts/accounts.js'
import { requireRoleOn } from '../accounts/people/roles.js'
import { isRowId } from '../lib/rows/row-id.js'
import { hasStatus } from '../lib/rows/of-status.js'
import { listRepeats, type Repeat } from './repeats.js'
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'sealer' | 'settings'>
export type CalendarLink = { url: string; createdAt: Date }

export type CalendarPin = {
  postId: string
  state: 'scheduled' | 'publishing' | 'published'
  at: Date
  title: string
  description: string
  url: string
  boardName: string | null
  pinId: string | null
  /** Incremented with each change. */
  version: number
  updatedAt: Date
}
export type Calendar = {
  accountId: string
  username: string
  timezone: string | null
  pins: CalendarPin[]
  /** Evergreen repeats of the next four weeks. */
  repeats: Repeat[]
}

/** The most pins in a calendar, the soonest first. */
export const MOST_CALENDAR_PINS = 5000
const DAYS_BACK = 30
const REPEATS_DAYS = 28
const SECRET_BYTES = 32

/** Returns null when there is none. @throws FORBIDDEN below scheduler · NOT_FOUND */
export async function readCalendarLink(
  { db: { sql }, sealer, settings }: LinkDeps,
  actor: Actor,
  input: { accountId: string },
): Promise<CalendarLink | null> {
  requireRoleOn(actor, input.accountId, 'scheduler')
  const { organizationId, id } = await requireAccount(sql, actor, input.accountId)
  const [row] = await sql<{ secret: Buffer; createdAt: Date }[]>`
    select secret, created_at as "createdAt"
      from calendar_links
     where organization_id = ${organizationId} and account_id = ${id}`
  return row ? { url: urlOf(settings, sealer.open(row.secret)), createdAt: row.createdAt } : null
}

/** Makes a new link; the previous one ends at once. @throws FORBIDDEN not an admin · NOT_FOUND */
export async function makeCalendarLink(
  { db, clock, sealer, settings }: LinkDeps,
  actor: Actor,
  input: { accountId: string },
  beforeCommit?: BeforeCommit<CalendarLink>,
): Promise<CalendarLink> {
  requireRoleOn(actor, input.accountId, 'admin')
  const now = clock()
  return db.tx(async (sql) => {
    const { organizationId, id } = await requireAccount(sql, actor, input.accountId)
    const token = `${organizationId}_${randomBytes(SECRET_BYTES).toString('base64url')}`
    await sql`
      insert into calendar_links (organization_id, account_id, secret_hash, secret, created_by, created_at)
      values (${organizationId}, ${id}, ${hashOf(token)}, ${sealer.seal(token)}, ${actor.userId}, ${now})
      on conflict (organization_id, account_id) do update
         set secret_hash = excluded.secret_hash, secret = excluded.secret, created_by = excluded.created_by,
             created_at = excluded.created_at`
    await recordAct(sql, actor, { accountId: id, subject: `calendar_link:${id}`, action: 'make' }, now)
    const link = { url: urlOf(settings, token), createdAt: now }
    await beforeCommit?.(sql, link)
    return link
  })
}

/** Ends the link; without one nothing changes. @throws FORBIDDEN not an admin · NOT_FOUND */
export async function removeCalendarLink({ db, clock }: LinkDeps, actor: Actor, input: { accountId: string }): Promise<void> {
  requireRoleOn(actor, input.accountId, 'admin')
  const now = clock()
  await db.tx(async (sql) => {
    const { organizationId, id } = await requireAccount(sql, actor, input.accountId)
    const removed = await sql`
      delete from calendar_links
       where organization_id = ${organizationId} and account_id = ${id}`
    if (removed.count === 0) return
    await recordAct(sql, actor, { accountId: id, subject: `calendar_link:${id}`, action: 'delete' }, now)
  })
}

export type OpenCalendar = {
  /** Returns a hash that changes with the content of the calendar, not with the time, without reading all of it. */
  mark(): Promise<string>
  /**
   * Reads the calendar, earliest first: all queued pins, 30 days of published ones, at most 5,000; and four weeks of evergreen
   * repeats.
   */
  read(): Promise<Calendar>
}

/** Opens the calendar of a link's token. undefined: no such link. */
export async function openCalendar(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<OpenCalendar | undefined> {
  const organizationId = organizationOf(token)
  if (organizationId === undefined) return undefined
  const [account] = await sql<Owner[]>`
    select a.organization_id as "organizationId", a.id as "accountId", a.username, a.timezone
      from calendar_links l
      join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
     where l.organization_id = ${organizationId} and l.secret_hash = ${hashOf(token)}`
  if (!account) return undefined
  const now = clock()
  const since = before(now, DAYS_BACK * DAY_MS)
  const { accountId, username, timezone } = account
  const ahead = { after: now, until: after(now, REPEATS_DAYS * DAY_MS) }
  const readRepeats = async () => listRepeats(sql, { organizationId, id: accountId }, ahead, now)
  return {
    async mark() {
      const [pins, repeats] = await Promise.all([markOfPins(sql, account, since), readRepeats()])
      return hashOf(JSON.stringify({ username, timezone, pins, repeats })).toString('base64url')
    },
    async read() {
      const [pins, repeats] = [await listPins(sql, account, since), await readRepeats()]
      return { accountId, username, timezone, pins, repeats }
    },
  }
}

type Owner = Omit<Calendar, 'pins' | 'repeats'> & { organizationId: string }

async function listPins(sql: Sql, owner: Owner, since: Date): Promise<CalendarPin[]> {
  const rows = await sql<CalendarPin[]>`
    select *
      from (${shownPins(sql, owner, since)}) shown
     order by at, "postId"`
  return [...rows]
}

/** Hashes everything that is shown, so any change to it counts. */
async function markOfPins(sql: Sql, owner: Owner, since: Date): Promise<string> {
  const [row] = await sql<[{ mark: string }]>`
    select encode(sha256(convert_to(coalesce(string_agg(shown::text, ';' order by at, "postId"), ''), 'UTF8')), 'hex') as mark
      from (${shownPins(sql, owner, since)}) shown`
  return row.mark
}

/** One statement, so that a pin published meanwhile appears once. Coming pins take precedence over published ones. */
const shownPins = (sql: Sql, { organizationId, accountId }: Owner, since: Date) => {
  const coming = (status: 'queued' | 'uploading', state: ReturnType<Sql>) => sql`
        (select p.*, p.send_at as at, ${state} as state
           from posts p
          where p.organization_id = ${organizationId} and p.account_id = ${accountId} and ${hasStatus(sql, status)}
          order by p.send_at, p.id
          limit ${MOST_CALENDAR_PINS})`
  return sql`
    with coming as (
      select *
        from (${coming('queued', sql`'scheduled'`)} union all ${coming('uploading', sql`'publishing'`)}) p
       order by p.at, p.id
       limit ${MOST_CALENDAR_PINS}
    ), published as (
      select p.*, p.sent_at as at, 'published' as state
        from posts p
       where p.organization_id = ${organizationId} and p.account_id = ${accountId} and p.status = 'sent' and p.sent_at > ${since}
       order by p.sent_at desc, p.id desc
       limit ${MOST_CALENDAR_PINS} - (select count(*) from coming)
    )
    select p.id as "postId", p.state, p.at, coalesce(p.title, '') as title, coalesce(p.description, '') as description,
           coalesce(p.url, '') as url, case when p.pin_deleted_at is null then p.pin_id end as "pinId", p.version, p.updated_at as "updatedAt",
           (select b.name
              from boards b
             where b.organization_id = ${organizationId} and b.account_id = ${accountId} and b.id = p.board_id) as "boardName"
      from (select * from coming union all select * from published) p`
}

/** Extracts the organization, needed to find the link: a token is `<organization>_<43 characters of base64url>`. */
function organizationOf(token: string): string | undefined {
  const [, organizationId] = /^(\d{1,19})_[\w-]{43}$/.exec(token) ?? []
  return organizationId !== undefined && isRowId(organizationId) ? organizationId : undefined
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const urlOf = ({ publicUrl }: Deps['settings'], token: string) => `${publicUrl}/calendar/${token}.ics`
