/**
 * Due posts without capacity, remembered between scans: at the top of an hour thousands of pins wait for capacity that frees one
 * by one, and what one scan read serves the next hundreds. A claim takes nothing that has changed since.
 */
import type { Sql } from '../../ports/deps.js'
import { listOpen, listQueued, type BusyAccount, type DuePost, type DueScan } from './due.js'

export type WaitingScan = Required<Omit<DueScan, 'kept'>> & {
  /** Attempts that are open in this process: their boards are locked. */
  openBoards: BoardOf[]
}
type BoardOf = Pick<DuePost, 'organizationId' | 'accountId' | 'boardId'>

export type Waiting = {
  /**
   * Returns what listDue() would, from memory or from a new scan. What it returns is forgotten, and read again if its claim
   * failed.
   */
  take(scan: WaitingScan): Promise<DuePost[]>
  /** Drops what is remembered as stale, so that the next take scans. @returns false when nothing was remembered */
  forget(): boolean
  /** True when posts wait for work that is open here, so that the next scan for others must wait a moment. */
  looksSoon(): boolean
}

/** Multiplies the posts that may begin at once, for each board, account and organization and in all, to those that are kept. */
const KEPT = 10
/** How long posts are remembered: afterwards one may have missed its day, or have become late. */
const FORGET_MS = 1_000
/** The time between two scans while something remembered waits; longer where a scan itself takes longer. */
const LOOK_EVERY_MS = 20
/** The longest time after which boards to read back and posts of a dead worker get a scan. */
const OPEN_EVERY_MS = 100
/**
 * Remembers due posts for one process. @param salt of this process, in [0, 1): processes that scan at one moment begin with
 * different organizations
 */
export function makeWaiting(sql: Sql, salt: number): Waiting {
  let remembered: DuePost[] = []
  let lookedAt = -Infinity
  let tookMs = 0
  let openAt = -Infinity
  /** True when the last take was answered from memory. */
  let wasRemembered = false

  const mayLook = (now: number) => remembered.length === 0 || now - lookedAt >= Math.max(LOOK_EVERY_MS, tookMs)
  const look = async (scan: WaitingScan) => {
    const from = performance.now()
    remembered = await listQueued(sql, { ...scan, kept: KEPT })
    lookedAt = performance.now()
    tookMs = lookedAt - from
  }
  const open = async (scan: WaitingScan): Promise<DuePost[]> => {
    openAt = performance.now()
    return listOpen(sql, scan)
  }

  return {
    forget() {
      const had = wasRemembered
      remembered = []
      return had
    },
    looksSoon: () => !mayLook(performance.now()),
    async take(scan) {
      const now = performance.now()
      if (now - lookedAt > FORGET_MS) remembered = []
      const chosen = choose(inTurns(remembered, scan.busy, salt), scan)
      const isEnough = chosen.length >= scan.limit || !mayLook(now)
      wasRemembered = isEnough
      if (isEnough && now - openAt < OPEN_EVERY_MS) return without(chosen)
      if (isEnough) return [...(await open(scan)), ...without(chosen)]
      const [opened] = await Promise.all([open(scan), look(scan)])
      return [...opened, ...without(choose(inTurns(remembered, scan.busy, salt), scan))]
    },
  }

  function without(chosen: DuePost[]): DuePost[] {
    const gone = new Set(chosen)
    remembered = remembered.filter((one) => !gone.has(one))
    return chosen
  }
}

/** Chooses in the given order, for each board, account, organization and in all no more than may begin. */
export function choose(posts: DuePost[], { limit, perAccount, perOrganization, busy, openBoards }: WaitingScan): DuePost[] {
  const accounts = countBy(busy, accountKey)
  const organizations = countBy(busy, ({ organizationId }) => organizationId)
  const boards = new Set(openBoards.map(boardKey))
  const late = new Set<string>()
  const chosen: DuePost[] = []
  for (const post of posts) {
    if (chosen.length >= limit) break
    const [account, board, { organizationId }] = [accountKey(post), boardKey(post), post]
    if (boards.has(board) || (post.isLate && late.has(account))) continue
    if ((organizations.get(organizationId) ?? 0) >= perOrganization) continue
    if ((accounts.get(account) ?? 0) >= perAccount) continue
    boards.add(board)
    if (post.isLate) late.add(account)
    accounts.set(account, (accounts.get(account) ?? 0) + 1)
    organizations.set(organizationId, (organizations.get(organizationId) ?? 0) + 1)
    chosen.push(post)
  }
  return chosen
}

/**
 * Orders on-time pins that are due in one second round-robin by organization, beginning with those that have the least open here,
 * so that a team with one pin is not behind a team with hundreds. Within a team it goes account by account, in a different order
 * for each process, so that processes seldom claim the same pins; late pins stay behind, in their order.
 */
export function inTurns(posts: DuePost[], busy: BusyAccount[], salt: number): DuePost[] {
  const onTime = posts
    .filter(({ isLate }) => !isLate)
    .map((post, place) => {
      const [organization, account] = [lotOf(post.organizationId, salt), lotOf(post.accountId, salt)]
      return { post, place, second: Math.floor(post.dueAt.getTime() / 1_000), organization, account, turn: 0 }
    })
  onTime.sort((a, b) => a.second - b.second || a.account - b.account || a.place - b.place)
  const turns = new Map<string, number>()
  const open = countBy(busy, ({ organizationId }) => organizationId)
  for (const [place, one] of onTime.entries()) {
    const key = `${one.second} ${one.post.organizationId}`
    one.place = place
    one.turn = turns.get(key) ?? open.get(one.post.organizationId) ?? 0
    turns.set(key, one.turn + 1)
  }
  onTime.sort((a, b) => a.second - b.second || a.turn - b.turn || a.organization - b.organization || a.place - b.place)
  return [...onTime.map(({ post }) => post), ...posts.filter(({ isLate }) => isLate)]
}

/** Returns a number in [0, 1) that orders ids differently for each salt. */
const lotOf = (id: string, salt: number) => (Number(id) * 0.618_033_988_749_895 * (1 + salt)) % 1

const accountKey = (of: { organizationId: string; accountId: string }) => `${of.organizationId} ${of.accountId}`
const boardKey = (of: BoardOf) => `${accountKey(of)} ${of.boardId}`

function countBy(busy: BusyAccount[], keyOf: (one: BusyAccount) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of busy) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + one.open)
  return counts
}
