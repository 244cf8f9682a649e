/** One renewal of an account's tokens at a time, over all processes. @see docs/platform.md#tokens */
import { setTimeout as sleep } from 'node:timers/promises'
import { RefusedBecause } from '../lib/errors.js'
import { untilStored } from '../lib/retry.js'
import { PlatformError, type PlatformAccess } from '../ports/platform.js'
import type { Sql } from '../ports/deps.js'
import { type RefreshDeps, accessOf, findConnection, leaveRenewal, storeRenewed, takeRenewal } from './connection.js'
import type { Account } from '../accounts/account.js'
import { lockTokenStatus, markAlive, markUnauthorized } from './unauthorized.js'

/** Longer than a token request and storing its answer take together. */
const LEASE_MS = 90_000
/** Real time, as is `POLL_MS`: how long the others wait for the process that renews. */
const WAIT_MS = 8_000
const POLL_MS = 100

/** @throws as refreshAccess() */
export async function renewConnection(deps: RefreshDeps, account: Account, refused?: PlatformAccess): Promise<PlatformAccess> {
  const { db, clock, sealer } = deps
  const endsAt = performance.now() + WAIT_MS
  let old = refused?.accessToken
  for (;;) {
    const found = await findConnection(db.sql, account)
    if (!found) throw new RefusedBecause('platform_reconnect_required')
    const current = sealer.open(found.accessToken)
    old ??= current
    if (current !== old) return accessOf(account, current)
    if (!found.refreshToken || found.tokenStatus === 'unauthorized') throw new RefusedBecause('platform_reconnect_required')
    const lease = await takeRenewal(db.sql, account, found, { now: clock(), leaseMs: LEASE_MS })
    if (lease) return spend(deps, account, { spent: sealer.open(found.refreshToken), lease })
    if (performance.now() >= endsAt) {
      throw new PlatformError('unavailable', 'another process is renewing the tokens of this account')
    }
    await sleep(POLL_MS)
  }
}

/** Spends the refresh token, which may work only once. */
async function spend(
  deps: RefreshDeps,
  account: Account,
  { spent, lease }: { spent: string; lease: Date },
): Promise<PlatformAccess> {
  const { db, clock, platform } = deps
  try {
    const fresh = await platform.refreshToken(spent)
    // the old pair is spent: while the database is unavailable, the new one exists only here
    const stored = await untilStored(() => storeRenewed(deps, account, { spent, fresh }))
    if (stored === undefined) throw new RefusedBecause('platform_reconnect_required')
    if (stored === fresh.accessToken) await db.tx((sql) => markAlive(sql, account, clock()))
    return accessOf(account, stored)
  } catch (error) {
    if (!(error instanceof PlatformError && error.kind === 'reconnect')) throw error
    const newer = await db.tx(async (sql) => {
      await lockTokenStatus(sql, account) // who connects it just now is waited for
      const found = await findNewer(sql, deps, account, spent)
      if (!found) await markUnauthorized(sql, account, clock()) // before others get to ask with the same dead token
      return found
    })
    if (newer) return newer
    throw error
  } finally {
    await leaveRenewal(db.sql, account, lease).catch(() => {}) // it runs out by itself
  }
}

/** Finds newer tokens: another process may have spent the token first and stored the result. */
async function findNewer(
  sql: Sql,
  { sealer }: RefreshDeps,
  account: Account,
  spent: string,
): Promise<PlatformAccess | undefined> {
  const found = await findConnection(sql, account)
  if (!found || (found.refreshToken && sealer.open(found.refreshToken) === spent)) return undefined
  return accessOf(account, sealer.open(found.accessToken))
}
