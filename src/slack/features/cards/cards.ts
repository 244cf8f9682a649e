/** Turns posts into cards, with their picture and their position in a series. */
import type { Picture } from '../../../../blocks/kit/kit.js'
import type { Card } from '../../../../blocks/pin/text.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Actor } from '../../../core/lib/actor.js'
import { DomainError } from '../../../core/lib/errors.js'
import { settlesWithin } from '../../../core/lib/timeout.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { findOpenBefore } from '../../../core/slots/next-open-slot.js'
import { pinThere } from '../../../core/posts/pin-id.js'
import type { Post } from '../../../core/posts/post.js'
import { missingToSchedule } from '../../../core/posts/rules.js'
import { readStates } from '../../../core/posts/state/read.js'
import { markHolds } from '../../../core/preflight/dead-links.js'
import { preflightShown } from '../../../core/preflight/check.js'
import { readFindings } from '../../../core/preflight/store.js'
import { plainState, type PostState } from '../../../core/posts/state/state.js'
import { readSeries } from '../../../core/posts/search.js'
import { TIMEOUTS } from '../../forms/timeout.js'
import type { SlackDeps } from '../../listener.js'
import { readersOf } from '../../people/rights.js'
import { shownOf } from '../../../core/media/post-media.js'
import { neededWords } from '../../reply/errors.js'

/** How many comments the card of a request shows. */
export const COMMENTS_ON_CARD = 2

/** `checkedAt`: time of the check whose findings are shown; null: none. */
export type PostCard = Card & { post: Post & { hasEarlierSlot?: boolean }; checkedAt?: Date | null }
/** `platform`: links published pins. */
type Reading = Pick<SlackDeps, 'db' | 'clock' | 'log' | 'picturesOf'> &
  Partial<Pick<SlackDeps, 'timeouts'>> & { platform: Pick<SlackDeps['platform'], 'pages'> }

/**
 * `firstOpen`: the first open slot of every account of the posts, if the caller has read them. `hasPicture`: true for posts that
 * get a picture.
 */
type Known = { firstOpen?: ReadonlyMap<string, Date>; hasPicture?: (post: Post) => boolean }

/** Returns the page of a pin on Pinterest. @returns null: it is not there, or no longer */
export function hrefOf({ platform }: { platform: Pick<SlackDeps['platform'], 'pages'> }, post: Post): string | null {
  const pinId = pinThere(post)
  return pinId === null ? null : platform.pages.pin(pinId)
}

/** Returns cards with states in the order of `posts`; each series is read once. */
export async function cardsOf(
  deps: Reading,
  actor: Actor,
  posts: readonly Post[],
  { firstOpen: known, hasPicture = () => true }: Known = {},
): Promise<PostCard[]> {
  const groups = new Map<string, { accountId: string; intervalGroupId: string }>()
  for (const { accountId, intervalGroupId } of posts) {
    if (intervalGroupId !== null) groups.set(intervalGroupId, { accountId, intervalGroupId })
  }
  const pictured = posts.filter(hasPicture)
  const [read, pictures, readerOf, states, firstOpen] = await Promise.all([
    Promise.all([...groups.values()].map((series) => idsOf(deps, actor, series))),
    picturesOfPosts(deps, pictured),
    readersOf(deps, actor, posts),
    readStates(deps, posts),
    firstOpenSlots(deps, actor, posts, known),
  ])
  const pictureOf = new Map(pictured.map((post, index) => [post, pictures[index]]))
  const boardHrefOf = await boardHrefs(deps, actor, states)
  const turns = new Map(read.flatMap((ids) => ids.map((id, index) => [id, { number: index + 1, of: ids.length }] as const)))
  return posts.map((post, index) => ({
    post: { ...post, hasEarlierSlot: isAfter(post, firstOpen.get(post.accountId)) },
    picture: pictureOf.get(post) ?? null,
    place: turns.get(post.id),
    reader: readerOf(post),
    savedHref: post.savedPin ? deps.platform.pages.pin(post.savedPin.id) : undefined,
    href: hrefOf(deps, post) ?? undefined,
    boardHref: states[index]?.name === 'unconfirmed' ? boardHrefOf(post) : undefined,
    state: states[index] ?? plainState(post),
    lacks: lacksOf(post),
  }))
}

