/** The platform's public search for a keyword: from the cache, else one search for all waiting callers. */
import { alertAppRefused, noteRefusal, refusalOf, type CallDeps } from '../../../connections/call-platform.js'
import { RefusedBecause } from '../../../lib/errors.js'
import type { Account } from '../../../accounts/account.js'
import { withAccess } from '../../../connections/with-access.js'
import { isPlaceLost } from '../../../boards/platform-boards.js'
import { PlatformError, type PlatformAccess, type PublicPin } from '../../../ports/platform.js'
import type { Deps } from '../../../ports/deps.js'
import { claimSearch, keepFound, releaseSearch, type Searched } from './keyword-searches.js'
import { toSearchError } from './search-refusals.js'
import { isUrl } from '../../../lib/http/parse-url.js'
import { URL_LENGTH } from '../../../lib/http/url.js'

/**
 * Pages of 50. Results are sorted by fit, mostly within the first hundred; five calls in sequence fit into the operation's ten
 * seconds.
 */
const MOST_PAGES = 5
/** The most candidates, whatever the size of a page. */
export const MOST_CANDIDATES = 250

export type SearchDeps = CallDeps & Pick<Deps, 'log' | 'onSectionGone'> & { settings: Pick<Deps['settings'], 'searchCountry'> }

export type Search = {
  /** Resolves when the keyword may be searched, or was. @throws TOO_MANY_REQUESTS recommended_pins_rate_limited */
  begun: Promise<void>
  /**
   * Pins in the platform's order.
   * @throws UNPROCESSABLE_ENTITY platform_reconnect_required the tokens could not be renewed, or lack a scope
   * @throws SERVICE_UNAVAILABLE platform_rate_limited
   * @throws BAD_GATEWAY recommended_pins_search_failed · and as `begun`
   */
  pins: Promise<PublicPin[]>
}
type Running = Search & { account: Account; until: number }

/**
 * Searches; concurrent callers in one process share a search. If another account's search is refused, it is repeated for this
 * account.
 * @param until how long the caller waits, by performance.now(); no page is begun after that, but late results are stored
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
  /** Removes the search, so that no further caller joins it. */
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
 * Reports a 403 as a refusal of our app, because a search has no owner who could refuse. A 401 after renewed tokens may concern
 * the search alone, so only the renewal or the board's reading decide that the account must be reconnected.
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
    if (!isWanted()) throw new RefusedBecause('recommended_pins_timeout')
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

/** UTF-16 units; more than the platform's own limits (100, 800, 500). */
const LONGEST = { title: 300, description: 2_000, altText: 1_000 }

const LONGEST_ID = 64

/** True for an id of the right form that can be stored. */
const isKeepable = ({ id }: PublicPin): boolean => id !== '' && id.length <= LONGEST_ID && id.isWellFormed() && !id.includes('\0')

/** Clips texts and removes what JSON in the database cannot hold; addresses other than http(s) become null. */
const toKeptPin = (pin: PublicPin): PublicPin => ({
  id: pin.id,
  title: clip(pin.title, LONGEST.title),
  description: clip(pin.description, LONGEST.description),
  altText: clip(pin.altText, LONGEST.altText),
  link: httpOrNull(pin.link),
  imageUrl: httpOrNull(pin.imageUrl),
  isPromoted: pin.isPromoted,
})

/** Returns null for an empty text. A surrogate pair at the cut is dropped; a lone surrogate becomes U+FFFD. */
function clip(text: string | null, most: number): string | null {
  if (text === null) return null
  const clipped = text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text
  return clipped.replaceAll('\0', '').toWellFormed() || null
}

/** Returns the address unchanged. */
function httpOrNull(address: string | null): string | null {
  if (address === null || address.length > URL_LENGTH || !address.isWellFormed()) return null
  return /^https?:\/\/[^/?#\s]\S*$/i.test(address) && !address.includes('\0') && isUrl(address) ? address : null
}
