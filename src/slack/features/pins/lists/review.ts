/** Renders the current state of a review into its message. */
import type { WebClient } from '@slack/web-api'
import type { ReviewModel, ReviewRow } from '../../../../../blocks/review/model.js'
import { pageShown, reviewMessage, type ReviewListRef } from '../../../../../blocks/review/view.js'
import { outcomeOfRow } from '../../../../../blocks/pin/lists.js'
import { fitsFor, shapeText } from '../../../../../blocks/pin/problems/fit.js'
import type { Message } from '../../../../../blocks/kit/kit.js'
import { noticeMessage } from '../../../../../blocks/kit/sentence.js'
import type { Member } from '../../../../core/accounts/people/members.js'
import { FAILURES } from '../../../../core/sources/page-failures.js'
import { writtenByModel } from '../../../../core/sources/generations/store.js'
import { oneAtATime, type Limit } from '../../../../core/lib/work/concurrency.js'
import { parseUrl } from '../../../../core/lib/http/parse-url.js'
import { DomainError } from '../../../../core/lib/errors.js'
import type { Post } from '../../../../core/posts/post.js'
import { warningsOfStored } from '../../../../core/posts/state/media-warnings.js'
import { noteShown } from '../../../../core/sources/review/change.js'
import {
  countReading,
  type ItemCause,
  type Review,
  type ReviewItem,
  type ReviewRef,
} from '../../../../core/sources/review/model.js'
import { findDuplicates } from '../../../../core/preflight/around.js'
import { inOrder, planReview, type ReviewPlan, shownOf, wishesOf } from '../../../../core/sources/review/plan.js'
import { UNDO_MS } from '../../../../core/posts/undo/change.js'
import { suggestedFor } from '../../composer/composer.js'
import { chosenAccount } from '../../../accounts.js'
import { schedulingOf } from '../../../people/rights.js'
import { errorText, neededWords } from '../../../reply/errors.js'
import type { SlackDeps } from '../../../listener.js'
import { unseenText } from '../../../pictures/unseen.js'
import { picturesOfPosts } from '../../cards/cards.js'

export type Shown = ReviewRef & { at?: number; headline?: string; note?: ReviewModel['note'] }

/** @throws NOT_FOUND · FORBIDDEN */
export async function reviewNow(deps: SlackDeps, member: Member, { at = 0, headline, note, ...ref }: Shown): Promise<Message> {
  const plan = await planReview(deps, member.actor, ref)
  const { review, postIds, times } = plan
  const { accounts, account } = await chosenAccount(deps, { ...member, currentAccountId: ref.accountId })
  const items = inOrder(plan)
  const { shown } = pageShown(items, { at, note })
  const posts = shown.flatMap(({ state }) => (state.name === 'ready' ? [state.post] : []))
  const pictures = await picturesOfPosts(deps, posts)
  const pictureOf = new Map(posts.map(({ id }, index) => [id, pictures[index] ?? null]))
  const byModel = await writtenByModel(
    deps.db.sql,
    member.actor,
    posts.flatMap(({ generationId }) => generationId ?? []),
  )
  const [searchedOf, duplicates] = await Promise.all([
    searchedWords(deps, member, review, posts),
    findDuplicates(deps, member.actor, { ...ref, posts: posts.filter(({ status }) => status === 'draft') }),
  ])
  const sorted = postIds.flatMap((id) => times.get(id)?.sendAt ?? []).sort((a, b) => a.getTime() - b.getTime())
  const model: ReviewModel = {
    ...ref,
    ...(accounts.length > 1 && { account: account.username }),
    state: review.state,
    scheduling: schedulingOf(member.actor, account),
    rows: items.map((item) => rowOf(item, plan, { pictureOf, byModel, searchedOf, duplicates })),
    at,
    note,
    spread: plan.spread,
    ready: {
      count: postIds.length,
      first: sorted[0] ?? null,
      last: sorted.at(-1) ?? null,
      isInSlots: !postIds.some((id) => wishesOf(review).at.has(id)),
      shown: shownOf(review, postIds),
    },
    headline: headline ?? undefined,
    canUndo: canUndo(deps, review),
  }
  return reviewMessage(model)
}

/** Reads the review again after a click in one of its rows. */
export const reviewAgain = (
  deps: SlackDeps,
  member: Member,
  { accountId, reviewId, at, position }: ReviewListRef,
  answer?: Message,
): Promise<Message> =>
  reviewNow(deps, member, {
    accountId,
    reviewId,
    ...(at !== undefined && { at }),
    ...(answer && position !== undefined && { note: { position, outcome: outcomeOfRow(answer) } }),
  })

const canUndo = ({ clock }: SlackDeps, { batchId, decidedAt }: Review): boolean =>
  batchId !== null && decidedAt !== null && clock().getTime() - decidedAt.getTime() <= UNDO_MS

type Searched = ReadonlyMap<string, readonly string[]>

/** Suggests words for the drafts once all are read: until then the message changes every second. */
async function searchedWords(deps: SlackDeps, member: Member, review: Review, posts: readonly Post[]): Promise<Searched> {
  const isOver = review.state === 'scheduled' || review.state === 'asked'
  if (isOver || countReading(review) > 0) return new Map()
  const drafts = posts.filter(({ status }) => status === 'draft')
  const found = drafts.map(async ({ id, boardId, accountId, ...post }) => {
    const { title, description, altText, url } = post
    const values = { title: title ?? '', description: description ?? '', altText: altText ?? '', link: url ?? '' }
    return [id, await suggestedFor(deps, member, { accountId, boardId: boardId ?? undefined, values, mustFit: true })] as const
  })
  return new Map(await Promise.all(found))
}

