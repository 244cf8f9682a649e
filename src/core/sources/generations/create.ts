/** Accepts the address of a page to make drafts from; work.ts makes them. */
import { requireAccount } from '../../accounts/accounts.js'
import { recordAct } from '../../audit/audit.js'
import { requireBoard } from '../../boards/boards.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest } from '../../lib/errors.js'
import { readAll } from '../../lib/rows/read-all.js'
import { cleanLine, lengthOf, requireWords, wrongLength } from '../../lib/prose/text.js'
import { requireDestination, urlKeyOf } from '../../lib/http/url.js'
import { lockRoom, requireRoom, type Room } from '../../lib/work/room.js'
import type { BeforeCommit, Deps } from '../../ports/deps.js'
import { requireMayMake } from '../../posts/permissions.js'
import { type Generation, MOST_DRAFTS, MOST_KEYWORD, MOST_KEYWORDS, MOST_TITLE, type NewGeneration } from './model.js'
import { findOpen, insertGeneration } from './store.js'

/**
 * Requests drafts for review, made of a page in the background, free of charge. If the page is already in progress for this
 * account, that generation is returned with `deduplicated`, whatever its other inputs.
 * @throws FORBIDDEN · NOT_FOUND the account, the board · BAD_REQUEST url, title, keywords, drafts, boardId · TOO_MANY_REQUESTS
 * others are still in progress · and the platform's refusals, when it has to be called for the board
 * @see docs/contract.md#generations
 */
export async function createGeneration(
  deps: Deps,
  actor: Actor,
  input: NewGeneration,
  beforeCommit?: BeforeCommit<Generation>,
): Promise<Generation> {
  const { db, clock } = deps
  requireMayMake(actor, input.accountId)
  const given = readInput(input)
  const seen = await requireAccount(db.sql, actor, input.accountId)
  const board = input.boardId === null ? null : await requireBoard(deps, seen, { boardId: input.boardId, boardSectionId: null })
  const urlKey = urlKeyOf(given.url)
  return db.tx(async (sql) => {
    const now = clock()
    const account = await requireAccount(sql, actor, input.accountId)
    await lockRoom(sql, account, ROOM)
    const open = await findOpen(sql, account, urlKey)
    if (open) {
      const joined = { ...open, deduplicated: true }
      await beforeCommit?.(sql, joined)
      return joined
    }
    await requireRoom(sql, account, ROOM)
    const made = await insertGeneration(
      sql,
      actor,
      {
        ...given,
        accountId: account.id,
        boardId: board?.boardId ?? null,
        useModel: input.useModel ?? null,
        urlKey,
        ofFeed: input.ofFeed,
      },
      now,
    )
    const after = { url: made.url, drafts: given.drafts }
    await recordAct(sql, actor, { accountId: account.id, subject: `generation:${made.id}`, action: 'create', after }, now)
    await sql`select pg_notify('generations_due', '')`
    await beforeCommit?.(sql, made)
    return made
  })
}

/** Checks and trims the input. @throws BAD_REQUEST the first problem, with all of them as issues */
function readInput(input: NewGeneration): Pick<NewGeneration, 'url' | 'title' | 'keywords' | 'drafts'> {
  return readAll({
    url: () => requireDestination('url', input.url),
    title: () => (input.title === null ? null : readTitle(input.title)),
    keywords: () => readKeywords(input.keywords),
    drafts: () => readDrafts(input.drafts),
  })
}

/** Returns null for an empty title. */
function readTitle(text: string): string | null {
  const title = cleanLine('title', text)
  if (lengthOf(title) > MOST_TITLE) throw badRequest('title', wrongLength('title', lengthOf(title), MOST_TITLE))
  return title === '' ? null : title
}

function readKeywords(given: readonly string[]): string[] {
  if (given.length > MOST_KEYWORDS)
    throw badRequest('keywords', (of) => `${of('keywords')} must be at most ${MOST_KEYWORDS}; there are ${given.length}.`)
  return given.map((text, at) => requireWords(`keywords[${at}]`, text, MOST_KEYWORD, cleanLine))
}

function readDrafts(count: number): number {
  if (Number.isInteger(count) && count >= 1 && count <= MOST_DRAFTS) return count
  throw badRequest('drafts', (of) => `${of('drafts')} must be a whole number from 1 to ${MOST_DRAFTS}.`)
}

/** Limits open generations, because each reads a page and up to five of its pictures. */
const ROOM: Room = {
  table: 'generations',
  most: { account: 10, organization: 50 },
  rows: 'pages',
  beingDone: 'made into drafts',
  retryAfterSeconds: 30,
}
