/** The end of connecting: the account holder's decision comes back from the platform. */
import type { Queue } from '../ports/notice.js'
import type { PLATFORM_SCOPES, PlatformTokens, PlatformUser } from '../ports/platform.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { Account } from '../accounts/account.js'
import { requestAccountJobs } from '../accounts/account-jobs.js'
import { type Connected, notifyChannel, notifyConnected, storeConnection } from './connect.js'
import { findRequested } from './consent.js'
import { judgeError, judgeFailure, type Unconnected } from './check.js'
import { findDenial } from './reads-denied.js'
import { noteRefusal } from './call-platform.js'
import type { ConnectAsk } from './link.js'
import { type JudgingDeps, mayStillConnect } from './maker.js'
import { findSpent, noteSuccess, spendState } from '../accounts/spent-states.js'
import { readState } from './state.js'

/** The parameters of the platform's redirect, and the browser's cookies. */
export type Return = {
  state: string
  code: string | undefined
  /** A code of RFC 6749 section 4.1.2.1. */
  error: string | undefined
  /** Returns what the browser stores under the id of a request. */
  secretOf: (id: string) => string | undefined
  /** Counts an exchange for its address. @returns the seconds to wait when it exceeds the limit */
  takeExchange: () => number | undefined
}

/**
 * `id`: the finished request; null: it is not finished, or invalid. `names`: the account given and the one wanted, where both may
 * be shown. `retryAfterSeconds`: set for `tooMany`. `isDenied`: the platform does not let us read its boards.
 */
export type Finished =
  | { kind: 'connected'; id: string; account: Account; isNew: boolean; queue: Queue; isDenied: boolean }
  | {
      kind: 'unconnected'
      id: string | null
      why: Unconnected
      ask: ConnectAsk | null
      names?: { given: string; wanted: string }
      scopes?: string[]
      retryAfterSeconds?: number
    }

/**
 * Completes connecting. The platform is called only after the state, its age and the browser are verified, and once per state,
 * whatever codes and processes; nothing is stored unless all succeeds. Boards, and the days of a new business account, are then
 * due to be read in the background.
 */
export async function finishConnecting(
  deps: FinishingDeps,
  { state, code, error, secretOf, takeExchange }: Return,
): Promise<Finished> {
  const read = readState(deps, { state, secretOf }, deps.clock())
  switch (read.kind) {
    case 'wrong':
      return { kind: 'unconnected', id: null, why: 'stateWrong', ask: null }
    case 'expired':
      return unfinished(deps, read, 'stateExpired')
    case 'otherBrowser':
      return unfinished(deps, read, 'otherBrowser')
    case 'good':
      // a double click sends the same answer twice at once, and both get one result
      return shareOpen(open, deps.db, JSON.stringify([read.id, code, error]), async () => {
        const retryAfterSeconds = takeExchange()
        if (retryAfterSeconds !== undefined)
          return { kind: 'unconnected', id: null, why: 'tooMany', ask: read.ask, retryAfterSeconds }
        if (!(await spendState(deps.db.sql, read))) return unfinished(deps, read, 'stateSpent')
        return { ...(await finish(deps, read, { code, error })), id: read.id }
      })
  }
}

/** `setUp`: sets up a new account in the transaction that connects it, if its link says so. */
type FinishingDeps = Deps & JudgingDeps & { setUp: SetUpConnected }
export type SetUpConnected = (
  sql: Sql,
  by: Parameters<typeof storeConnection>[2],
  account: Account,
  choice: { timezone: string; pinsPerDay: number; channelId: null },
  now: Date,
) => Promise<unknown>

/** Returns `done` to a person who reloads the last page or goes back to it, when the cookie is gone. */
async function unfinished(
  { db: { sql } }: Deps,
  { id, ask }: { id: string; ask: ConnectAsk },
  why: Unconnected,
): Promise<Finished> {
  const spent = await findSpent(sql, id)
  return { kind: 'unconnected', id: null, why: spent?.succeeded ? 'done' : why, ask }
}

const open = new WeakMap<Deps['db'], Map<string, Promise<Finished>>>()

type End = Pick<Extract<Finished, { kind: 'connected' }>, 'kind' | 'account' | 'isNew' | 'queue' | 'isDenied'> | Refused
type Refused = Omit<Extract<Finished, { kind: 'unconnected' }>, 'id'>

