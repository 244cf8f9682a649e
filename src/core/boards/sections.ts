/** Sections of a board, live from the platform. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { BoardDeps } from './board-deps.js'
import { requireRoleOn } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { notFound } from '../lib/errors.js'
import type { PlatformSection } from '../ports/platform.js'
import type { BeforeCommit, Sql } from '../ports/deps.js'
import { callForBoard } from './call-for-board.js'
import { noteRequestedDeletion } from './requested-deletions.js'
import { type BoardRequest, forgetRequest, keepUnknown, nameKeyOf, noteRequest } from './board-creations.js'
import { requireName, SECTION_NAME_LENGTH } from './board-rules.js'
import type { BoardSection } from './board.js'
import { isFreshReading, requireBoard, requireBoardId, SECTION_ID } from './boards.js'
import { removeSection, storeSection } from './cache-writes.js'
import { findSections, findSectionsReadAt } from './cache.js'
import { readBoardLive, readSectionsLive } from './live.js'
import { waitBehind } from './timeout.js'
import { readAllSections } from './platform-boards.js'
import { beginReading } from './refresh-sections.js'
import type { RefreshingDeps } from './refresh.js'
import { asLimited, isPartMissing, isUnanswered, WRITES } from './write-answers.js'

export type BoardOf = { accountId: string; boardId: string }

/**
 * Reads the sections live into the cache; in the platform's order. @throws BAD_REQUEST boardId · NOT_FOUND · the platform's
 * refusals
 */
export async function readSections(deps: BoardDeps, actor: Actor, input: BoardOf): Promise<BoardSection[]> {
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const boardId = requireBoardId(input.boardId)
  const isCached = (await findSectionsReadAt(deps.db.sql, account, boardId)) !== undefined
  return isCached ? readSectionsLive(deps, account, boardId) : readBoardLive(deps, account, boardId)
}

/**
 * Creates a section. If the answer is lost, it looks for the section once; if that fails too, the next try of the name returns it
 * instead of creating a second one.
 * @param input.name 1 to 180 characters
 * @throws FORBIDDEN below scheduler, or not one of the account's own boards · BAD_REQUEST name · and as updateBoard()
 */
export async function createSection(
  deps: BoardDeps,
  actor: Actor,
  input: BoardOf & { name: string },
  beforeCommit?: BeforeCommit<BoardSection>,
): Promise<BoardSection> {
  const name = requireName(input.name, SECTION_NAME_LENGTH)
  requireRoleOn(actor, input.accountId, 'scheduler')
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const { boardId } = await requireBoard(deps, account, { boardId: input.boardId, boardSectionId: null })
  const knownIds = await findKnownIds(deps, account, boardId)
  const request = await noteRequest(deps.db.sql, account, { boardId, name, knownIds }, deps.clock())
  const earlier =
    request.isUnknown && (await findOurs(deps.db.sql, account, request, await readSectionsLive(deps, account, boardId)))
  const made = earlier || (await makeSection(deps, account, name, request))
  try {
    await deps.db.tx(async (sql) => {
      await storeSection(sql, account, boardId, made, deps.clock())
      await forgetRequest(sql, account, request)
      await noteGiven(sql, account, request, made.id)
      const act = { accountId: account.id, subject: `board_section:${made.id}`, action: 'create', after: { boardId, name } }
      await recordAct(sql, actor, act, deps.clock())
      await beforeCommit?.(sql, made)
    })
  } catch (error) {
    await keepUnknown(deps.db.sql, account, request) // the caller does not get the section: the next try does
    throw error
  }
  return made
}

async function makeSection(deps: BoardDeps, account: Account, name: string, request: BoardRequest): Promise<PlatformSection> {
  const { boardId } = request
  let isOpen = false
  try {
    return await callForBoard(deps, account, boardId, WRITES, async (access) => {
      try {
        return await deps.platform.createSection(access, boardId, name)
      } catch (error) {
        isOpen = isUnanswered(asLimited(error))
        if (!isOpen) throw asLimited(error)
        const now = await readAllSections(deps.platform, access, boardId).catch(() => [])
        const ours = await findOurs(deps.db.sql, account, request, now)
        if (!ours) throw error
        return ours
      }
    })
  } catch (error) {
    if (isOpen) await keepUnknown(deps.db.sql, account, request)
    else if (!request.isUnknown) await forgetRequest(deps.db.sql, account, request) // an earlier try stays unknown
    throw error
  }
}

