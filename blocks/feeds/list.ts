/** The feeds of an account with their state and actions. */
import type { AnyBlock, Button, ModalView } from '@slack/types'
import type { Feed } from '../../src/core/sources/feeds/model.js'
import { accountSwitch, hasChoice, type Switchable } from '../kit/account-switch.js'
import { type Banner, bannerBlocks } from '../kit/banner.js'
import { actions, button, context, inline, oneLine, section, text } from '../kit/kit.js'
import { whole } from '../kit/numbers.js'
import { ago, until } from '../kit/times.js'
import { type FeedsMemory, feedsMemory } from './memory.js'
import { reviewButton } from './notices.js'

export const action = {
  newFeed: 'new_feed',
  editFeed: 'edit_feed',
  lookAtFeed: 'look_at_feed',
  pauseFeed: 'pause_feed',
  resumeFeed: 'resume_feed',
  removeFeed: 'remove_feed',
  refreshFeeds: 'refresh_feeds',
  feedsAccount: 'feeds_account',
  useNamedFeed: 'use_named_feed',
} as const
export const view = { feeds: 'feeds' } as const

/**
 * `name`: for people. `board`: its name; null: each draft goes to the board that it fits best. `error`: the last problem, if any.
 * `named`: whether the address is a web page that names its feed.
 */
export type ShownFeed = Omit<Feed, 'lastError'> & { name: string; board: string | null; error: string | null; named: boolean }

export type FeedsModel = {
  memory: FeedsMemory
  username: string
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  feeds: ShownFeed[]
  /** The number of drafts from all feeds that wait for review. */
  drafts: number
  canChange: boolean
  now: Date
  banner?: Banner | undefined
}

export const feedsView = ({ memory, username, accounts, feeds, drafts, canChange, now, banner }: FeedsModel): ModalView => ({
  type: 'modal',
  callback_id: view.feeds,
  title: text('Feeds', 24),
  close: text('Done', 24),
  private_metadata: feedsMemory.write(memory),
  blocks: [
    ...bannerBlocks(banner),
    ...accountSwitch({ accounts, accountId: memory.accountId, surface: 'form' }, action.feedsAccount),
    section(
      `${hasChoice({ accounts }) ? 'New' : `*${inline(username)}:* new`} pages on your website become drafts. Nothing goes out until you schedule it.${
        drafts === 0 ? '' : `\n${draftsText(drafts)} ${drafts === 1 ? 'waits' : 'wait'} for your review.`
      }`,
      drafts === 0 ? undefined : reviewButton(memory.accountId, canChange),
    ),
    ...(feeds.length === 0 ? [section('No feeds yet.')] : []),
    ...feeds.flatMap((feed) => feedBlocks(feed, canChange, now)),
    actions([
      ...(canChange ? [button({ text: 'Add a feed', actionId: action.newFeed, style: 'primary' })] : []),
      button({ text: 'Refresh', actionId: action.refreshFeeds, label: 'Refresh the feeds' }),
    ]),
    ...(canChange ? [] : [context('Schedulers and admins can add and change feeds.')]),
  ],
})

const draftsText = (count: number) => (count === 1 ? '1 draft' : `${whole(count)} drafts`)

function feedBlocks(feed: ShownFeed, canChange: boolean, now: Date): AnyBlock[] {
  const words = `*${inline(feed.name)}*\n${inline(feed.url, 200)}\n${stateText(feed, now)}\n${planText(feed)}`
  return [section(words), ...(canChange ? [actions(buttons(feed))] : [])]
}

function stateText({ state, error, lookedAt, nextLookAt }: ShownFeed, now: Date): string {
  if (state === 'paused') return ':double_vertical_bar: Paused.'
  const next = nextLookAt === null || nextLookAt <= now ? 'next check soon' : `next check ${until(nextLookAt, now)}`
  if (error !== null) return `:warning: ${inline(error, 500)} ${capital(next)}.`
  return lookedAt === null
    ? ':hourglass: We’ll check it in a moment.'
    : `:white_check_mark: Last checked ${ago(lookedAt, now)} · ${next}`
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function planText({ perDay, board, waiting, drafts, drafted }: ShownFeed): string {
  const place = board === null ? 'the best-fitting board' : inline(board)
  const rest = waiting === 0 ? '' : ` · ${whole(waiting)} more over the next days`
  return `Up to ${whole(perDay)} a day to ${place} · ${draftsText(drafts)} to review, ${whole(drafted)} in total${rest}`
}

function buttons(feed: ShownFeed): Button[] {
  const { id, state, named } = feed
  const name = oneLine(feed.name).slice(0, 40)
  const remove: Button = {
    ...button({ text: 'Remove', actionId: action.removeFeed, value: id, style: 'danger', label: `Remove: ${name}` }),
    confirm: {
      title: text('Remove this feed?', 100),
      text: text('Its drafts stay. If you add it again later, pages it already drafted won’t be drafted twice.', 300),
      confirm: text('Remove', 30),
      deny: text('Cancel', 30),
      style: 'danger',
    },
  }
  const edit = button({ text: 'Edit', actionId: action.editFeed, value: id, label: `Edit: ${name}` })
  if (state === 'paused')
    return [button({ text: 'Resume', actionId: action.resumeFeed, value: id, label: `Resume: ${name}` }), edit, remove]
  return [
    named
      ? button({
          text: 'Use that feed',
          actionId: action.useNamedFeed,
          value: id,
          style: 'primary',
          label: `Use that feed: ${name}`,
        })
      : button({ text: 'Check now', actionId: action.lookAtFeed, value: id, label: `Check now: ${name}` }),
    edit,
    button({ text: 'Pause', actionId: action.pauseFeed, value: id, label: `Pause: ${name}` }),
    remove,
  ]
}
