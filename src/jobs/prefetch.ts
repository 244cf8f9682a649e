/** Prepares the pins of the next minute, so that only the create call is left at their time. @see docs/contract.md#attempts */
import { renewAhead, type EndingToken } from '../core/connections/renew-ahead.js'
import { makeBoardAvailability, type BoardAvailability } from '../core/publish/prefetch/board-availability.js'
import { KEPT_BYTES, MOST_KEPT_BYTES, preparePictures, type PreparedPictures } from '../core/publish/prefetch/pictures.js'
import {
  listUpcomingTokenEnds,
  listUpcomingMedia,
  listUpcomingPlaces,
  type UpcomingPlace,
} from '../core/publish/prefetch/upcoming.js'
import { mapConcurrently } from '../core/lib/work/concurrency.js'
import type { Deps } from '../core/ports/deps.js'
import { every } from './every.js'

/** Fails safely: sends nothing, puts no post on hold and writes no attempt. Anything missing is fetched at the pin's time. */
export type Prefetch = {
  pictures: PreparedPictures
  places: BoardAvailability
  /** Runs once, for callers with a clock of their own. */
  look(): Promise<void>
  start(): void
  /** Begins nothing new and waits for open work, because an interrupted renewal would lose a token. */
  stop(): Promise<void>
}

const EVERY_MS = 5_000
/** Real time of one run; the rest follows in the next one. */
const BUDGET_MS = 10_000
/** Few, because they share the event loop with claiming due pins. */
const AT_ONCE = { pictures: 2, tokens: 4, places: 4 }
/**
 * The interval before an account or board is tried again in this process. A minute allows several tries, and the platform limits
 * our requests.
 */
const AGAIN_MS = 20_000
const TOKENS_PER_SCAN = 40
const PLACES_PER_SCAN = 60
/** Half of the cache, so that later pictures do not evict those that are needed first. */
const AHEAD_BYTES = KEPT_BYTES / 2

/** @param deps with another `db` than the loop's, whose few connections it must not use */
export function makePrefetch(deps: Deps): Prefetch {
  const { db, clock, log } = deps
  const pictures = preparePictures(deps)
  const places = makeBoardAvailability(deps)
  const tokensLately = notAgainWithin(AGAIN_MS)
  const placesLately = notAgainWithin(AGAIN_MS)
  let isStopped = false

  const inTime = async <T>(waiting: T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> => {
    const endsAt = performance.now() + BUDGET_MS
    await mapConcurrently(waiting, atOnce, async (one) => {
      if (!isStopped && performance.now() < endsAt) await work(one)
    })
  }
  const logFailure = (what: string) => (error: unknown) => log.debug({ what, error }, 'prefetch failed')

  /** A picture that fails here is reported when its pin is due. */
  const readPictures = async () => {
    let bytes = 0
    await inTime(await listUpcomingMedia(db.sql, clock()), AT_ONCE.pictures, async (media) => {
      if (bytes >= AHEAD_BYTES || media.bytes > MOST_KEPT_BYTES) return
      await pictures.of(media).then((picture) => void (bytes += picture.bytes), logFailure('a picture'))
    })
  }
  /** A dead token puts the queue on hold, so its team is notified before the time. */
  const renewTokens = async () => {
    const ending = tokensLately.of(await listUpcomingTokenEnds(db.sql, clock()), accountOf, clock()).slice(0, TOKENS_PER_SCAN)
    await inTime(ending, AT_ONCE.tokens, async (one) => {
      tokensLately.note(accountOf(one), clock())
      await renewAhead(deps, one).then(() => undefined, logFailure('a token'))
    })
  }
  const checkPlaces = async () => {
    const upcoming = await listUpcomingPlaces(db.sql, places.closedBoards(), clock())
    await inTime(placesLately.of(upcoming, placeOf, clock()).slice(0, PLACES_PER_SCAN), AT_ONCE.places, async (place) => {
      placesLately.note(placeOf(place), clock())
      await places.check(place).catch(logFailure('a board'))
    })
  }
  const own = { log, name: 'prefetch' }
  /** Independent runs, so that a platform without an answer delays no picture. */
  const works = [renewTokens, checkPlaces, readPictures]
  const timers = works.map((work) => every(EVERY_MS, own, work))
  return {
    pictures,
    places,
    async look() {
      for (const work of works) await work()
    },
    start: () => timers.forEach((timer) => timer.start()),
    async stop() {
      isStopped = true
      await Promise.all(timers.map((timer) => timer.stop()))
    },
  }
}

const accountOf = ({ account: { organizationId, id } }: EndingToken | UpcomingPlace) => `${organizationId} ${id}`
/** Includes the sections, because each combination is checked separately. */
const placeOf = (place: UpcomingPlace) => [accountOf(place), place.boardId, place.boardIsFresh, ...place.sectionIds].join(' ')

function notAgainWithin(ms: number) {
  const last = new Map<string, number>()
  return {
    note: (key: string, now: Date) => void last.set(key, now.getTime()),
    of<T>(all: T[], keyOf: (one: T) => string, now: Date): T[] {
      for (const [key, at] of last) if (Math.abs(now.getTime() - at) >= ms) last.delete(key)
      return all.filter((one) => !last.has(keyOf(one)))
    },
  }
}
