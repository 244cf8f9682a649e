/** The token of an installation, renewed before it ends: by one process only, because a refresh token works once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '../../core/lib/duration.js'
import { settlesWithin } from '../../core/lib/timeout.js'
import type { Token, TokenDeps } from '../transport/access.js'
import { type Granted, type Kept, openGranted } from './kept.js'
import { findKept, takeRefresh } from './refresh-store.js'
import { spendRefreshToken } from './refresh.js'

/**
 * How to wait: until it is settled, or only for Slack's three seconds; then the rest runs under `track`, which a close waits
 * for.
 */
export type Waiting = 'until it is settled' | { track: (work: Promise<unknown>) => void }

/** The remaining life at which a token is renewed; tokens live for twelve hours. */
const RENEW_MS = 2 * HOUR_MS
/** The shortest remaining life for a call: with less, the token may end before the call is made. */
const ALIVE_MS = 30_000
/** The length of a lease: longer than Slack's answer and the storing may take together. */
const LEASE_MS = 60_000
/** The time that other processes wait for the one that renews; real time, as are the next ones. */
const WAIT_MS = 8_000
const POLL_MS = 50
/** Limits for a renewal while a person waits: as long as the old token is alive, it can still be used. */
const TIMEOUT_MS = { alive: 1_000, ended: 2_000 }

/** Renewals in progress in this process, so that its callers share one. */
const renewing = new WeakMap<object, Map<string, Promise<Token>>>()

/** @throws Error the token has ended, and Slack gives no other now */
export async function tokenOf(deps: TokenDeps, kept: Kept, waiting: Waiting): Promise<Token> {
  if (kept.installation === null) return plainToken(deps, kept)
  const granted = openGranted(deps.sealer, kept.installation)
  const { isDue, isAlive } = judge(deps, granted)
  const old: Token = { kind: 'token', botToken: granted.bot.token }
  if (!isDue || (isAlive && isHeld(deps, kept))) return old
  const renewed = renew(deps, kept)
  if (waiting === 'until it is settled') return renewed
  waiting.track(renewed.catch(() => {})) // callers that still wait get the error
  if (await settlesWithin(renewed, isAlive ? TIMEOUT_MS.alive : TIMEOUT_MS.ended)) return renewed
  if (isAlive) return old
  throw new Error('the token of this workspace has ended, and Slack has not given another yet')
}

function plainToken({ sealer, botToken }: TokenDeps, kept: Kept): Token {
  if (kept.botToken !== null) return { kind: 'token', botToken: sealer.open(kept.botToken) }
  return botToken === undefined ? { kind: 'unknown' } : { kind: 'token', botToken }
}

function renew(deps: TokenDeps, kept: Kept): Promise<Token> {
  const ofDatabase = renewing.get(deps.db) ?? new Map<string, Promise<Token>>()
  renewing.set(deps.db, ofDatabase)
  const key = `${kept.enterpriseId}:${kept.teamId}`
  const open = ofDatabase.get(key) ?? renewAlone(deps, kept).finally(() => ofDatabase.delete(key))
  ofDatabase.set(key, open)
  return open
}

/** Renews in one of several processes; the others use the token that it stores. */
async function renewAlone(deps: TokenDeps, key: Kept): Promise<Token> {
  const { db, sealer, wallClock } = deps
  const endsAt = performance.now() + WAIT_MS
  for (;;) {
    const kept = await findKept(db.sql, key)
    if (!kept) return { kind: 'revoked' }
    if (kept.installation === null) return plainToken(deps, kept)
    const granted = openGranted(sealer, kept.installation)
    const { isDue, isAlive } = judge(deps, granted)
    const old: Token = { kind: 'token', botToken: granted.bot.token }
    if (!isDue || (isAlive && isHeld(deps, kept))) return old
    const lease = await takeRefresh(db.sql, kept, { now: wallClock(), leaseMs: LEASE_MS, evenIfLeased: !isAlive })
    if (lease) return spendRefreshToken(deps, { kept, granted, lease, isAlive })
    if (performance.now() >= endsAt) {
      if (isAlive) return old
      throw new Error('another process is renewing the token of this workspace')
    }
    await sleep(POLL_MS)
  }
}

function judge({ oauth, wallClock }: TokenDeps, { bot }: Granted): { isDue: boolean; isAlive: boolean } {
  if (bot.expiresAt === undefined) return { isDue: false, isAlive: true }
  const leftMs = bot.expiresAt * 1000 - wallClock().getTime()
  return { isDue: leftMs <= RENEW_MS && bot.refreshToken !== undefined && oauth !== undefined, isAlive: leftMs > ALIVE_MS }
}

const isHeld = ({ wallClock }: TokenDeps, { refreshAfter }: Kept) => refreshAfter !== null && refreshAfter > wallClock()
