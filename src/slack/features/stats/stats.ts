/** `/pin stats`: the numbers of an account, with a picture of its days. */
import { action as homeAction } from '../../../../blocks/home/view.js'
import { action as topAction } from '../../../../blocks/stats/top.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import {
  action as statsAction,
  failedStatsMessage,
  statsMessage,
  type StatsRef,
  wrongDaysMessage,
} from '../../../../blocks/stats/view.js'
import { readStats, STATS_DAYS, type StatsDays, USUAL_STATS_DAYS } from '../../../core/insight/analytics/stats.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Actor } from '../../../core/lib/actor.js'
import { chosenAccount, orDeadConnection } from '../../accounts.js'
import { answerInTime, below, besideCommand, inForm, inPlace, type Show } from '../../reply/answer-in-time.js'
import { onAction, type CommandArgs, type SlackDeps } from '../../listener.js'
import { MESSAGE_TIMEOUT_MS } from '../../pictures/pictures.js'
import { valueOf } from '../cards/pressed.js'

export async function showStats(deps: SlackDeps, args: CommandArgs, words: string): Promise<void> {
  const { member } = args.context
  const accountId = (await chosenAccount(deps, member)).account.id
  const count = daysIn(words)
  const show = besideCommand(args)
  if (count === undefined) return void (await show(wrongDaysMessage(words, { accountId, count: USUAL_STATS_DAYS })))
  await answer(deps, member, show, { accountId, count })
}

/** Replaces the stats with those of another period or account. */
onAction([statsAction.statsAccount, statsAction.stats7, statsAction.stats30, statsAction.stats90], async (deps, args) => {
  await answer(deps, args.context.member, inPlace(args), valueOf<StatsRef>(args))
})

/** Shows the stats below the list of pins that the button is in; the list stays. */
onAction(topAction.stats, async (deps, args) => {
  await answer(deps, args.context.member, below(args, 'Stats'), valueOf<StatsRef>(args))
})

onAction(homeAction.homeNumbers, async (deps, args) => {
  const { client, context, body } = args
  const form = inForm(client, { title: 'Stats', triggerId: body.trigger_id, how: 'open' })
  await answer(deps, context.member, form, valueOf<StatsRef>(args))
})

/** Reads `30`, `30d` or `30 days`; no words mean the default. undefined: another period. */
function daysIn(words: string): StatsDays | undefined {
  if (words.trim() === '') return USUAL_STATS_DAYS
  const [, number] = /^(\d{1,3})\s*(?:d|days?)?$/i.exec(words.trim()) ?? []
  return STATS_DAYS.find((count) => String(count) === number)
}

const answer = (deps: SlackDeps, member: Member, show: Show, ref: StatsRef): Promise<void> =>
  answerInTime(deps, show, {
    sentence: 'Loading stats…',
    read: () => orDeadConnection(deps, member, ref, read(deps, member.actor, ref)),
    failed: (problem) => failedStatsMessage(problem, ref),
    facts: { requested: 'stats' },
  })

async function read(deps: SlackDeps, actor: Actor, ref: StatsRef): Promise<Message> {
  const [stats, accounts] = await Promise.all([readStats(deps, actor, ref), listAccounts(deps, actor)])
  const { startDate, endDate, days, account } = stats
  const of = { organizationId: actor.organizationId, accountId: ref.accountId, startDate, endDate, days }
  const picture = await deps.pictureOf({ kind: 'stats', stats: of, username: account.username }, MESSAGE_TIMEOUT_MS)
  return statsMessage({ stats, accounts, now: deps.clock(), picture })
}
