/**
 * Compares the queue of an account that came from a backup with its boards: pins found there were published after the backup, and
 * are settled by the rule for requests without an answer. Nothing of the account is published before.
 * @see docs/operating.md#after-a-restore
 */
import { requireAccount } from '../../accounts/accounts.js'
import type { Account } from '../../accounts/account.js'
import type { Actor } from '../../lib/actor.js'
import type { PlatformPin } from '../../ports/platform.js'
import { findClaimedPins, hasRival } from '../../publish/model/claimed-pins.js'
import { readAccountPins, readBoardPins, type BoardRead, type ReadBoardDeps } from '../../publish/reconcile/read-board.js'
import { matchPins, type Match } from '../../publish/model/match-pins.js'
import { type Candidate, listBoards, listCandidates, oldestOf, type Sought } from './candidates.js'
import { type Comparison, endComparison } from './comparisons.js'
import { askWhenBack, settleDoubtful, settleThere } from './settle-compared.js'

export type Compared = {
  /** Posts that are now sent, with their pins. */
  found: { postId: string; pinId: string; title: string | null }[]
  /** More than one pin may match, or one that differs: a person decides, and nothing is sent. */
  doubtful: { postId: string; boardId: string; title: string | null }[]
  /** Posts that were due before the restore and were not found: they go out by the rule of late pins. */
  absent: number
  /** Pins made since the backup that belong to no post here. */
  unknownPins: number
  /** Boards that could not be read, with the reason: the account waits until they can be. */
  unread: { boardId: string; because: string }[]
  isDone: boolean
}

/**
 * Compares the account. May be repeated: settled posts are no candidates any more. @throws NOT_FOUND · what the database throws
 */
export async function compareAccount(deps: ReadBoardDeps, actor: Actor, comparison: Comparison): Promise<Compared> {
  const { db, clock } = deps
  const account = await requireAccount(db.sql, actor, comparison.accountId)
  const compared: Compared = { found: [], doubtful: [], absent: 0, unknownPins: 0, unread: [], isDone: false }
  for (const boardId of await listBoards(db.sql, comparison)) {
    const board = await readBoard(deps, account, boardId)
    if (board.kind === 'unreadable') compared.unread.push({ boardId, because: board.message })
    else await compareBoard(deps, account, { comparison, boardId, pins: board.kind === 'read' ? board.pins : null }, compared)
  }
  compared.isDone = compared.unread.length === 0
  if (compared.isDone) await db.tx((sql) => endComparison(sql, comparison, clock()))
  return compared
}

/** Reads all pins of the account when the board is gone, because its pins may have moved to another board. */
async function readBoard(deps: ReadBoardDeps, account: Account, boardId: string): Promise<BoardRead> {
  const own = await readBoardPins(deps, account, { boardId, unlike: null })
  return own.kind === 'gone' ? readAccountPins(deps, account) : own
}

/** `pins` null: the board is too large to be read. */
type BoardPins = { comparison: Comparison; boardId: string; pins: PlatformPin[] | null }

async function compareBoard(
  deps: ReadBoardDeps,
  account: Account,
  { comparison, boardId, pins }: BoardPins,
  compared: Compared,
): Promise<void> {
  const { db, clock } = deps
  const { restoredAt } = comparison
  const candidates = await listCandidates(db.sql, comparison, boardId)
  const since = (pins ?? []).filter((pin) => isSince(pin, comparison))
  const claimed = await findClaimedPins(db.sql, account, { postId: '0', pins: since })
  let left = candidates.filter((one) => one.status !== 'deleted')
  let isWritten = true
  for (const find of [atItsTime, anyTime]) {
    const next: Candidate[] = []
    for (const candidate of left) {
      const match = pins === null ? tooLarge(candidate) : find({ candidate, pins: since, claimed, comparison })
      const isDoubtful = match.kind === 'found' && (await hasRival(db.sql, account, candidate))
      if (match.kind === 'found' && !isDoubtful) {
        claimed.add(match.pinId)
        const outcome = await settleThere(db, account, { candidate, match, restoredAt }, clock())
        if (outcome === 'settled') compared.found.push({ postId: candidate.postId, pinId: match.pinId, title: candidate.title })
        isWritten &&= outcome !== 'changed'
      } else if (find === anyTime && (isDoubtful || match.kind === 'ambiguous')) {
        const doubt = { candidate, since: firstAlike({ candidate, pins: since, claimed, comparison }), restoredAt }
        const isSettled = await settleDoubtful(db, account, doubt, clock())
        if (isSettled) compared.doubtful.push({ postId: candidate.postId, boardId, title: candidate.title })
        isWritten &&= isSettled
      } else next.push(candidate)
    }
    left = next
  }
  for (const candidate of candidates.filter((one) => one.status === 'deleted')) {
    const finding = { candidate, pins: since, claimed, comparison }
    if ((pins === null ? tooLarge(candidate) : anyTime(finding)).kind === 'absent') continue
    const isNoted = await askWhenBack(db, account, { candidate, since: firstAlike(finding), restoredAt }, clock())
    isWritten &&= isNoted
  }
  if (!isWritten) compared.unread.push({ boardId, because: CHANGED })
  compared.absent += left.filter(({ isDue }) => isDue).length
  compared.unknownPins += since.filter(({ id, isOwner }) => isOwner !== false && !claimed.has(id)).length
}

/** A board whose results were not written is compared again; nothing of the account is published before. */
const CHANGED = 'somebody changed a pin of it at that moment.'

type Finding = { candidate: Sought; pins: PlatformPin[]; claimed: Set<string>; comparison: Comparison }

/** Matches as after a request without an answer. */
function atItsTime({ candidate, pins, claimed }: Finding): Match {
  return candidate.isDue ? matchPins({ ...candidate, pins, claimedPinIds: claimed }) : { kind: 'absent' }
}

/**
 * Matches a pin made at any time since the backup: late, moved by a person, or published at once. For a post that was not due
 * only a pin like it counts, because other pins with its link are common.
 */
function anyTime(finding: Finding): Match {
  const { candidate, pins, claimed, comparison } = finding
  const { backupAt, restoredAt } = comparison
  const scan = { ...candidate, claimedPinIds: claimed, until: restoredAt }
  if (candidate.isDue) {
    const match = matchPins({ ...scan, sendingAt: earlier(candidate.sendingAt, backupAt), pins })
    return match.kind === 'absent' ? atItsTime(finding) : match
  }
  const alike = pins.flatMap((pin) => {
    const match = matchPins({ ...scan, sendingAt: backupAt, pins: [pin] })
    return match.kind === 'found' ? [match] : []
  })
  const [only, ...others] = alike
  if (!only) return { kind: 'absent' }
  return others.length > 0 ? { kind: 'ambiguous' } : only
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** Returns the result for a board that is too large: a due post is ambiguous, others count as not published. */
const tooLarge = ({ isDue }: Sought): Match => (isDue ? { kind: 'ambiguous' } : { kind: 'absent' })

const isSince = ({ createdAt }: PlatformPin, comparison: Comparison): boolean =>
  createdAt === null || createdAt >= oldestOf(comparison)

/** Returns when the first possible pin was made: a later search starts there, and a person may name any later one. */
function firstAlike({ pins, ...finding }: Finding): Date {
  const { sendingAt } = finding.candidate
  const alike = pins.filter((pin) => anyTime({ ...finding, pins: [pin] }).kind !== 'absent')
  const times = alike.flatMap(({ createdAt }) => (createdAt ? [createdAt] : []))
  return times.length > 0 ? times.reduce(earlier) : earlier(sendingAt, finding.comparison.backupAt)
}
