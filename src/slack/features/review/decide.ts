/** "Schedule all", "Ask for approval", "Keep as drafts" and "Undo": the whole review at once. */
import { actorText } from '../../../../blocks/kit/actor.js'
import { action, type DecideButton } from '../../../../blocks/review/view.js'
import { slackDate } from '../../../../blocks/kit/times.js'
import { isSamePerson } from '../../../core/lib/actor.js'
import { DomainError } from '../../../core/lib/errors.js'
import { ReviewDecided, readReview } from '../../../core/sources/review/change.js'
import { askForReview, keepReview, ReviewChanged, scheduleReview, undoReview } from '../../../core/sources/review/decide.js'
import type { Review } from '../../../core/sources/review/model.js'
import { refreshHome } from '../home/home.js'
import { valueOf } from '../cards/pressed.js'
import { errorText } from '../../reply/errors.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { pressedIn, showPressed } from './change.js'

/** Returns which review to show; a button of an earlier version does not say, so its review is shown again. */
const shownOn = (args: ActionArgs): DecideButton['shown'] => {
  const { shown } = valueOf<{ shown?: DecideButton['shown'] | string }>(args)
  return typeof shown === 'object' ? shown : { drafts: '', wishes: '' }
}

const pins = (count: number) => `${count} ${count === 1 ? 'pin' : 'pins'}`

onAction(action.reviewSchedule, async (deps, args) => {
  await decided(deps, args, async (ref) => {
    const { batch } = await scheduleReview(deps, args.context.member.actor, { ...ref, shown: shownOn(args) })
    const times = batch.results.flatMap(({ post }) => post?.sendAt ?? []).sort((a, b) => a.getTime() - b.getTime())
    const [first] = times
    const last = times.at(-1)
    const when =
      !first || !last
        ? ''
        : first.getTime() === last.getTime()
          ? `, ${slackDate(first)}`
          : `, ${slackDate(first)} to ${slackDate(last)}`
    return `Scheduled ${pins(batch.results.length)}${when}.`
  })
})

onAction(action.reviewAsk, async (deps, args) => {
  await decided(deps, args, async (ref) => {
    const { batch } = await askForReview(deps, args.context.member.actor, { ...ref, shown: shownOn(args) })
    return `Approval requested for ${pins(batch.results.length)}. We’ll message you.`
  })
})

onAction(action.reviewKeep, async (deps, args) => {
  await decided(deps, args, async (ref) => {
    const { items } = await keepReview(deps, args.context.member.actor, ref)
    return `Kept as drafts: ${pins(items.filter(({ state }) => state.name === 'ready').length)}. See /pin pins drafts.`
  })
})

onAction(action.reviewUndo, async (deps, args) => {
  await decided(deps, args, async (ref) => {
    await undoReview(deps, args.context.member.actor, ref)
    return 'Undone. All of them are drafts again.'
  })
})

/** Decides on the review. A person who is too late reads who decided first, and sees the review's current state. */
async function decided(
  deps: SlackDeps,
  args: ActionArgs,
  work: (ref: { accountId: string; reviewId: string }) => Promise<string>,
): Promise<void> {
  const { client, context } = args
  const { member, slackUserId } = context
  const { accountId, reviewId } = pressedIn(args).ref
  const ref = { accountId, reviewId }
  try {
    const headline = await work(ref)
    await showPressed(deps, args, { headline, at: 0 })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const isLate = error instanceof ReviewDecided
    const sentence = isLate ? lateSentence(await readReview(deps, member.actor, ref), member.actor.userId) : undefined
    if (isLate || error instanceof ReviewChanged)
      await showPressed(deps, args, { headline: sentence ?? `:warning: ${errorText(error)}` })
    if (sentence === undefined) throw error
    await args.respond({ response_type: 'ephemeral', replace_original: false, text: sentence })
    return
  }
  await refreshHome(deps, client, { member, slackUserId })
}

function lateSentence({ state, decidedBy }: Review, reader: string): string {
  const who = decidedBy === null ? 'Someone' : isSamePerson(decidedBy, reader) ? 'You' : actorText('slack', decidedBy)
  const did = state === 'asked' ? 'requested approval for these pins' : 'scheduled these pins'
  return `${who} already ${did}. Nothing was done twice.`
}