async function finish(
  deps: FinishingDeps,
  { id, ask }: { id: string; ask: ConnectAsk },
  { code, error }: Pick<Return, 'code' | 'error'>,
): Promise<End> {
  if (error !== undefined) return unconnected(ask, await judgeError(deps, ask, error))
  if (code === undefined || code === '') return unconnected(ask, 'stateWrong')
  const requested = ask.kind === 'link' ? await findRequested(deps.db.sql, ask) : null
  if (requested === undefined) return unconnected(ask, 'gone')
  if (!(await mayStillConnect(deps, ask))) return unconnected(ask, 'withdrawn')
  const granted = await takeGrant(deps, ask, code)
  if ('why' in granted) return granted
  const { grant, user } = granted
  const wanted = requested?.account
  if (wanted && wanted.platformUserId !== user.id) {
    return unconnected(ask, 'otherUser', { names: { given: user.username, wanted: wanted.username } })
  }
  const organizationId = ask.kind === 'link' ? ask.organizationId : await findHolder(deps.db.sql, ask, user)
  if (organizationId === undefined) return unconnected(ask, 'otherUser')

  const denial = await findDenial(deps, { accessToken: grant.accessToken })
  const isDenied = denial !== null
  const now = deps.clock()
  const { account, isNew, queue } = await deps.db.tx(async (sql) => {
    const by = whoConnects(ask, organizationId, user)
    const connected = await storeConnection(sql, deps, by, { user, grant, timezone: null }, now)
    if (connected.isNew && ask.kind === 'link' && ask.setUp) await deps.setUp(sql, by, connected.account, ask.setUp, now)
    await notifyAboutConnection(sql, ask, { ...connected, isDenied }, now)
    await requestFirstReading(sql, connected, now)
    await noteSuccess(sql, id)
    return connected
  })
  if (denial) await noteRefusal(deps, account, denial)
  return { kind: 'connected', account, isNew, queue, isDenied }
}

/**
 * Returns the author: the person in Slack who requested the link; otherwise the account holder, for links of a program, the
 * operator or the public page.
 */
function whoConnects(ask: ConnectAsk, organizationId: string, user: PlatformUser): Parameters<typeof storeConnection>[2] {
  if (ask.kind === 'link' && ask.askedBy !== null) return { organizationId, via: 'slack', userId: ask.askedBy }
  return { organizationId, via: 'browser', userId: `holder:${user.id}` }
}

const unconnected = (ask: ConnectAsk, why: Unconnected, more: Pick<Refused, 'names' | 'scopes'> = {}): Refused => ({
  kind: 'unconnected',
  why,
  ask,
  ...more,
})

/** Exchanges the code, and reads whose account it is for. */
async function takeGrant(
  deps: Deps,
  ask: ConnectAsk,
  code: string,
): Promise<{ grant: PlatformTokens; user: PlatformUser } | Refused> {
  try {
    const grant = await deps.platform.exchangeCode({ code, redirectUri: redirectUri(deps) })
    const scopes = missingScopes(grant.scopes)
    if (scopes.length > 0) return unconnected(ask, 'scopesMissing', { scopes })
    return { grant, user: await deps.platform.readUser({ accessToken: grant.accessToken }) }
  } catch (failure) {
    return unconnected(ask, await judgeFailure(deps, ask, failure))
  }
}

/** Returns the address to which the platform redirects; it must be registered there exactly. */
export const redirectUri = ({ settings }: Pick<Deps, 'settings'>) => `${settings.publicUrl}/connect/callback`

/** Finds the organization of that account over all organizations, if the platform's user is its holder. */
async function findHolder(sql: Sql, { accountId }: { accountId: string }, { id }: PlatformUser): Promise<string | undefined> {
  const [holder] = await sql<{ organizationId: string }[]>`
    select organization_id as "organizationId"
      from accounts
     where id = ${accountId}
       and platform_user_id = ${id}`
  return holder?.organizationId
}

async function notifyAboutConnection(
  sql: Sql,
  ask: ConnectAsk,
  connected: Connected & { isDenied: boolean },
  now: Date,
): Promise<void> {
  if (ask.kind === 'link' && ask.askedBy !== null)
    await notifyConnected(sql, `user:${ask.askedBy}`, { ...connected, form: ask.form }, now)
  if (!connected.isNew) await notifyChannel(sql, connected, now)
}

/** Requests the first reading, so that a new user does not wait for the daily one to see statistics. */
const requestFirstReading = (sql: Sql, { account, isNew }: Connected, now: Date): Promise<void> =>
  requestAccountJobs(sql, account, isNew && account.isBusiness ? ['boards', 'days'] : ['boards'], now)

/** Shares one running call among callers of this process with the same key; failures too. */
function shareOpen<T>(
  open: WeakMap<object, Map<string, Promise<T>>>,
  owner: object,
  key: string,
  begin: () => Promise<T>,
): Promise<T> {
  const ofOwner = open.get(owner) ?? new Map<string, Promise<T>>()
  open.set(owner, ofOwner)
  const running = ofOwner.get(key)
  if (running) return running
  const answer = begin().finally(() => ofOwner.delete(key))
  ofOwner.set(key, answer)
  return answer
}

type Scope = (typeof PLATFORM_SCOPES)[number]

/**
 * The scopes without which no pin can be published and no board read; those for secret boards are optional. @see
 * docs/contract.md#connecting
 */
const NEEDED_SCOPES = ['user_accounts:read', 'boards:read', 'boards:write', 'pins:read', 'pins:write'] as const satisfies Scope[]

/**
 * Returns the scopes that we need and were not granted.
 * @param granted as the platform lists it, separated by commas or spaces; empty: everything requested was granted (RFC 6749
 * section 5.1)
 */
function missingScopes(granted: string): string[] {
  const scopes = new Set(granted.split(/[\s,]+/).filter(Boolean))
  return scopes.size === 0 ? [] : NEEDED_SCOPES.filter((scope) => !scopes.has(scope))
}
