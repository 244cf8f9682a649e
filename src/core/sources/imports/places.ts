/** Finds boards and sections by their names and ids, each once for a file. */
import type { Account } from '../../accounts/account.js'
import { BOARD_ID } from '../../boards/board.js'
import { BOARD_NAME_LENGTH } from '../../boards/board-rules.js'
import { listSections, requireBoard, requireSection, SECTION_ID } from '../../boards/boards.js'
import { findBoards, findSections } from '../../boards/cache.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import { lengthOf, quoted } from '../../lib/prose/text.js'
import type { Deps } from '../../ports/deps.js'

type Found<T> = T | { problem: string }
type BoardFound = Found<{ boardId: string }> & { isUnknown?: true }

export type Places = {
  /** Returns names that are no board of the account, each with its number of lines, the most frequent first. */
  unknown(): { name: string; lines: number }[]
  /** Counts a line whose board() found none, and whose text is no board with its section either. */
  countUnknown(name: string): void
  /** Finds a board. @param name or an id, with or without `b_`; undefined: none is given */
  board(name: string): Promise<BoardFound | undefined>
  /** Finds a board by its id. @param id with or without `b_` */
  boardById(id: string): Promise<BoardFound>
  /** Finds a section. @param name or an id, with or without `s_` */
  section(boardId: string, name: string): Promise<Found<{ boardSectionId: string }>>
  /** Finds a board and its section in one cell, as `Kitchens/Open shelves`; undefined: no board has such a beginning of it. */
  boardAndSection(text: string): Promise<{ boardId: string; section: string } | undefined>
}

/**
 * The most calls to the platform of each kind, for names that the cache does not have: each may take a second. Further lines are
 * checked when they are written.
 */
const MOST_LIVE = 10

/** The most names of unknown boards that a preview lists. */
const MOST_UNKNOWN = 20

export function makePlaces(deps: Deps, actor: Actor, account: Account): Places {
  const { sql } = deps.db
  let boards: Promise<BoardIds> | undefined
  const cached = new Map<string, Promise<Map<string, string>>>()
  const live = new Map<string, Promise<Map<string, string>>>()
  const asked = { boards: new Map<string, Promise<boolean>>(), sections: new Map<string, Promise<boolean>>() }
  const unknown = new Map<string, { name: string; lines: number }>()
  const allBoards = () => (boards ??= findBoards(sql, account).then(readBoardIds))
  const liveSections = async (boardId: string) =>
    byName(await listSections(deps, actor, { accountId: account.id, boardId }).catch(noneIfRefused))
  const isThere = (known: Map<string, Promise<boolean>>, key: string, ask: () => Promise<unknown>): Promise<boolean> =>
    known.has(key) || known.size < MOST_LIVE
      ? remember(known, key, () => ask().then(() => true, falseIfGone))
      : Promise.resolve(true)

  async function boardById(id: string): Promise<BoardFound> {
    const boardId = id.replace(/^b_/, '')
    if (!BOARD_ID.test(id)) return { problem: `${quoted(id)} is not a board id: board ids are numbers.` }
    if ((await allBoards()).ids.has(boardId)) return { boardId }
    const found = await isThere(asked.boards, boardId, () => requireBoard(deps, account, { boardId, boardSectionId: null }))
    return found
      ? { boardId }
      : { problem: `No board of this account has the id ${quoted(boardId)}. Correct it, or name the board.` }
  }

  return {
    async board(name) {
      if (name === '') return undefined
      const [boardId, ...others] = (await allBoards()).byName.get(same(name)) ?? []
      if (boardId !== undefined && others.length === 0) return { boardId }
      if (boardId !== undefined)
        return { problem: `Several boards are called ${quoted(name)}. Add a column “Board ID” with the id of the one you mean.` }
      if (BOARD_ID.test(name)) return boardById(name)
      return { problem: `No board of this account is called ${quoted(name)}. Create it, or correct the name.`, isUnknown: true }
    },
    unknown: () => [...unknown.values()],
    countUnknown(name) {
      if (lengthOf(name) > BOARD_NAME_LENGTH) return // no board has such a long name
      const known = unknown.get(same(name)) ?? { name, lines: 0 }
      if (unknown.size < MOST_UNKNOWN || known.lines > 0) unknown.set(same(name), { ...known, lines: known.lines + 1 })
    },
    boardById,
    async section(boardId, name) {
      const known = await remember(cached, boardId, async () => byName(await findSections(sql, account, boardId)))
      const named = known.get(same(name))
      if (named !== undefined) return { boardSectionId: named }
      const boardSectionId = name.replace(/^s_/, '')
      if (SECTION_ID.test(boardSectionId)) {
        const place = {
          boardId,
          boardSectionId,
          within: '',
          hasSection: [...known.values()].includes(boardSectionId),
          isFresh: false,
        }
        const found = await isThere(asked.sections, `${boardId} ${boardSectionId}`, () => requireSection(deps, account, place))
        return found ? { boardSectionId } : { problem: `The board has no section with the id ${quoted(boardSectionId)}.` }
      }
      const mayAsk = live.has(boardId) || live.size < MOST_LIVE
      const read = mayAsk ? (await remember(live, boardId, () => liveSections(boardId))).get(same(name)) : undefined
      if (read !== undefined) return { boardSectionId: read }
      return { problem: `The board has no section ${quoted(name)}. Create it, or leave the cell empty.` }
    },
    async boardAndSection(text) {
      const { byName: ids } = await allBoards()
      for (let at = text.indexOf('/'); at >= 0; at = text.indexOf('/', at + 1)) {
        const [boardId, ...others] = ids.get(same(text.slice(0, at))) ?? []
        const section = text.slice(at + 1).trim()
        if (boardId !== undefined && others.length === 0 && section !== '') return { boardId, section }
      }
      return undefined
    },
  }
}

type BoardIds = { byName: Map<string, string[]>; ids: ReadonlySet<string> }

const same = (name: string) => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
const byName = (all: readonly { id: string; name: string }[]) => new Map(all.map(({ id, name }) => [same(name), id]))

function readBoardIds(all: readonly { id: string; name: string }[]): BoardIds {
  const named = new Map<string, string[]>()
  for (const { id, name } of all) named.set(same(name), [...(named.get(same(name)) ?? []), id])
  return { byName: named, ids: new Set(all.map(({ id }) => id)) }
}

function remember<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? find()
  known.set(key, found)
  return found
}

/** Returns nothing when the board is not ours or the platform does not answer: the line is checked by what is known. */
function noneIfRefused(error: unknown): never[] {
  if (error instanceof DomainError) return []
  throw error
}

/** Returns true when the platform does not answer: the named board may exist. */
function falseIfGone(error: unknown): boolean {
  if (!(error instanceof DomainError)) throw error
  return error.code !== 'NOT_FOUND' && error.code !== 'BAD_REQUEST'
}