/** Facts about the drafts beside the plan. */
type Beside = {
  pictureOf: Pictures
  byModel: ReadonlySet<string>
  searchedOf: Searched
  duplicates: Awaited<ReturnType<typeof findDuplicates>>
}
type Pictures = ReadonlyMap<string, Extract<ReviewRow['state'], { name: 'ready' }>['picture']>

function rowOf(
  { position, name, isLeftOut, source, state, proposal, sendAt }: ReviewItem,
  plan: ReviewPlan,
  { pictureOf, byModel, searchedOf, duplicates }: Beside,
): ReviewRow {
  const row = { position, name, isLeftOut }
  switch (state.name) {
    case 'reading':
      return { ...row, state: { name: 'reading', from: source.kind === 'link' ? (parseUrl(source.url)?.host ?? null) : null } }
    case 'deleted':
      return { ...row, state: { name: 'deleted' } }
    case 'failed':
      return {
        ...row,
        state: {
          name: 'failed',
          sentence: sentenceOf(state.cause),
          needs: NEEDS[state.cause.code],
          url: source.kind === 'link' && source.shows === 'page' ? source.url : null,
        },
      }
    case 'ready': {
      const { post } = state
      const time = plan.times.get(post.id)
      const refused = plan.refused.get(post.id)
      const board = post.boardId === null ? null : { id: post.boardId, name: post.boardName ?? `Board ${post.boardId}` }
      const isProposed = proposal.board !== null && proposal.board.boardId === post.boardId
      const ready: ReviewRow['state'] = {
        name: 'ready',
        post,
        board,
        isByModel: post.generationId !== null && byModel.has(post.generationId),
        isGuess: isProposed && (proposal.board?.because === 'guess' || proposal.board?.because === 'last'),
        picture: pictureOf.get(post.id) ?? null,
        fits: fitsFor(post),
        shape: shapeText(post),
        searched: searchedOf.get(post.id) ?? [],
        sendAt: time?.sendAt ?? sendAt,
        duplicate: duplicates.get(post.id) ?? null,
        warnings: time?.warnings ?? warningsOfStored(post),
        lacks: neededWords(plan.lacking.get(post.id) ?? []),
        problem: refused ? errorText(refused) : null,
      }
      return { ...row, state: ready }
    }
  }
}

/** The remedy for each cause: another try, another picture, or neither. */
const NEEDS = {
  page: 'again',
  refused: 'again',
  interrupted: 'again',
  unknown: 'again',
  no_picture: 'again',
  file_unseen: 'again',
  file_unseen_dm: 'picture',
  same_page: 'nothing',
} as const satisfies Record<ItemCause['code'], string>

/** Returns the sentence of the refusal of a file, or one for the cause. */
function sentenceOf(cause: ItemCause): string {
  switch (cause.code) {
    case 'page':
      return FAILURES[cause.failure]
    case 'same_page':
      return 'This link leads to the same page as another link here.'
    case 'no_picture':
      return 'This link leads to a page. Try again, or add the image it should show.'
    case 'file_unseen':
    case 'file_unseen_dm':
      return unseenText(cause.code, 'this file')
    case 'interrupted':
      return 'Reading was interrupted. Try again.'
    case 'unknown':
      return 'Something went wrong on our side while reading this. Try again, or leave it out.'
    case 'refused': {
      const { error, sentence, reason, field } = cause
      return errorText(new DomainError(error, sentence, { ...(reason && { reason }), ...(field !== undefined && { field }) }))
    }
  }
}

/**
 * Updates of each review run one at a time, so that they arrive in order. Another process may draw it at the same time, and then
 * draws it again.
 */
const turns = new Map<string, { limit: Limit; waiting: number }>()
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(key) ?? { limit: oneAtATime(), waiting: 0 }
  turns.set(key, turn)
  turn.waiting++
  try {
    return await turn.limit(work)
  } finally {
    turn.waiting--
    if (turn.waiting === 0) turns.delete(key)
  }
}
const keyOf = ({ actor: { organizationId } }: Member, { reviewId }: ReviewRef) => `${organizationId}:${reviewId}`

type Place = { channel: string; ts: string }

/** Updates the message that was clicked, or the message that shows the review. */
export async function showIn(deps: SlackDeps, client: WebClient, member: Member, place: Place, shown: Shown): Promise<void> {
  await inTurn(keyOf(member, shown), async () => {
    const message = await reviewNow(deps, member, shown)
    await client.chat.update({ ...place, ...message })
  })
}

/** Posts the review below the person's latest message. The message that showed it before says that it continues below. */
export async function postReview(
  deps: SlackDeps,
  client: WebClient,
  member: Member,
  to: { slackUserId: string; before: Place | null },
  shown: Shown,
): Promise<void> {
  await inTurn(keyOf(member, shown), async () => {
    const message = await reviewNow(deps, member, shown)
    const { channel, ts } = await client.chat.postMessage({
      channel: to.slackUserId,
      unfurl_links: false,
      unfurl_media: false,
      ...message,
    })
    if (channel !== undefined && ts !== undefined) await noteShown(deps, member.actor, { ...shown, channel, ts })
    if (to.before === null) return
    await client.chat
      .update({ ...to.before, ...noticeMessage('This review continues below.') })
      .catch((error: unknown) => deps.log.info({ err: error }, 'the message of a review before was not changed'))
  })
}
