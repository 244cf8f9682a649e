/** Reads a link's page to fill the fields that a person leaves empty in one pin; nothing of it is stored. */
import { requireSight } from '../../accounts/people/roles.js'
import { requireAccount } from '../../accounts/accounts.js'
import { findBoards } from '../../boards/cache.js'
import type { Actor } from '../../lib/actor.js'
import { requireDestination } from '../../lib/http/url.js'
import type { Deps } from '../../ports/deps.js'
import { makeBoardProposer } from '../../insight/relevance/propose-board.js'
import type { PinText } from '../../insight/relevance/score.js'
import { apart } from './apart.js'
import { readPageAt } from './read-page.js'
import { cutTitle } from './texts.js'
import { TITLE_LENGTH } from './draft.js'

/** `link`: as typed. null: the page does not say. */
export type PageOfPin = {
  link: string
  title: string | null
  description: string | null
  altText: string | null
  pictureUrl: string | null
}

/**
 * Reads the page; never call it in a transaction. @returns null when it cannot be read now @throws NOT_FOUND an account that the
 * actor cannot see
 */
export async function readPageOfPin(
  deps: Deps,
  actor: Actor,
  { accountId, link }: { accountId: string; link: string },
): Promise<PageOfPin | null> {
  requireSight(actor, accountId)
  const { organizationId } = actor
  const read = await readPageAt(deps, organizationId, requireDestination('url', link))
  if (read.kind !== 'read') return null
  const { page } = read
  const composed = await apart(deps, organizationId, 'compose', page, { drafts: 1 })
  const [draft] = composed?.kind === 'composed' ? composed.drafts : []
  return {
    link,
    title: draft?.title ?? (page.title === null ? null : cutTitle(page.title, TITLE_LENGTH)),
    description: draft?.description ?? null,
    altText: draft?.altText ?? null,
    pictureUrl: draft?.pictureUrl ?? null,
  }
}

/** Finds the board whose name fits the pin's text best, as reviews propose it. @returns null when none fits */
export async function proposeBoard(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, pin }: { accountId: string; pin: PinText },
): Promise<{ id: string; name: string } | null> {
  const boards = await findBoards(db.sql, await requireAccount(db.sql, actor, accountId))
  const proposed = makeBoardProposer(boards, null)(pin)
  return boards.find(({ id }) => id === proposed?.boardId) ?? null
}

type Words = { title: string | null; description: string | null; altText: string | null }

/** Fills empty fields from the page; typed text wins. A missing description becomes the title, except for a draft. Pure. */
export function withPage<W extends Words>(
  words: W,
  page: PageOfPin | null,
  { hasOwnPicture, isDraft }: { hasOwnPicture: boolean; isDraft: boolean },
): W {
  const title = words.title ?? page?.title ?? null
  return {
    ...words,
    title,
    description: words.description ?? page?.description ?? (isDraft ? null : title),
    altText: words.altText ?? (hasOwnPicture ? null : (page?.altText ?? null)),
  }
}
