/** `/pin plan`: the season plan, and drafts for one of its themes in one press. */
import { action, draftedText, type PlanDraft, planMessage, type PlanRef } from '../../../../blocks/trends/plan.js'
import { action as trendsAction, trendsFailedMessage } from '../../../../blocks/trends/view.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { draftTheme } from '../../../core/sources/season/draft.js'
import { readSeasonPlan } from '../../../core/sources/season/read.js'
import { chosenAccount, orDeadConnection } from '../../accounts.js'
import { windowIn } from '../../input/queue-window.js'
import { onAction, type CommandArgs, type SlackDeps } from '../../listener.js'
import { answerInTime, below, besideCommand, inPlace, type Show } from '../../reply/answer-in-time.js'
import { errorText, explain } from '../../reply/errors.js'
import { valueOf } from '../cards/pressed.js'
import { showQueue } from '../pins/queue.js'
import { showBrought } from '../review/bring.js'
import { canRepeat } from './trends.js'

/** Shows the queue for words that name days, as in `/pin plan next week`. */
export async function showPlan(deps: SlackDeps, args: CommandArgs, words: string): Promise<void> {
  const { member } = args.context
  const days = words.trim() !== '' && windowIn(words, { now: deps.clock(), timezone: member.timezone ?? 'UTC' }) != null
  if (days) return showQueue(deps, args, words)
  const { account } = await chosenAccount(deps, member)
  await answer(deps, member, besideCommand(args), { accountId: account.id })
}

onAction([action.planAccount, action.planAgain], async (deps, args) => {
  await answer(deps, args.context.member, inPlace(args), valueOf<PlanRef>(args))
})

onAction(trendsAction.trendsPlan, async (deps, args) => {
  await answer(deps, args.context.member, below(args, 'Season plan'), valueOf<PlanRef>(args))
})

/** Makes the drafts, and shows the plan as it is then. The review follows in the person's messages. */
onAction(action.planDraft, async (deps, args) => {
  const { body, client, context, respond } = args
  const { member, slackUserId } = context
  const { accountId, keyword } = valueOf<PlanDraft>(args)
  const made = await draftTheme(deps, member.actor, { accountId, keyword })
  const note = draftedText(keyword, made, made.refusal && errorText(made.refusal))
  await answer(deps, member, inPlace(args), { accountId }, note)
  if (!made.review) return
  const isBeside = body.view !== undefined || body.channel?.id.startsWith('D') === true // the review itself says when it is ready
  const ready = (message: Message) => respond({ response_type: 'ephemeral', replace_original: false, ...message })
  const brought = { review: made.review, added: [], again: [], leftOver: [] }
  await showBrought(deps, { client, member, slackUserId }, brought, { answer: isBeside ? undefined : ready })
})

async function answer(
  deps: SlackDeps,
  member: Member,
  show: Show,
  requested: PlanRef,
  note: string | null = null,
): Promise<void> {
  const facts = { requested: 'trends' }
  const failed = { requested, again: action.planAgain }
  await answerInTime(deps, show, {
    sentence: 'Loading your plan…',
    read: () =>
      orDeadConnection(deps, member, requested, read(deps, member, requested, note)).catch((error: unknown) =>
        trendsFailedMessage({ ...explain(deps, error, facts), ...failed, canRepeat: canRepeat(error) }),
      ),
    failed: (problem) => trendsFailedMessage({ ...problem, ...failed, canRepeat: true }),
    facts,
  })
}

async function read(deps: SlackDeps, { actor }: Member, requested: PlanRef, note: string | null): Promise<Message> {
  const [accounts, plan] = await Promise.all([listAccounts(deps, actor), readSeasonPlan(deps, actor, requested)])
  const { refusal } = plan
  return planMessage({
    ...plan,
    requested,
    accounts,
    now: deps.clock(),
    refused: refusal?.isFirstRefusal ? explain(deps, refusal.error, { requested: 'trends' }).sentence : null,
    canMake: hasRoleOn(actor, requested.accountId, 'contributor'),
    note,
  })
}