function lacksOf(post: Post): string | undefined {
  const missing = post.status === 'draft' ? missingToSchedule(post) : []
  return missing.length === 0 ? undefined : neededWords(missing)
}

/** Returns the board's address, where people check if an unconfirmed pin exists. Reads accounts only if there is such a pin. */
async function boardHrefs(
  deps: Reading,
  actor: Actor,
  states: readonly PostState[],
): Promise<(post: Post) => string | undefined> {
  if (!states.some(({ name }) => name === 'unconfirmed')) return () => undefined
  const usernames = new Map((await listAccounts(deps, actor)).map(({ id, username }) => [id, username]))
  return ({ accountId, boardId, boardName: name }) => {
    const username = usernames.get(accountId)
    return boardId === null || username === undefined ? undefined : deps.platform.pages.board({ boardId, name, username })
  }
}

/**
 * Finds the first open slot of each account, if it is before the account's last scheduled pin. Empty if that takes longer than
 * `cardSlotMs`.
 */
async function firstOpenSlots(
  deps: Reading,
  actor: Actor,
  posts: readonly Post[],
  known: ReadonlyMap<string, Date> | undefined,
): Promise<ReadonlyMap<string, Date>> {
  if (actor.via !== 'slack') return new Map()
  if (known) return known
  const { cardSlotMs } = deps.timeouts ?? TIMEOUTS
  const lastOf = new Map<string, Date>()
  for (const { status, sendAt, accountId } of posts) {
    const isMovable = status === 'queued' && hasRoleOn(actor, accountId, 'scheduler')
    if (isMovable && sendAt !== null && sendAt > (lastOf.get(accountId) ?? 0)) lastOf.set(accountId, sendAt)
  }
  const found = await Promise.all(
    [...lastOf].map(async ([accountId, until]) => {
      const looking = findOpenBefore(deps, actor, { accountId, until }).catch(
        (error: unknown) => void deps.log.warn({ err: error, accountId }, 'a card has no button for an earlier slot'),
      )
      const at = (await settlesWithin(looking, cardSlotMs)) ? await looking : undefined
      return at ? [[accountId, at] as const] : []
    }),
  )
  return new Map(found.flat())
}

const isAfter = ({ status, sendAt }: Post, open: Date | undefined): boolean =>
  status === 'queued' && sendAt !== null && open !== undefined && open < sendAt

/** Returns the cover of each post, in the order of `posts`. */
export const picturesOfPosts = (
  deps: Pick<SlackDeps, 'picturesOf'>,
  posts: readonly Pick<Post, 'organizationId' | 'media' | 'savedPin'>[],
): Promise<(Picture | null)[]> =>
  deps.picturesOf(
    posts.map(({ organizationId, media, savedPin }) =>
      savedPin
        ? { kind: 'elsewhere', url: savedPin.pictureUrl ?? undefined }
        : { kind: 'media', organizationId, media: shownOf(media) },
    ),
  )

export async function cardOf(deps: Reading, actor: Actor, post: Post): Promise<PostCard> {
  const [[card], findings] = await Promise.all([cardsOf(deps, actor, [post]), readFindings(deps.db.sql, [post])])
  if (!card) throw new Error('one post makes one card')
  const found = findings.get(post.id)
  const checkedAt = found?.checkedAt ?? null
  return { ...card, checkedAt, findings: found && (await markHolds(deps.db.sql, post, found)).findings }
}

/** Returns the card of a post that was just written or opened. Runs the checks if they have not run yet. */
export async function checkedCardOf(deps: SlackDeps, actor: Actor, post: Post): Promise<PostCard> {
  const [card, preflight] = await Promise.all([cardOf(deps, actor, post), preflightShown(deps, actor, post)])
  return { ...card, findings: preflight.findings }
}

/** Returns no ids if the series was deleted meanwhile: a card needs no position. */
async function idsOf(deps: Reading, actor: Actor, series: { accountId: string; intervalGroupId: string }): Promise<string[]> {
  try {
    return (await readSeries(deps, actor, series)).map(({ id }) => id)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return []
    throw error
  }
}
