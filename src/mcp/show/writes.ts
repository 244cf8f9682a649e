/** The result of a write, in the same shape as that of its rehearsal. */
import type { PassedOver } from '../../core/slots/placement.js'
import type { Data, Price, ShownAccount, WirePost } from '../caller.js'
import type { Outcome } from '../confirm.js'
import { showApproval, showPin, timeIn } from './pins.js'

type PinWrite = 'createPost' | 'updatePost' | 'replacePostMedia' | 'schedulePost' | 'unschedulePost'

export function showWrittenPin(account: ShownAccount, outcome: Outcome<PinWrite>) {
  const { price, said } = outcome
  const { post, approval }: Data['createPost'] = outcome.data
  const waits = `A person decides in Slack; this key cannot. Read the decision with list_approvals, approvalId ${approval?.id ?? ''}. Do not ask again until then.`
  return showWritten(
    account,
    { ...outcome, said: { ...(approval && { next: waits }), ...said } },
    {
      ...(price && { price: showPrice(price) }),
      pin: showPin(account, post, 'whole'),
      ...(approval && { approval: showApproval(account, approval) }),
    },
  )
}

/** Shows a published pin with what is changed on Pinterest, which a worker does. @param post the pin as it is here now */
export function showPublishedEdit(account: ShownAccount, post: WirePost, outcome: Outcome<'updatePublishedPin'>) {
  const { state, before, after, editedOnPinterest, message } = outcome.data.edit
  const { said } = outcome
  const next = said.done && {
    next:
      state === 'pending_approval'
        ? 'A person in Slack has to approve it first.'
        : 'Pinterest is asked now. show_pin has the new state in a minute; a person in Slack is told how it ends.',
  }
  return showWritten(
    account,
    { ...outcome, said: { ...said, ...next } },
    {
      pin: showPin(account, post, 'whole'),
      onPinterest: {
        state,
        before,
        after,
        ...(editedOnPinterest && { editedOnPinterest }),
        ...(message !== null && { message }),
      },
    },
  )
}

/** Leaves out ids of posts that were rolled back and will never exist. */
export function showNewPin(account: ShownAccount, outcome: Outcome<'createPost'>) {
  const shown = showWrittenPin(account, outcome)
  if (shown.done) return shown
  return {
    ...shown,
    pin: { ...shown.pin, postId: undefined, picture: undefined },
    ...(shown.approval && { approval: { ...shown.approval, approvalId: undefined, postId: undefined } }),
  }
}

/** @param what the thing that was written */
export function showWritten<What extends object>(
  account: ShownAccount,
  { meta = {}, isReplayed, said }: Pick<Outcome<unknown>, 'meta' | 'isReplayed' | 'said'>,
  what: What,
) {
  // as the operations of posts return them
  const { warnings, placement } = meta as {
    warnings?: { code: string; message: string; postId?: string }[]
    placement?: { passedOver: { sendAt: number; reason: PassedOver['reason']; postId?: string }[]; isMore: boolean }
  }
  const { done, dryRun, ...further } = said
  return {
    done,
    ...(dryRun !== undefined && { dryRun }),
    ...(warnings && {
      warnings: warnings.map(({ code, message, postId }) => ({ code, message, ...(postId !== undefined && { postId }) })),
    }),
    ...(placement && {
      why: {
        passedOver: placement.passedOver.map(({ sendAt, reason, postId }) => ({
          at: timeIn(account, sendAt),
          reason,
          ...(postId !== undefined && { postId }),
        })),
        isMore: placement.isMore,
      },
    }),
    ...(isReplayed && { isReplayed: true as const }),
    ...what,
    ...further,
  }
}

/** `amount`: negative if refunded; `left`: afterwards, null without a limit. */
function showPrice({ before, after }: Price): {
  amount: number
  unit: 'credits' | 'trial pins' | 'pins of the plan'
  left: number | null
} {
  if (after.billingSystem !== 'modular') {
    const left = after.postLimit === null ? null : after.postLimit - after.postsThisPeriod
    return { amount: after.postsThisPeriod - before.postsThisPeriod, unit: 'pins of the plan', left }
  }
  const trial = before.trialPinsLeft - after.trialPinsLeft
  if (trial !== 0) return { amount: trial, unit: 'trial pins', left: after.trialPinsLeft }
  return { amount: before.credits - after.credits, unit: 'credits', left: after.unlimitedScheduling ? null : after.credits }
}
