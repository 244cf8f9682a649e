/**
 * What people search for, on the day of the question: what is kept, else one call for all who wait, over all organizations and processes.
 * @see docs/contract.md#trends
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from '../accounts/account.js'
import { alertAppRefused, type CallDeps, noteRefusal, refusalOf } from '../accounts/connect/call-platform.js'
import { withAccess } from '../accounts/connect/with-access.js'
import { DomainError, reconnectRequired } from '../lib/errors.js'
import { dateOf } from '../lib/time.js'
import type { Deps } from '../ports/deps.js'
import { PlatformError } from '../ports/platform.js'
import { type Asked, findOlder, findToday, keepTold, leaveTurn, takeTurn, type Told } from './answers.js'
import type { Question } from './questions.js'
import { busy, errorOf, failed, judge, restOf } from './refusals.js'
import { findRefusal, noteTrendRefusal } from './refused-accounts.js'

export type TrendDeps = CallDeps & Pick<Deps, 'log'>

/**
 * Real time, as is the next: how long others are waited for who ask just now, and where an older answer is kept. `isAhead`: nobody waits for
 * the answer, so asking for it leaves half of the account's quota.
 */
export type Patience = { waitMs: number; waitWithOlderMs: number; isAhead?: true }
const PATIENCE: Patience = { waitMs: 8_000, waitWithOlderMs: 1_000 }
const POLL_MS = 100

/** `refusal`: why it is not of today. `isNews`: its account was not refused for that before, so that a sentence about it is no repetition. */
export type Answer = Told & { refusal: { error: DomainError; isNews: boolean } | null }

/**
 * The answer of this UTC day, else the newest older one with its day.
 * @throws where there is none: FORBIDDEN platform_trends_forbidden · UNPROCESSABLE_ENTITY platform_reconnect_required
 * @throws SERVICE_UNAVAILABLE platform_rate_limited, or others ask for too long · GATEWAY_TIMEOUT platform_timeout
 */
export async function answerOf(
  deps: TrendDeps,
  account: Account,
  question: Question,
  patience: Patience = PATIENCE,
): Promise<Answer> {
  const asked = { question, day: dateOf(deps.clock()) }
  const told = await tellToday(deps, account, asked, patience)
  if ('trends' in told && told.trends.length > 0) return { ...told, refusal: null }
  const older = await findOlder(deps.db.sql, asked)
  if ('trends' in told) return { ...(older ?? told), refusal: null } // of nothing to say what was said before is more
  if (older) return { ...older, refusal: told }
  throw told.error
}

type Refusal = { error: DomainError; isNews: boolean }

async function tellToday(deps: TrendDeps, account: Account, asked: Asked, patience: Patience): Promise<Told | Refusal> {
  const { db, clock } = deps
  const startedAt = performance.now()
  let endsAt: number | undefined
  for (;;) {
    const found = await findToday(db.sql, asked, clock())
    if (found.kind === 'told') return found.told
    if (found.kind === 'rests') return { error: failed(found.failure), isNews: false }
    const expected = () => expectedHere(db).get(keyOf(asked))
    if (found.kind === 'open' && !expected()) {
      const own = await takeOwnTurn(deps, account, asked, patience)
      if (own) return own
      continue // somebody was faster
    }
    endsAt ??= startedAt + ((await findOlder(db.sql, asked)) ? patience.waitWithOlderMs : patience.waitMs)
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) return { error: busy(), isNews: false }
    const told = await within(leftMs, expected() ?? watch(deps, asked, leftMs))
    if (told) return told
  }
}

/** What this process expects just now, by question and day: all who wait here wait for the same. Resolves with undefined where there came no answer. */
const open = new WeakMap<Deps['db'], Map<string, Promise<Told | undefined>>>()
function expectedHere(db: Deps['db']): Map<string, Promise<Told | undefined>> {
  const expected = open.get(db) ?? new Map<string, Promise<Told | undefined>>()
  open.set(db, expected)
  return expected
}
const keyOf = ({ question: { region, type, interest }, day }: Asked) => [day, region, type, interest ?? ''].join(' ')

/** Never rejects: of an error whoever began it is told, and the others meet it by themselves. */
function share(db: Deps['db'], asked: Asked, work: Promise<Told | undefined>): Promise<Told | undefined> {
  const [expected, key] = [expectedHere(db), keyOf(asked)]
  const told = work
    .catch(() => undefined)
    .finally(() => {
      if (expected.get(key) === told) expected.delete(key)
    })
  expected.set(key, told)
  return told
}

/** @returns undefined: in another process somebody is at it */
function takeOwnTurn(deps: TrendDeps, account: Account, asked: Asked, patience: Patience): Promise<Told | Refusal | undefined> {
  const turn = mayAsk(deps, account).then((refusal) => refusal ?? ask(deps, account, asked, patience))
  void share(
    deps.db,
    asked,
    turn.then((outcome) => (outcome && 'trends' in outcome ? outcome : undefined)),
  )
  return turn
}

/** Another process asks: its answer is looked for by one of all who wait here. */
function watch(deps: TrendDeps, asked: Asked, waitMs: number): Promise<Told | undefined> {
  const look = async (): Promise<Told | undefined> => {
    const endsAt = performance.now() + waitMs
    while (performance.now() < endsAt) {
      await sleep(POLL_MS)
      const found = await findToday(deps.db.sql, asked, deps.clock())
      if (found.kind !== 'busy') return found.kind === 'told' ? found.told : undefined
    }
    return undefined
  }
  return share(deps.db, asked, look())
}

/** @returns why there is no use in asking with this account */
async function mayAsk({ db, clock }: TrendDeps, account: Account): Promise<Refusal | undefined> {
  if (account.tokenStatus === 'unauthorized') return { error: reconnectRequired(), isNews: false }
  const cause = await findRefusal(db.sql, account, clock())
  return cause && { error: errorOf(cause), isNews: false }
}

async function ask(deps: TrendDeps, account: Account, asked: Asked, { isAhead }: Patience): Promise<Told | Refusal | undefined> {
  const { db, clock, platform } = deps
  const taken = await takeTurn(db.sql, asked, clock())
  if (!taken) return undefined
  try {
    const trends = await withAccess(deps, account, (access) =>
      platform.listTrends(isAhead ? { ...access, isBackground: true } : access, asked.question),
    )
    await keepTold(db.sql, asked, trends)
    return { trends, day: asked.day }
  } catch (error) {
    const judged = error instanceof PlatformError || error instanceof DomainError ? judge(error) : undefined
    const rest = judged?.failure === undefined ? null : restOf(judged.failure, clock())
    await leaveTurn(db.sql, asked, taken, rest) // first of all: others wait for it
    if (!judged) throw error
    const isNews = judged.cause !== undefined && (await noteTrendRefusal(db.sql, account, judged.cause, clock()))
    await noteMeaning(deps, account, error)
    const { organizationId, id: accountId } = account
    deps.log.info({ organizationId, accountId, question: asked.question, err: error }, 'Pinterest was asked for trends in vain')
    return { error: judged.error, isNews }
  }
}

/** That an account must be connected again is concluded by the renewal of its tokens, never by a question of all accounts. */
async function noteMeaning(deps: TrendDeps, account: Account, error: unknown): Promise<void> {
  if (!(error instanceof PlatformError)) return
  const { kind, details } = error
  if (kind === 'app_refused' || details.lacksScope) await noteRefusal(deps, account, error)
  else if (kind === 'forbidden' && details.appRefusal) await alertAppRefused(deps, account, refusalOf(error))
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, undefined, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}
