/** Finds public pins of any account that fit a keyword and that a board does not have yet. */
import type { Account } from '../../../accounts/account.js'
import { requireAccount } from '../../../accounts/accounts.js'
import type { Actor } from '../../../lib/actor.js'
import { requireBoard, requireBoardId } from '../../../boards/boards.js'
import { badRequest, RefusedBecause } from '../../../lib/errors.js'
import type { PublicPin, PlatformPin } from '../../../ports/platform.js'
import { scoreAll } from '../score.js'
import { type Deadline, withTimeout } from '../../../lib/timeout.js'
import { prepareExplain, type Explanation } from '../explain.js'
import { requireKeyword } from '../keyword-rule.js'
import { textsOf } from '../pin.js'
import { searchPublicPins, type Search, type SearchDeps } from './public-search.js'
import { boardTooLarge, MOST_BOARD_PINS } from './search-refusals.js'
import { mapInSlices } from '../../../lib/work/slices.js'
import { tier, type Tier } from '../tiers.js'
import type { CallDeps } from '../../../connections/call-platform.js'
import { callForBoard, READS } from '../../../boards/call-for-board.js'
import { readBoardPinsPage, samePageAgain } from '../../../boards/platform-boards.js'
import type { Sql } from '../../../ports/deps.js'
import { isUrl, parseUrl } from '../../../lib/http/parse-url.js'
import { urlKeyOf } from '../../../lib/http/url.js'
import { wordsOf } from '../words/words.js'

/** Another user's pin: its picture and words are not ours to publish. Both addresses are http(s). */
export type RecommendedPin = {
  id: string
  title: string | null
  description: string | null
  link: string | null
  thumbnailUrl: string | null
  relevance: Exclude<Tier, 'poor'>
  explanation: Explanation
}

export type RecommendedPinsInput = {
  accountId: string
  boardId: string
  /** 1 to 255 characters. */
  keyword: string
  /** 1 to 25, default 10. */
  limit?: number | undefined
}

export const RECOMMENDED_PINS = { least: 1, most: 25, usual: 10 }
/** Real time of the operation, from its start here. @see docs/contract.md#recommended-pins */
export const BUDGET_MS = 10_000

/**
 * Returns pins, strongest first, equal ones in the platform's order. Free, and changes nothing; the board is read live, while
 * search results serve the organization for 15 minutes. `budgetMs`: real time for all; running calls are not awaited after it.
 * @throws NOT_FOUND account, board · BAD_REQUEST boardId, keyword, limit · UNPROCESSABLE_ENTITY platform_reconnect_required
 * @throws TOO_MANY_REQUESTS recommended_pins_rate_limited · BAD_GATEWAY recommended_pins_search_failed · FORBIDDEN the board is
 * not for us to read
 * @throws SERVICE_UNAVAILABLE platform_rate_limited · GATEWAY_TIMEOUT recommended_pins_board_too_large, recommended_pins_timeout,
 * platform_timeout
 * @see docs/contract.md#recommended-pins
 */
export async function findRecommendedPins(
  deps: SearchDeps,
  actor: Actor,
  input: RecommendedPinsInput,
  { budgetMs = BUDGET_MS }: { budgetMs?: number } = {},
): Promise<RecommendedPin[]> {
  return withTimeout(
    budgetMs,
    () => new RefusedBecause('recommended_pins_timeout'),
    (deadline) => find(deps, actor, input, deadline),
  )
}

