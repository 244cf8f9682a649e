/** Settings of an account that an admin changes, except pausing. */
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { badRequest, notFound } from '../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { isTimezone } from '../lib/time.js'
import { requireDestination } from '../lib/http/url.js'
import type { Account, PublishedPins } from './account.js'
import { accountColumns } from './accounts.js'
import { requireRoleOn } from './people/roles.js'
import { isRowId } from '../lib/rows/row-id.js'
import { type Interest, INTERESTS, MOST_INTERESTS, type Region, REGIONS } from './trend-questions.js'

/**
 * Sets the zone of new timeslots, of intervals and of spacing from now on. Slots keep their own zone, and queued pins their
 * times.
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST timezone
 */
export async function setTimezone(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, timezone }: { accountId: string; timezone: string },
): Promise<Account> {
  if (!isTimezone(timezone))
    throw badRequest('timezone', (of) => `${of('timezone')} must be an IANA time zone name, like America/New_York.`)
  requireRoleOn(actor, accountId, 'admin')
  return set(deps, actor, accountId, { timezone })
}

/**
 * Sets whether pins that fall due while the account is paused wait, or fail at their time. If it is already paused, waiting pins
 * fail at the next sweep.
 * @throws FORBIDDEN not an admin · NOT_FOUND
 */
export async function setWhilePaused(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, whilePaused }: { accountId: string; whilePaused: Account['whilePaused'] },
): Promise<Account> {
  requireRoleOn(actor, accountId, 'admin')
  return set(deps, actor, accountId, { while_paused: whilePaused })
}

/**
 * Sets the channel for notices about the account, such as failures and a lost connection; null: none.
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST notifyChannelId
 */
export async function setNotifyChannel(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, channelId }: { accountId: string; channelId: string | null },
): Promise<Account> {
  if (channelId !== null) requireNotifyChannel(channelId)
  requireRoleOn(actor, accountId, 'admin')
  return set(deps, actor, accountId, { notify_channel_id: channelId })
}

/** @throws BAD_REQUEST notifyChannelId */
export function requireNotifyChannel(channelId: string): void {
  if (/^[CG][A-Z0-9]{1,30}$/.test(channelId)) return
  throw badRequest('notifyChannelId', (of) => `${of('notifyChannelId')} must be a channel.`)
}

/**
 * Checks that a channel for the team’s own messages is not one that clients read. The caller has locked an account.
 * @throws BAD_REQUEST `field`
 */
export async function requireInternal(
  sql: Sql,
  { organizationId }: Pick<Actor, 'organizationId'>,
  field: string,
  channelId: string | null,
): Promise<void> {
  if (await isOfClients(sql, organizationId, channelId))
    throw badRequest(field, 'Clients read this channel. Choose one that is for your team alone.')
}

/** True for a channel that an account shares with its clients. */
export const isOfClients = (sql: Sql, organizationId: string, channelId: string | null): Promise<boolean> =>
  sql`
    select 1
      from accounts
     where organization_id = ${organizationId}
       and clients_channel_id = ${channelId}
     limit 1`.then(({ length }) => length > 0)

/**
 * Sets whether pins whose link is dead are held at their time, including queued ones.
 * @throws FORBIDDEN not an admin · NOT_FOUND
 * @see docs/contract.md#dead-links
 */
export async function setHoldDeadLinks(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, holdDeadLinks }: { accountId: string; holdDeadLinks: boolean },
  beforeCommit?: BeforeCommit<Account>,
): Promise<Account> {
  requireRoleOn(actor, accountId, 'admin')
  return set(deps, actor, accountId, { holds_dead_links: holdDeadLinks }, beforeCommit)
}

/** Absent fields stay unchanged. */
export type AccountChange = {
  /** What the channel gets for published pins; it gets failures in any case. */
  publishedPins?: PublishedPins | undefined
  holdDeadLinks?: boolean | undefined
  /** null: by the time zone. */
  trendRegion?: Region | null | undefined
  /** Empty: any. */
  trendInterests?: Interest[] | undefined
  /** null: none. */
  defaultLink?: string | null | undefined
}

/**
 * Changes several settings at once.
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST trendRegion, trendInterests, defaultLink
 * @see docs/contract.md#trends
 */
export async function changeAccount(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, publishedPins, holdDeadLinks, trendRegion, trendInterests, defaultLink }: { accountId: string } & AccountChange,
  beforeCommit?: BeforeCommit<Account>,
): Promise<Account> {
  if (trendRegion !== undefined && trendRegion !== null && !REGIONS.includes(trendRegion))
    throw badRequest('trendRegion', (of) => `${of('trendRegion')} must be one of ${REGIONS.join(', ')}.`)
  if (trendInterests !== undefined) requireInterests(trendInterests)
  const link = typeof defaultLink === 'string' ? requireDestination('defaultLink', defaultLink) : defaultLink
  requireRoleOn(actor, accountId, 'admin')
  const columns = {
    ...(publishedPins !== undefined && { tells_published: publishedPins !== 'off', published_daily: publishedPins === 'daily' }),
    ...(holdDeadLinks !== undefined && { holds_dead_links: holdDeadLinks }),
    ...(trendRegion !== undefined && { trend_region: trendRegion }),
    ...(trendInterests !== undefined && { trend_interests: trendInterests }),
    ...(link !== undefined && { default_link: link }),
  }
  if (Object.keys(columns).length === 0) throw badRequest('body', 'The body must have at least one field.')
  return set(deps, actor, accountId, columns, beforeCommit)
}

function requireInterests(interests: readonly Interest[]): void {
  const isKnown = interests.every((interest) => INTERESTS.includes(interest))
  if (isKnown && interests.length <= MOST_INTERESTS && new Set(interests).size === interests.length) return
  throw badRequest(
    'trendInterests',
    (of) => `${of('trendInterests')} must be up to ${MOST_INTERESTS} different values out of ${INTERESTS.join(', ')}.`,
  )
}

/** Sets columns, named as in the table. @throws NOT_FOUND */
async function set(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  accountId: string,
  columns:
    | { timezone: string }
    | { while_paused: string }
    | { notify_channel_id: string | null }
    | {
        tells_published?: boolean
        published_daily?: boolean
        holds_dead_links?: boolean
        trend_region?: string | null
        trend_interests?: string[]
        default_link?: string | null
      },
  beforeCommit?: BeforeCommit<Account>,
): Promise<Account> {
  if (!isRowId(accountId)) throw notFound('Account')
  const now = clock()
  return db.tx(async (sql) => {
    const { organizationId } = actor
    const [current] = await sql<{ before: Record<string, unknown> }[]>`
      select to_jsonb(a) as before
        from accounts a
       where a.organization_id = ${organizationId}
         and a.id = ${accountId}
         for no key update`
    if ('notify_channel_id' in columns) await requireInternal(sql, actor, 'notifyChannelId', columns.notify_channel_id)
    const [account] = await sql<Account[]>`
      update accounts a
         set ${sql(columns)}
       where a.organization_id = ${organizationId}
         and a.id = ${accountId}
      returning ${accountColumns(sql)}`
    if (!account || !current) throw notFound('Account')
    const before = Object.fromEntries(Object.keys(columns).map((name) => [name, current.before[name]]))
    const isSame = Object.entries(columns).every(([name, value]) => JSON.stringify(before[name]) === JSON.stringify(value))
    if (!isSame)
      await recordAct(sql, actor, { accountId, subject: `account:${accountId}`, action: 'set', before, after: columns }, now)
    await beforeCommit?.(sql, account)
    return account
  })
}
