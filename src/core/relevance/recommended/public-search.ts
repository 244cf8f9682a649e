/** The platform's public search for a keyword: from the cache, else one search for all callers that wait. */
import { alertAppRefused, noteRefusal, refusalOf, type CallDeps } from '../../accounts/connect/call-platform.js'
import type { Account } from '../../accounts/account.js'
import { withAccess } from '../../accounts/connect/with-access.js'
import { isPlaceLost } from '../../boards/platform-boards.js'
import { PlatformError, type PlatformAccess, type PublicPin } from '../../ports/platform.js'
import type { Deps } from '../../ports/deps.js'
import { claimSearch, keepFound, releaseSearch, type Searched } from './keyword-searches.js'
import { isKeepable, toKeptPin } from './public-pins.js'
import { recommendedPinsTimeout, toSearchError } from './search-refusals.js'

/**
 * Pages of 50. The search is best first, and what fits a keyword is mostly in the first hundred; five calls, one after the other, fit into the
 * ten seconds that the operation has.
 */
const MOST_PAGES = 5
/** However many a page holds. */
export const MOST_CANDIDATES = 250

export type SearchDeps = CallDeps & Pick<Deps, 'log' | 'onSectionGone'> & { settings: Pick<Deps['settings'], 'searchCountry'> }

export type Search = {
  /** It may be searched, or was. @throws TOO_MANY_REQUESTS recommended_pins_rate_limited */
  begun: Promise<void>
  /**
   * As the platform ranked them. @throws UNPROCESSABLE_ENTITY platform_reconnect_required the tokens could not be renewed, or lack a scope
   * @throws SERVICE_UNAVAILABLE platform_rate_limited
   * @throws BAD_GATEWAY recommended_pins_search_failed · and as `begun`
   */
  pins: Promise<PublicPin[]>
}
type Running = Search & { account: Account; until: number }

/**
 * Concurrent callers of one process share one search. Where another account's search is refused, it is repeated in our own
 * name.
 * @param until how long the caller waits, by performance.now(). No page is begun when nobody waits any more; what comes late is
 * kept
 */
export function searchPublicPins(deps: SearchDeps, account: Account, keyword: string, until: number): Search {
  const searched = { organizationId: account.organizationId, keyword: keyword.toLowerCase() }
  const key = `${searched.organizationId} ${searched.keyword}`
  const searches = searchesOf(deps.db)
  const running = searches.get(key)
  if (!running) {
    const leave = () => {
      if (searches.get(key) === search) searches.delete(key)
    }
    const search = startSearch(deps, account, searched, { until, leave })
    searches.set(key, search)
    return search
  }
  running.until = Math.max(running.until, until)
  if (isSameConnection(running.account, account)) return running
  const pins = running.pins.catch(() => searchPublicPins(deps, account, keyword, until).pins)
  pins.catch(() => {}) // passed to every caller that awaits it
  return { begun: running.begun, pins }
}

const isSameConnection = (one: Account, other: Account) => one.id === other.id && one.connectionNumber === other.connectionNumber

const open = new WeakMap<Deps['db'], Map<string, Running>>()
function searchesOf(db: Deps['db']): Map<string, Running> {
  const searches = open.get(db) ?? new Map<string, Running>()
  open.set(db, searches)
  return searches
}

type Turn = {
  until: number
  /** From then on nobody joins it. */
  leave: () => void
}

function startSearch(deps: SearchDeps, account: Account, searched: Searched, { until, leave }: Turn): Running {
  const claim = claimSearch(deps, searched)
  const search: Running = { account, until, begun: claim.then(() => {}), pins: findOrSearch().finally(leave) }
  search.begun.catch(() => {}) // as `pins`, of which it is a part
  search.pins.catch((error: unknown) => {
    const { organizationId } = searched
    if (performance.now() >= search.until) deps.log.info({ organizationId, err: error }, 'a search that nobody waits for failed')
  })
  return search

  async function findOrSearch(): Promise<PublicPin[]> {
    const claimed = await claim
    if (claimed.kind === 'kept') return claimed.pins
    try {
      const pins = await callSearch(deps, account, (access) => readPages(deps, access, searched.keyword, isWanted))
      await keepFound(deps.db.sql, searched, { at: claimed.at, pins })
      return pins
    } catch (error) {
      await releaseSearch(deps, searched).catch((err: unknown) => {
        deps.log.error({ organizationId: searched.organizationId, err }, 'the keyword of a search that failed is still counted')
      })
      throw error
    }
  }
  function isWanted(): boolean {
    const isLate = performance.now() >= search.until
    if (isLate) leave()
    return !isLate
  }
}

/**
 * A 403 has no other meaning here: there is nothing in the search that could be somebody else's. And a 401 to renewed tokens may be the
 * search's own: that the account must be connected again is concluded by the renewal, or by the board's reading beside it.
 */
async function callSearch<T>(deps: SearchDeps, account: Account, ask: (access: PlatformAccess) => Promise<T>): Promise<T> {
  try {
    return await withAccess(deps, account, ask)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    if (error.kind !== 'reconnect' || error.details.lacksScope) await noteRefusal(deps, account, error)
    if (error.kind === 'forbidden') await alertAppRefused(deps, account, refusalOf(error))
    throw toSearchError(error)
  }
}

async function readPages(
  { platform, settings }: SearchDeps,
  access: PlatformAccess,
  term: string,
  isWanted: () => boolean,
): Promise<PublicPin[]> {
  const pins = new Map<string, PublicPin>() // a page may repeat what an earlier one showed
  let bookmark: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    if (!isWanted()) throw recommendedPinsTimeout()
    const found = await platform
      .searchPins(access, { term, country: settings.searchCountry, bookmark })
      .catch((error: unknown) => {
        throw bookmark !== undefined && isPlaceLost(error)
          ? new PlatformError('unavailable', 'The search lost its place.')
          : error
      })
    for (const pin of found.items) if (isKeepable(pin) && !pins.has(pin.id)) pins.set(pin.id, toKeptPin(pin))
    if (found.bookmark === null || found.bookmark === bookmark || pins.size >= MOST_CANDIDATES) break
    bookmark = found.bookmark
  }
  return [...pins.values()].slice(0, MOST_CANDIDATES)
}
