/** `/pin feeds`: the feeds of the account, and the changes to one. */
import type { ModalView } from '@slack/types'
import { action as feedsFormAction, view, feedFormView } from '../../../../blocks/feeds/form.js'
import { action as feedsListAction, feedsView } from '../../../../blocks/feeds/list.js'
import { feedsMemory } from '../../../../blocks/feeds/memory.js'
import { field } from '../../../../blocks/ids.js'
import { type Banner, done } from '../../../../blocks/kit/banner.js'
import { listAccounts, requireAccount } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn, requireRoleOn } from '../../../core/accounts/people/roles.js'
import { listBoards } from '../../../core/boards/boards.js'
import { findBoards } from '../../../core/boards/cache.js'
import { deleteFeed, pollNow, updateFeed, useNamedFeed } from '../../../core/sources/feeds/change.js'
import { createFeed } from '../../../core/sources/feeds/create.js'
import { type Feed, feedErrorText, feedName, type FeedRef, MOST_A_DAY, namedFeed } from '../../../core/sources/feeds/model.js'
import { listFeeds, readFeed } from '../../../core/sources/feeds/store.js'
import type { Actor } from '../../../core/lib/actor.js'
import { openedBothWays } from '../../forms/open.js'
import { showBelow } from '../../forms/show-below.js'
import { submitOnce } from '../../forms/submit-once.js'
import { chosen, typed, typedAddress } from '../../forms/values.js'
import { onAction, type ActionArgs, type SlackDeps, onOptions, onView } from '../../listener.js'
import { chosenAccount } from '../../accounts.js'
import { optionsOfBoards } from '../composer/options.js'

/** @param banner the confirmation of the last change */
export async function feedsNow(deps: SlackDeps, { actor }: Member, accountId: string, banner?: Banner): Promise<ModalView> {
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const [accounts, feeds, boards] = await Promise.all([
    listAccounts(deps, actor),
    listFeeds(deps, actor, { accountId }),
    findBoards(deps.db.sql, account),
  ])
  const nameOf = new Map(boards.map(({ id, name }) => [id, name]))
  const named = feeds.map((feed) => ({
    ...feed,
    name: feedName(feed),
    board: feed.boardId === null ? null : (nameOf.get(feed.boardId) ?? feed.boardId),
    error: feed.lastError && feedErrorText(feed.lastError),
    named: feed.lastError !== null && namedFeed(feed.lastError) !== null,
  }))
  return feedsView({
    memory: { accountId },
    username: account.username,
    accounts,
    feeds: named,
    drafts: feeds.reduce((sum, { drafts }) => sum + drafts, 0),
    canChange: hasRoleOn(actor, accountId, 'scheduler'),
    now: deps.clock(),
    banner,
  })
}

export const { byCommand: openFeeds } = openedBothWays('Feeds', async (deps, member) => {
  const { account } = await chosenAccount(deps, member)
  return feedsNow(deps, member, account.id)
})

/** Opens the form of the feed in the button's value; without one, of a new feed. */
onAction([feedsListAction.newFeed, feedsListAction.editFeed], async (deps, { action, body, client, context }) => {
  if (!body.view || action.type !== 'button') return
  const { actor } = context.member
  const { accountId } = feedsMemory.read(body.view)
  requireRoleOn(actor, accountId, 'scheduler')
  const feedId = action.value
  if (feedId === undefined) {
    await client.views.push({
      trigger_id: body.trigger_id,
      view: feedFormView({ memory: { accountId }, most: MOST_A_DAY, feed: null }),
    })
    return
  }
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const { feed } = await readFeed(deps, actor, { accountId, feedId })
  const board = (await findBoards(deps.db.sql, account)).find(({ id }) => id === feed.boardId)
  const shown = { url: feed.url, perDay: feed.perDay, board: board ? { id: board.id, name: board.name } : null }
  const view = feedFormView({ memory: { accountId, feedId }, most: MOST_A_DAY, feed: shown })
  await client.views.push({ trigger_id: body.trigger_id, view })
})

onOptions(feedsFormAction.feedBoard, async (deps, { options: { view, value }, context, ack }) => {
  if (!view) return ack({ options: [] })
  const { boards } = await listBoards(deps, context.member.actor, { accountId: feedsMemory.read(view).accountId })
  await ack({ options: optionsOfBoards(boards, value) })
})

const ADDED = 'Added. Its newest pages will become drafts in a moment. Choose “Refresh” to see them.'

/** Saves one feed, however often the form is sent. */
onView(view.feed, async (deps, { view, client, context, ack }) => {
  const { member } = context
  const { actor } = member
  const { accountId, feedId } = feedsMemory.read(view)
  const boardId = chosen(view, field.board)?.id ?? null
  const perDay = Number(typed(view, field.perDay))
  if (feedId !== undefined) {
    await updateFeed(deps, actor, { accountId, feedId, perDay, boardId })
    await ack()
    return showBelow(deps, client, view.previous_view_id, await feedsNow(deps, member, accountId, done('Saved.')))
  }
  const input = { accountId, url: typedAddress(view, field.link), kind: null, perDay, boardId }
  await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => createFeed(deps, actor, input, beforeCommit),
    ({ id }: Feed) => ({ id }),
  )
  await ack()
  const added = done(ADDED)
  await showBelow(deps, client, view.previous_view_id, await feedsNow(deps, member, accountId, added))
})

/** Shows the feeds of another account in the same form. */
onAction(feedsListAction.feedsAccount, async (deps, { action, body, client, context }) => {
  if (!body.view || action.type !== 'static_select') return
  const view = await feedsNow(deps, context.member, action.selected_option.value)
  await client.views.update({ view_id: body.view.id, view })
})

onAction(feedsListAction.refreshFeeds, (deps, args) => shown(deps, args, async () => undefined))

onAction(feedsListAction.lookAtFeed, (deps, args) =>
  shown(deps, args, async (actor, ref) => {
    await pollNow(deps, actor, ref)
    return done('We’re checking it now. Choose “Refresh” in a moment.')
  }),
)

onAction(feedsListAction.pauseFeed, (deps, args) =>
  shown(deps, args, async (actor, ref) => {
    await updateFeed(deps, actor, { ...ref, state: 'paused' })
    return done('Paused. Its drafts stay.')
  }),
)

onAction(feedsListAction.resumeFeed, (deps, args) =>
  shown(deps, args, async (actor, ref) => {
    await updateFeed(deps, actor, { ...ref, state: 'active' })
    return done('Resumed.')
  }),
)

onAction(feedsListAction.removeFeed, (deps, args) =>
  shown(deps, args, async (actor, ref) => {
    await deleteFeed(deps, actor, ref)
    return done('Feed removed. Its drafts stay.')
  }),
)

/** Follows the feed that the added web page names, instead of the page. */
onAction(feedsListAction.useNamedFeed, (deps, args) =>
  shown(deps, args, async (actor, ref) => {
    await useNamedFeed(deps, actor, ref)
    return done(ADDED)
  }),
)

/** @param work takes the feed that the button names */
async function shown(
  deps: SlackDeps,
  { action, body, client, context }: ActionArgs,
  work: (actor: Actor, ref: FeedRef) => Promise<Banner | undefined>,
): Promise<void> {
  if (!body.view || action.type !== 'button') return
  const { accountId } = feedsMemory.read(body.view)
  const banner = await work(context.member.actor, { accountId, feedId: action.value ?? '' })
  await client.views.update({ view_id: body.view.id, view: await feedsNow(deps, context.member, accountId, banner) })
}
