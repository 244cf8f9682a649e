/** `/pin stats top`: the best pins of an account. */
import type { Message } from '../../../../blocks/kit/kit.js'
import { action as statsAction, type StatsRef } from '../../../../blocks/stats/view.js'
import {
  action as topAction,
  failedTopMessage,
  readTopValue,
  topMessage,
  type TopRef,
  wrongSortMessage,
} from '../../../../blocks/stats/top.js'
import { SORT_WORDS } from '../../../../blocks/stats/top-text.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { notFound } from '../../../core/lib/errors.js'
import type { Actor } from '../../../core/lib/actor.js'
import { USUAL_STATS_DAYS, windowsOf } from '../../../core/insight/analytics/stats.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { findOwnPosts, readTopPins } from '../../../core/insight/analytics/top-pins.js'
import type { TopPinSort } from '../../../core/ports/platform.js'
import { chosenAccount, orDeadConnection } from '../../accounts.js'
import { answerInTime, below, besideCommand, inPlace, type Show } from '../../reply/answer-in-time.js'
import { onAction, type CommandArgs, type SlackDeps } from '../../listener.js'
import { nearest } from '../../../core/lib/prose/nearest.js'
import { MESSAGE_TIMEOUT_MS } from '../../pictures/pictures.js'
import { valueOf } from '../cards/pressed.js'

const USUAL_SORT: TopPinSort = 'ENGAGEMENT'

export async function showTop(deps: SlackDeps, args: CommandArgs, words: string): Promise<void> {
  const { member } = args.context
  const accountId = (await chosenAccount(deps, member)).account.id
  const { sortBy, isMeant } = sortIn(words)
  const ref: TopRef = { accountId, count: USUAL_STATS_DAYS, sortBy }
  const show = besideCommand(args)
  if (!isMeant) return void (await show(wrongSortMessage(words, ref)))
  await answer(deps, member, show, ref)
}

/** Shows top pins below the stats, by the metric that the button names or the default one. */
onAction(statsAction.topPins, async (deps, args) => {
  const ref: TopRef = { sortBy: USUAL_SORT, ...valueOf<StatsRef | TopRef>(args) }
  await answer(deps, args.context.member, below(args, 'Top pins'), ref)
})

/** Replaces the list with one by another metric or of another account. */
onAction([topAction.topAccount, topAction.topSort], async (deps, args) => {
  const { action, context } = args
  if (action.type !== 'static_select') return
  await answer(deps, context.member, inPlace(args), readTopValue(action.selected_option.value))
})

/** Finds the metric that the words mean or come nearest to, ignoring case, signs and how the words are joined. */
function sortIn(words: string): { sortBy: TopPinSort; isMeant: boolean } {
  const requested = words
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .replace(/^by /, '')
  if (words.trim() === '') return { sortBy: USUAL_SORT, isMeant: true }
  const known = SORT_WORDS.get(requested)
  if (known) return { sortBy: known, isMeant: true }
  const [first = '', ...others] = SORT_WORDS.keys()
  return { sortBy: SORT_WORDS.get(nearest(requested, [first, ...others])) ?? USUAL_SORT, isMeant: false }
}

const answer = (deps: SlackDeps, member: Member, show: Show, ref: TopRef): Promise<void> =>
  answerInTime(deps, show, {
    sentence: 'Loading top pins…',
    read: () => orDeadConnection(deps, member, ref, read(deps, member.actor, ref)),
    failed: (problem) => failedTopMessage(problem, ref),
    facts: { requested: 'top pins' },
  })

async function read(deps: SlackDeps, actor: Actor, { accountId, count, sortBy }: TopRef): Promise<Message> {
  const { window } = windowsOf(count, deps.clock())
  const top = await readTopPins(deps, actor, { accountId, sortBy, ...window })
  const accounts = await listAccounts(deps, actor)
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) throw notFound('Account')
  const pictures = await deps.picturesOf(
    top.pins.map(({ imageUrl: url }) => ({ kind: 'elsewhere', url })),
    MESSAGE_TIMEOUT_MS,
  )
  const pinIds = top.pins.map(({ pinId }) => pinId)
  const own = hasRoleOn(actor, accountId, 'scheduler')
    ? await findOwnPosts(deps.db.sql, actor, { accountId, pinIds })
    : new Map<string, string>()
  const pins = top.pins.map((pin, index) => ({ ...pin, picture: pictures[index] ?? null, postId: own.get(pin.pinId) }))
  return topMessage({ ...top, username: account.username, accounts, count, pins, now: deps.clock() })
}