async function find(
  deps: SearchDeps,
  actor: Actor,
  { accountId, ...input }: RecommendedPinsInput,
  deadline: Deadline,
): Promise<RecommendedPin[]> {
  requireBoardId(input.boardId) // forms come before whether what they name is there
  const keyword = requireKeyword(input.keyword)
  const limit = requireLimit(input.limit)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const { boardId } = await requireBoard(deps, account, { boardId: input.boardId, boardSectionId: null })
  if (account.tokenStatus === 'unauthorized') throw new RefusedBecause('platform_reconnect_required')
  const { signal } = deadline
  const endsAt = performance.now() + deadline.leftMs()
  signal.throwIfAborted()
  const search = searchPublicPins(deps, account, keyword, endsAt)
  await search.begun // one too many reads no board
  const reading = readSavedPins(deps, account, boardId, signal) // the search goes on meanwhile; a board that is gone is reported first
  const savedPins = await reading.catch((error: unknown) => {
    logUnheard(deps, account, search, endsAt)
    throw error
  })
  const ranked = await rank(keyword, await search.pins, signal)
  const chosen = await leaveOut(deps, account, { ranked, savedPins })
  const explain = prepareExplain(keyword)
  return chosen.slice(0, limit).map(({ pin, relevance }) => toRecommended(pin, relevance, explain(textsOf(pin))))
}

/** Logs the failure of a search whose caller no longer waits. After `endsAt` the search itself logs it, for all who shared it. */
function logUnheard({ log }: SearchDeps, { organizationId }: Account, { pins }: Search, endsAt: number): void {
  pins.catch((error: unknown) => {
    if (performance.now() < endsAt) log.info({ organizationId, err: error }, 'a search failed whose caller had left')
  })
}

function requireLimit(limit: number = RECOMMENDED_PINS.usual): number {
  const { least, most } = RECOMMENDED_PINS
  if (Number.isInteger(limit) && limit >= least && limit <= most) return limit
  throw badRequest('limit', (of) => `${of('limit')} must be a whole number from ${least} to ${most}.`)
}

type Ranked = { pin: PublicPin; relevance: RecommendedPin['relevance'] }

/** Scores all pins and returns those that are fair or better, strongest first. */
async function rank(keyword: string, pins: readonly PublicPin[], signal: AbortSignal): Promise<Ranked[]> {
  const scores = await scoreAll(
    keyword,
    pins.map((pin) => textsOf(pin)),
    signal,
  )
  return pins
    .map((pin, at) => ({ pin, score: scores[at]! })) // one for each, in their order
    .sort((one, other) => other.score - one.score) // stable: the platform's rank decides
    .flatMap(({ pin, score }) => {
      const relevance = tier(score)
      return relevance === 'poor' ? [] : [{ pin, relevance }]
    })
}

/** Removes promoted pins (as far as known), pins the board has, pins we published, and all but the best of copies. */
async function leaveOut(
  { db }: SearchDeps,
  account: Account,
  { ranked, savedPins }: { ranked: readonly Ranked[]; savedPins: SavedPins },
): Promise<Ranked[]> {
  const isOut = await mapInSlices(ranked, ({ pin }) => pin.isPromoted === true || savedPins.holds(pin))
  const open = ranked.filter((_, at) => !isOut[at])
  const published = await findPublished(
    db.sql,
    account,
    open.map(({ pin }) => pin.id),
  )
  return withoutRepeats(
    open.filter(({ pin }) => !published.has(pin.id)),
    ({ pin }) => pin,
  )
}

function toRecommended(
  { id, title, description, link, imageUrl }: PublicPin,
  relevance: RecommendedPin['relevance'],
  explanation: Explanation,
): RecommendedPin {
  return { id, title, description, link, thumbnailUrl: imageUrl, relevance, explanation }
}

/**
 * Reads the whole board live, page by page.
 * @param signal no page is begun once it is aborted
 * @throws GATEWAY_TIMEOUT recommended_pins_board_too_large · the signal's reason · NOT_FOUND board · and as callPlatform()
 */
