/** The view of the current evergreen form. */
import { turnsPages, toPage } from '../../forms/paging.js'
import { switchesAccount } from '../../forms/switches-account.js'
import { evergreenMemory, type EvergreenMemory } from '../../../../blocks/settings/evergreen-memory.js'
import type { ModalView } from '@slack/types'
import { action, evergreenView, poolPages } from '../../../../blocks/evergreen/view.js'
import { newEvergreenMemory, type EvergreenModel, type PoolCard } from '../../../../blocks/evergreen/model.js'
import type { Picture } from '../../../../blocks/kit/kit.js'
import { evergreenSlotPages } from '../../../../blocks/evergreen/slots.js'
import type { RunLine } from '../../../../blocks/evergreen/text.js'
import type { Banner } from '../../../../blocks/kit/banner.js'
import { pageOf } from '../../../../blocks/kit/paging.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import type { Evergreen, EvergreenPost, EvergreenRun } from '../../../core/posts/evergreen/evergreen.js'
import { readEvergreen } from '../../../core/posts/evergreen/pool.js'
import { chosenAccount } from '../../accounts.js'
import { plainState } from '../../../core/posts/state/state.js'
import { picturesOfPosts } from '../cards/cards.js'
import { onAction, type SlackDeps } from '../../listener.js'
import { findPin } from '../cards/find-pin.js'

/** @param banner the confirmation of the last change */
export async function evergreenNow(
  deps: SlackDeps,
  member: Member,
  requested: EvergreenMemory,
  banner?: Banner,
): Promise<ModalView> {
  const { actor } = member
  const { accountId } = requested
  const { accounts, account } = await chosenAccount(deps, { ...member, currentAccountId: accountId })
  const evergreen = await readEvergreen(deps, actor, { accountId, limit: requested.at + poolPages.size })
  const { state, slots, pool, poolSize, next } = evergreen
  const { at, shown } = pageOf(poolPages, pool, { at: requested.at, of: poolSize })
  const { at: slotsAt } = pageOf(evergreenSlotPages, slots, { at: requested.slotsAt })
  const memory = { ...requested, at, slotsAt }
  const inTurn = next?.post ?? null
  const pictures = await picturesOfPosts(deps, [...shown.map(({ post }) => post), ...(inTurn ? [inTurn] : [])])
  return evergreenView({
    account,
    accounts,
    canChange: hasRoleOn(actor, account.id, 'scheduler'),
    state,
    slots,
    poolSize,
    pool: shown.map((one, index) => poolCard(one, pictures[index] ?? null)),
    ended: evergreen.ended.slice(0, MOST_ENDED),
    runs: await Promise.all(evergreen.runs.map((run) => runLineOf(deps, member, accountId, run))),
    next: nextOf(next, pool, inTurn ? (pictures[shown.length] ?? null) : null),
    memory,
    locale: member.locale,
    now: deps.clock(),
    banner,
  })
}

/** The most ended pins that the form shows. */
const MOST_ENDED = 5

const poolCard = ({ post, lastOutAt, runs, limits }: EvergreenPost, picture: Picture | null): PoolCard => ({
  post,
  state: plainState(post), // a published pin waits for nothing
  picture,
  lastOutAt,
  runs,
  limits,
})

function nextOf(next: Evergreen['next'], pool: readonly EvergreenPost[], picture: Picture | null): EvergreenModel['next'] {
  if (next === null) return null
  if (next.post === null) return { at: next.at, because: next.because }
  const { at, post } = next
  const lastOutAt = pool.find((one) => one.post.id === post.id)?.lastOutAt ?? null // a repetition that exists already has no history
  return { at, card: { post, picture, state: plainState(post) }, lastOutAt }
}

async function runLineOf(deps: SlackDeps, { actor }: Member, accountId: string, run: EvergreenRun): Promise<RunLine> {
  const post = run.postId === null ? undefined : await findPin(deps, actor, { accountId, postId: run.postId })
  return { at: run.at, post: post ?? null, reason: run.reason }
}

onAction(
  action.evergreenAccount,
  switchesAccount({
    memory: evergreenMemory,
    show: evergreenNow,
    begun: ({ round }, accountId) => ({ ...newEvergreenMemory(accountId), round: round + 1 }),
  }),
)
turnsPages(poolPages, { memory: evergreenMemory, show: evergreenNow, turned: toPage })
turnsPages(evergreenSlotPages, {
  memory: evergreenMemory,
  show: evergreenNow,
  turned: (memory, slotsAt) => ({ ...memory, slotsAt }),
})
