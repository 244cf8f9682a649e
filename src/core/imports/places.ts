/** Boards and sections by their names, each looked up once a file. */
import type { Account } from '../accounts/account.js'
import { BOARD_ID } from '../boards/board.js'
import { listSections } from '../boards/boards.js'
import { findBoards, findSections } from '../boards/cache.js'
import type { Actor } from '../lib/actor.js'
import { DomainError } from '../lib/errors.js'
import type { Deps } from '../ports/deps.js'

type Found<T> = T | { problem: string }

export type Places = {
  /** @param name or an id, with or without `b_`; undefined: none is given */
  board(name: string): Promise<Found<{ boardId: string }> | undefined>
  /** @param name or an id, with or without `s_` */
  section(boardId: string, name: string): Promise<Found<{ boardSectionId: string }>>
}

/** Boards whose sections are read live where the cache does not have a name: each may take a second. */
const MOST_LIVE = 10

export function makePlaces(deps: Deps, actor: Actor, account: Account): Places {
  const { sql } = deps.db
  let boards: Promise<Map<string, string[]>> | undefined
  const cached = new Map<string, Promise<Map<string, string>>>()
  const live = new Map<string, Promise<Map<string, string>>>()
  const liveSections = async (boardId: string) =>
    byName(await listSections(deps, actor, { accountId: account.id, boardId }).catch(noneIfRefused))

  return {
    async board(name) {
      if (name === '') return undefined
      boards ??= findBoards(sql, account).then(idsByName)
      const [boardId, ...others] = (await boards).get(same(name)) ?? []
      if (boardId !== undefined && others.length === 0) return { boardId }
      if (boardId !== undefined)
        return { problem: `Several boards are called “${name}”. Add a column “Board ID” with the id of the one you mean.` }
      if (BOARD_ID.test(name)) return { boardId: name.replace(/^b_/, '') }
      return { problem: `No board of this account is called “${name}”. Create it, or correct the name.` }
    },
    async section(boardId, name) {
      const known = await remember(cached, boardId, async () => byName(await findSections(sql, account, boardId)))
      const boardSectionId = known.get(same(name))
      if (boardSectionId !== undefined) return { boardSectionId }
      if (/^(s_)?\d+$/.test(name)) return { boardSectionId: name.replace(/^s_/, '') }
      const mayAsk = live.has(boardId) || live.size < MOST_LIVE
      const read = mayAsk ? (await remember(live, boardId, () => liveSections(boardId))).get(same(name)) : undefined
      if (read !== undefined) return { boardSectionId: read }
      return { problem: `The board has no section “${name}”. Create it, or leave the cell empty.` }
    },
  }
}

const same = (name: string) => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
const byName = (all: readonly { id: string; name: string }[]) => new Map(all.map(({ id, name }) => [same(name), id]))

function idsByName(all: readonly { id: string; name: string }[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { id, name } of all) ids.set(same(name), [...(ids.get(same(name)) ?? []), id])
  return ids
}

function remember<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? find()
  known.set(key, found)
  return found
}

/** The board is not ours, or the platform does not answer: the line is judged by what is known. */
function noneIfRefused(error: unknown): never[] {
  if (error instanceof DomainError) return []
  throw error
}