async function readSavedPins(deps: CallDeps, account: Account, boardId: string, signal: AbortSignal): Promise<SavedPins> {
  return callForBoard(deps, account, boardId, READS, async (access) => {
    const savedPins = makeSavedPins()
    const seen = new Set<string>()
    let bookmark: string | undefined
    for (;;) {
      signal.throwIfAborted()
      const page = await readBoardPinsPage(deps.platform, access, boardId, bookmark)
      await mapInSlices(page.items, savedPins.add)
      if (savedPins.size() > MOST_BOARD_PINS) throw boardTooLarge()
      if (page.bookmark === null) return savedPins
      if (seen.has(page.bookmark)) throw samePageAgain()
      seen.add(page.bookmark)
      bookmark = page.bookmark
    }
  })
}

/** Returns those of the pins that we published from this account, on any board. */
async function findPublished(sql: Sql, { organizationId, id }: Account, pinIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ pinId: string }[]>`
    select pin_id as "pinId"
      from posts
     where organization_id = ${organizationId}
       and account_id = ${id}
       and pin_id = any (${[...pinIds]}::text[])`
  return new Set(rows.map(({ pinId }) => pinId))
}

/** The fields that identify copies of one pin. */
type Marked = Pick<PublicPin, 'title' | 'description' | 'link' | 'imageUrl'>

type SavedPins = {
  add: (pin: PlatformPin) => void
  /** Counts distinct pins. */
  size: () => number
  /** True for the pin itself, the pin it was saved from, or another copy. */
  holds: (pin: PublicPin) => boolean
}

export function makeSavedPins(): SavedPins {
  const ids = new Set<string>()
  const parents = new Set<string>()
  const marks = new Set<string>()
  return {
    add(pin) {
      ids.add(pin.id)
      if (pin.parentPinId !== null) parents.add(pin.parentPinId)
      for (const mark of marksOf(pin)) marks.add(mark)
    },
    size: () => ids.size,
    holds: (pin) => ids.has(pin.id) || parents.has(pin.id) || marksOf(pin).some((mark) => marks.has(mark)),
  }
}

/** Keeps the first of copies. */
export function withoutRepeats<T>(items: readonly T[], pinOf: (item: T) => Marked): T[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const marks = marksOf(pinOf(item))
    const isRepeat = marks.some((mark) => seen.has(mark))
    for (const mark of marks) seen.add(mark)
    return !isRepeat
  })
}

/**
 * Returns the keys of a pin: its picture; and its destination with its words, because one address may be pinned with several
 * pictures.
 */
function marksOf(pin: Marked): string[] {
  const picture = pin.imageUrl === null ? undefined : pictureOf(pin.imageUrl)
  const destination = pin.link === null ? undefined : destinationOf(pin.link)
  const words = destination === undefined ? undefined : wordingOf(pin)
  return [
    ...(picture === undefined ? [] : [`picture ${picture}`]),
    ...(destination === undefined || words === undefined ? [] : [`page ${destination} ${words}`]),
  ]
}

const PLATFORM_PICTURES = /(?:^|\.)pinimg\.com$/
const SIZE = /^\/(?:\d+x\d*|originals)(?:_[^/]*)?(?=\/)/

/**
 * Returns a key for the picture. On the platform's host the file name depends on the bytes, and a folder before it names the
 * size, which may change the ending.
 */
function pictureOf(address: string): string | undefined {
  const url = parseUrl(address)
  if (!url) return undefined
  const { hostname, host, pathname, search } = url
  if (!PLATFORM_PICTURES.test(hostname)) return `${host}${pathname.replace(SIZE, '')}${search}`
  const file = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  return file === '' ? undefined : file.toLowerCase()
}

const destinationOf = (link: string): string | undefined => (/^https?:/i.test(link) && isUrl(link) ? urlKeyOf(link) : undefined)

/**
 * Returns the title or, for the many pins without one, the description. Pins without either cannot be compared, so they never
 * count as copies.
 */
function wordingOf({ title, description }: Marked): string | undefined {
  for (const text of [title, description]) {
    const words = wordsOf(text ?? '')
    if (words.length > 0) return `${text === title ? 'title' : 'description'} ${words.join(' ')}`
  }
  return undefined
}
