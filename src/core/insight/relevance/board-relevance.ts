/** Scores how well a board fits a keyword, by its current pins on the platform. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { CallDeps } from '../../connections/call-platform.js'
import type { BoardDeps } from '../../boards/board-deps.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import type { ScoringUnit } from '../../billing/charge.js'
import { readScoringCharge, takeScoringCharge } from '../../billing/scoring.js'
import { callForBoard, READS } from '../../boards/call-for-board.js'
import { requireBoard, requireBoardId } from '../../boards/boards.js'
import { findBoardName } from '../../boards/cache.js'
import { readBoardPins } from '../../boards/platform-boards.js'
import { DomainError } from '../../lib/errors.js'
import type { PlatformPin } from '../../ports/platform.js'
import type { BeforeCommit, Sql } from '../../ports/deps.js'
import { requireKeyword } from './keyword-rule.js'
import { MOST_PINS, scoreBoard, type ScoredBoard } from './score-board.js'

export type { BoardRelevance, ContributingPin, ScoredBoard } from './score-board.js'

export type BoardRelevanceInput = { accountId: string; boardId: string; keyword: string }

/** The result with the charged unit; an absent board is not charged. */
export type ChargedRelevance = { state: 'absent' } | (ScoredBoard & { taken: ScoringUnit })

type Ending = {
  beforeCommit?: BeforeCommit<ChargedRelevance>
  /** Checked again before the charge: a result that reaches no one is not paid. */
  isWanted?: () => boolean
}

/**
 * Scores the board for one credit; an absent board is free, and so is any failure of the platform.
 * @throws FORBIDDEN below scheduler, or the platform does not show the board · BAD_REQUEST boardId, keyword · NOT_FOUND account,
 * board
 * @throws PAYMENT_REQUIRED before its pins are read, or when another request took the last credit meanwhile
 * @throws CONFLICT the caller is gone, as isWanted() says; nothing is charged
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required · SERVICE_UNAVAILABLE platform_rate_limited · GATEWAY_TIMEOUT
 * platform_timeout
 * @see docs/contract.md#board-relevance
 */
export async function readBoardRelevance(
  deps: BoardDeps,
  actor: Actor,
  { accountId, ...input }: BoardRelevanceInput,
  { beforeCommit, isWanted = () => true }: Ending = {},
): Promise<ChargedRelevance> {
  requireBoardId(input.boardId) // forms come before whether what they name is there
  const keyword = requireKeyword(input.keyword)
  requireRoleOn(actor, accountId, 'scheduler')
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const { boardId } = await requireBoard(deps, account, { boardId: input.boardId, boardSectionId: null })
  await readScoringCharge(deps.db.sql, account, deps.clock())

  const pins = await readPins(deps, account, boardId)
  const scored = await scoreBoard(keyword, { pins, boardName: await findBoardName(deps.db.sql, account, boardId) })
  if (scored.state === 'absent' && !beforeCommit) return scored
  return deps.db.tx(async (sql) => {
    const relevance =
      scored.state === 'absent' ? scored : await charge(sql, actor, account, { boardId, keyword, scored }, deps.clock())
    await beforeCommit?.(sql, relevance)
    if (!isWanted()) throw new DomainError('CONFLICT', 'The caller is gone: nothing was charged.') // the rollback sees to that
    return relevance
  })
}

const readPins = (deps: CallDeps, account: Account, boardId: string): Promise<PlatformPin[]> =>
  callForBoard(deps, account, boardId, READS, (access) => readBoardPins(deps.platform, access, boardId, MOST_PINS))

type Found = { boardId: string; keyword: string; scored: ScoredBoard }

async function charge(
  sql: Sql,
  actor: Actor,
  account: Account,
  { boardId, keyword, scored }: Found,
  now: Date,
): Promise<ChargedRelevance> {
  const taken = await takeScoringCharge(sql, account, now)
  const { pins: _pins, state: _state, ...found } = scored
  const act = { accountId: account.id, subject: `board:${boardId}`, action: 'scoreRelevance', after: { keyword, ...found } }
  await recordAct(sql, actor, act, now)
  return { ...scored, taken }
}
