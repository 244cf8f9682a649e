/**
 * Reads the links of published pins again, because pins live for years while pages go. It asks websites no faster than the checks
 * before publishing, and leaves half of each website's minute to them. @see docs/contract.md#patrol
 */
import type { Account } from '../accounts/account.js'
import { after, HOUR_MS, MINUTE_MS } from '../lib/duration.js'
import { repeatConcurrently } from '../lib/work/concurrency.js'
import type { Deps } from '../ports/deps.js'
import { type Finding, isDeadLink } from '../posts/state/finding.js'
import { judgeLink } from '../preflight/web/judge.js'
import { placeInLine, REQUESTS_A_MINUTE } from '../preflight/web/hosts.js'
import { type ReadDeps, readLink } from '../preflight/web/read-link.js'
import { tellFindings } from './notify.js'
import { enterPins, listDuePins, nextPinAt, noteFinding, type PatrolledPin, postponePin, rankPins } from './rows.js'

/** Links at once of one account, as each may wait for its website. */
const AT_ONCE = 4
const AT_A_TIME = 100
/** A pin published meanwhile is entered in this time. */
const LATEST_MS = 6 * HOUR_MS
const SOONEST_MS = MINUTE_MS
const AGAIN_MS = HOUR_MS

export type PatrolDeps = ReadDeps & Pick<Deps, 'log'>

/**
 * Reads due links of an account, and tells the team once a week what it found.
 * @param goesOn false: no further link is begun
 * @returns when the account is next due
 */
export async function patrolAccount(deps: PatrolDeps, account: Account, goesOn: () => boolean): Promise<Date> {
  const { db, clock } = deps
  let mayHaveMore = true
  while (mayHaveMore && goesOn()) mayHaveMore = await enterPins(db.sql, account, clock())
  await rankPins(db.sql, account, clock())
  for (;;) {
    const due = await listDuePins(db.sql, account, { now: clock(), limit: AT_A_TIME })
    if (due.length === 0 || !goesOn()) break
    await repeatConcurrently(AT_ONCE, async () => {
      const pin = goesOn() ? due.shift() : undefined
      if (pin) await lookAtOrLater(deps, account, pin)
      return pin !== undefined
    })
  }
  await tellFindings(deps, account)
  return nextPatrolAt(deps, account)
}

async function nextPatrolAt({ db, clock }: PatrolDeps, account: Account): Promise<Date> {
  const now = clock()
  const [soonest, latest] = [after(now, SOONEST_MS), after(now, LATEST_MS)]
  const at = await nextPinAt(db.sql, account)
  return at === null || at > latest ? latest : at < soonest ? soonest : at
}

/** Postpones a link that cannot be read now, so that it keeps none of the others waiting. */
async function lookAtOrLater(deps: PatrolDeps, account: Account, pin: PatrolledPin): Promise<void> {
  const { db, clock, log } = deps
  try {
    await lookAt(deps, account, pin)
  } catch (error) {
    log.warn(
      { organizationId: account.organizationId, postId: pin.postId, error },
      'the link of a published pin could not be read',
    )
    await postponePin(db.sql, account, pin.postId, after(clock(), AGAIN_MS))
  }
}

async function lookAt(deps: PatrolDeps, account: Account, pin: PatrolledPin): Promise<void> {
  const { db, clock, settings } = deps
  const aMinute = Math.max(1, Math.floor((settings.webRequestsAMinute ?? REQUESTS_A_MINUTE) / 2))
  const polite = { ...deps, settings: { ...settings, webRequestsAMinute: aMinute } }
  const link = await readLink(polite, account.organizationId, pin.url)
  if (link.kind !== 'later') {
    const found = judgeLink(link, pin).find(leadsNowhere) ?? null
    await noteFinding(db.sql, account, pin, found, clock())
    return
  }
  const { fullHost: host } = link
  const { organizationId } = account
  // a line of its own: behind thousands of published pins, the checks of coming ones would wait for days
  const line = { organizationId, host: `patrol ${host}` }
  const at = host === undefined ? link.at : await placeInLine(db.sql, line, clock(), polite.settings)
  await postponePin(db.sql, account, pin.postId, at)
}

/** Is true on clear evidence alone: a slow page, an error of its server or a website that refuses programs may be back tomorrow. */
const leadsNowhere = (finding: Finding): boolean =>
  isDeadLink(finding) ||
  finding.code === 'link_sold_out' ||
  (finding.code === 'link_redirects' && (finding.kind === 'home' || finding.kind === 'elsewhere'))
