/** How well a board fits a keyword, by its pins as the platform has them now. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { AskDeps } from '../../accounts/ask-platform.js'
import { requireRole } from '../../accounts/roles.js'
import type { Actor } from '../../actor.js'
import { recordAct } from '../../audit.js'
import { readScoringCharge, takeScoringCharge } from '../../billing/scoring.js'
import { askAboutBoard } from '../../boards/ask-about-board.js'
import { requireBoard, requireBoardId } from '../../boards/boards.js'
import { findBoardName } from '../../boards/cache.js'
import { readBoardPins } from '../../boards/platform-boards.js'
import type { PlatformPin } from '../../platform-port.js'
import type { BeforeCommit, Sql } from '../../ports.js'
import { requireKeyword } from '../keyword-rule.js'
import { MOST_PINS, scoreBoard, type BoardRelevance, type ScoredBoard } from './score-board.js'

export type { BoardRelevance, ContributingPin, ScoredBoard } from './score-board.js'

export type BoardRelevanceAsked = { accountId: string; boardId: string; keyword: string }

/**
 * Costs one credit once it is scored; an absent board is free, and so is whatever the platform refuses or does not answer.
 * @throws FORBIDDEN below scheduler, or the platform does not show the board · BAD_REQUEST boardId, keyword · NOT_FOUND account, board
 * @throws PAYMENT_REQUIRED before its pins are read, or when another request took the last credit meanwhile
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required · SERVICE_UNAVAILABLE platform_rate_limited · GATEWAY_TIMEOUT platform_timeout
 * @see service-api.md "Board relevance result" · decisions.md sections 5 and 6
 */
export async function readBoardRelevance(
  deps: AskDeps,
  actor: Actor,
  { accountId, ...asked }: BoardRelevanceAsked,
  beforeCommit?: BeforeCommit<BoardRelevance>,
): Promise<BoardRelevance> {
  requireRole(actor, 'scheduler')
  requireBoardId(asked.boardId) // forms come before whether what they name is there
  const keyword = requireKeyword(asked.keyword)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const { boardId } = await requireBoard(deps, account, { boardId: asked.boardId, boardSectionId: null })
  await readScoringCharge(deps.db.sql, account, deps.clock())

  const pins = await readPins(deps, account, boardId)
  const relevance = await scoreBoard(keyword, { pins, boardName: await findBoardName(deps.db.sql, account, boardId) })
  if (relevance.state === 'scored' || beforeCommit) {
    await deps.db.tx(async (sql) => {
      if (relevance.state === 'scored') await charge(sql, actor, account, { boardId, keyword, relevance }, deps.clock())
      await beforeCommit?.(sql, relevance)
    })
  }
  return relevance
}

/** How a read of a board is asked. */
const READS = { thing: 'Board', forbids: 'board' } as const

const readPins = (deps: AskDeps, account: Account, boardId: string): Promise<PlatformPin[]> =>
  askAboutBoard(deps, account, boardId, READS, (access) => readBoardPins(deps.platform, access, boardId, MOST_PINS))

type Scored = { boardId: string; keyword: string; relevance: ScoredBoard }

async function charge(
  sql: Sql,
  actor: Actor,
  account: Account,
  { boardId, keyword, relevance }: Scored,
  now: Date,
): Promise<void> {
  await takeScoringCharge(sql, account, now)
  const { pins: _pins, state: _state, ...found } = relevance
  const act = { accountId: account.id, subject: `board:${boardId}`, action: 'scoreRelevance', after: { keyword, ...found } }
  await recordAct(sql, actor, act, now)
}
