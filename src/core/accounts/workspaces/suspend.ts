/** Pauses organizations that removed the app from Slack and use no key, and alerts the operator. */
import { refreshCardsOf } from '../../notices/cards.js'
import { recordAct } from '../../audit/audit.js'
import { alertOperator } from '../../notices/operator-alert.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { BUDGET, holdNoted, holdQueue } from '../queue.js'
import { accountColumns } from '../accounts.js'
import type { Account } from '../account.js'
import type { GoesOn } from '../../lib/work/batch.js'
import { KEY_IN_USE_DAYS, listUnused } from './unused.js'

const MAX_REASONS = 5

/**
 * Pauses all unused organizations: queues wait, and tokens are no longer renewed. It goes on only when an admin resumes each
 * account, because any member may reinstall the app, and waiting pins may be outdated. A failure does not stop the others.
 * @returns the number of paused accounts
 * @throws AggregateError at the end, when some could not be paused
 */
export async function suspendUnused(deps: Pick<Deps, 'db' | 'clock' | 'log'>, goesOn: GoesOn = () => true): Promise<number> {
  let paused = 0
  const errors: unknown[] = []
  for (const organizationId of await listUnused(deps.db.sql, { now: deps.clock(), stillActive: true })) {
    if (!goesOn()) break
    try {
      paused += await suspend(deps, organizationId)
    } catch (error) {
      errors.push(error)
      deps.log.error({ organizationId, error }, 'publishing could not be paused')
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors.slice(0, MAX_REASONS), `${errors.length} organizations could not be paused`)
  return paused
}

async function suspend({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>, organizationId: string): Promise<number> {
  const accounts = await db.tx((sql) => pauseAll(sql, organizationId, clock()), BUDGET)
  if (accounts.length === 0) return 0
  log.warn({ organizationId, accounts: accounts.length }, 'publishing is paused: the app was removed, and no key is in use')
  const message =
    `Publishing of organization ${organizationId} is paused: the app was taken out of Slack, and no key was used for ${KEY_IN_USE_DAYS} days. ` +
    'Its pins wait for a day each, then they fail. An admin of it resumes each account once the app is installed again.'
  await alertOperator({ db }, { subject: 'stuck', seenFor: organizationId, cause: `removed ${organizationId}`, message }, clock())
  return accounts.length
}

async function pauseAll(sql: Sql, organizationId: string, now: Date): Promise<Account[]> {
  const active = await sql`
    select id
      from accounts
     where organization_id = ${organizationId}
       and (publishing = 'active' or paused_until is not null) -- a pause that ends would go on for nobody
     order by id
       for no key update`
  if (active.length === 0 || (await listUnused(sql, { now, organizationId })).length === 0) return [] // installed again meanwhile
  const accounts = await sql<Account[]>`
    update accounts a
       set publishing = 'paused', paused_because = 'app_removed', paused_until = null, ${holdNoted(sql, 'paused', now)}
     where a.organization_id = ${organizationId}
       and (a.publishing = 'active' or a.paused_until is not null)
    returning ${accountColumns(sql)}`
  for (const account of accounts) {
    await holdQueue(sql, account)
    await refreshCardsOf(sql, account, now)
    const act = { accountId: account.id, subject: `account:${account.id}`, action: 'pause', after: { because: 'app_removed' } }
    await recordAct(sql, { organizationId, via: 'slack', userId: 'slack' }, act, now)
  }
  return [...accounts]
}