/** Returns the ids of the sections that existed before ours. */
async function findKnownIds(deps: BoardDeps, account: Account, boardId: string): Promise<string[]> {
  const readAt = (await findSectionsReadAt(deps.db.sql, account, boardId)) ?? null
  const isKnown = isFreshReading(readAt, deps.clock())
  const sections = isKnown ? findSections(deps.db.sql, account, boardId) : readSectionsLive(deps, account, boardId)
  return (await sections).map(({ id }) => id)
}

/**
 * Deletes a section; its pins move to the board itself, on the platform and among our drafts and queued pins. One that only our
 * cache still has counts as deleted, because an earlier answer may be lost; after an unanswered deletion the sections are read.
 * @returns the number of our drafts and queued pins that moved
 * @throws FORBIDDEN below scheduler, or not one of the account's own boards · NOT_FOUND board, board section · and as
 * updateBoard()
 */
export async function deleteSection(
  deps: RefreshingDeps,
  actor: Actor,
  input: BoardOf & { sectionId: string },
): Promise<{ movedPosts: number }> {
  requireRoleOn(actor, input.accountId, 'scheduler')
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const { sectionId } = input
  const found = await requireBoard(deps, account, { boardId: input.boardId, boardSectionId: sectionId })
  const { boardId, hasSection, isFresh } = found
  if (!SECTION_ID.test(sectionId)) throw notFound('Board section')
  // otherwise a retry would not know that it existed
  const read = hasSection || isFresh ? [] : await readSectionsLive(deps, account, boardId)
  const wasThere = hasSection || read.some(({ id }) => id === sectionId)
  const isDeleted = await callForBoard(deps, account, boardId, WRITES, async (access) => {
    try {
      await deps.platform.deleteSection(access, boardId, sectionId)
      return true
    } catch (error) {
      if (isPartMissing(error)) return false
      if (isUnanswered(asLimited(error))) {
        if (wasThere)
          await deps.db.tx((sql) =>
            noteRequestedDeletion(
              sql,
              actor,
              account,
              { boardId, sectionId },
              { now: deps.clock(), onSectionGone: deps.onSectionGone },
            ),
          )
        await waitBehind(beginReading(deps, account, boardId))
      }
      throw asLimited(error)
    }
  })
  const now = deps.clock()
  return deps.db.tx(async (sql) => {
    const wasCached = await removeSection(sql, account, { boardId, sectionId }, now)
    const movedPosts = await deps.onSectionGone(sql, actor, { accountId: account.id, boardId, sectionId }, now)
    if (!isDeleted && !wasCached && movedPosts === 0) throw notFound('Board section')
    const subject = `board_section:${sectionId}`
    await recordAct(sql, actor, { accountId: account.id, subject, action: 'delete', before: { boardId } }, now)
    return { movedPosts }
  })
}

// After an unanswered request: decides which of the existing sections is ours. A name may exist twice.

/** Finds the section of that name that neither existed before nor was returned to another caller. */
async function findOurs(
  sql: Sql,
  { organizationId, id }: Account,
  { boardId, nameKey, knownIds }: BoardRequest,
  sections: PlatformSection[],
): Promise<PlatformSection | undefined> {
  const [row] = await sql<Pick<BoardRequest, 'knownIds'>[]>`
    select known_ids as "knownIds"
      from board_creations
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${boardId}
       and name_key = ${nameKey}`
  const others = new Set([...knownIds, ...(row?.knownIds ?? [])])
  return sections.find((section) => nameKeyOf(section.name) === nameKey && !others.has(section.id))
}

/** Records the returned section, so that a simultaneous identical request without an answer does not take it as its own. */
async function noteGiven(
  sql: Sql,
  { organizationId, id }: Account,
  { boardId, nameKey }: BoardRequest,
  given: string,
): Promise<void> {
  await sql`
    update board_creations
       set known_ids = known_ids || to_jsonb(${given}::text)
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${boardId}
       and name_key = ${nameKey}`
}
