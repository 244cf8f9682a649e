/** Applies a fault to a call: before its work, after it, or to the answer. */
import type { FastifyReply } from 'fastify'
import type { Fault } from './faults.js'
import * as refusals from './refusals.js'

export const FAULT_RESET_SECONDS = 30

type Going = {
  /** Does the call's work. */
  answer: () => Promise<unknown>
  hang: (reply: FastifyReply) => void
  reply: FastifyReply
}

/**
 * Applies a fault that any call may have; returns undefined for one that the call handles itself.
 * @throws Refusal
 */
export function injectFault(fault: Fault, { answer, hang, reply }: Going): Promise<unknown> | undefined {
  switch (fault) {
    case 'hang':
    case 'commit_then_hang':
    case 'commit_late_then_hang':
      return hangAfter(fault === 'hang' ? undefined : answer, hang, reply)
    case 'commit_then_500':
    case 'commit_then_2787':
      return answer().then(() => {
        throw refusals.wentWrong(fault === 'commit_then_500' ? 500 : 400)
      })
    case 'truncated':
    case 'truncated_2xx':
    case 'commit_then_truncated':
      return answer().then((body) => cutShort(reply, body))
    default: {
      const refusal = refusalOf(fault)
      return refusal && Promise.reject(refusal)
    }
  }
}

async function hangAfter(answer: (() => Promise<unknown>) | undefined, hang: Going['hang'], reply: FastifyReply) {
  await answer?.()
  hang(reply)
  return reply
}

function refusalOf(fault: Fault): refusals.Refusal | undefined {
  switch (fault) {
    case 'fail_500':
      return refusals.wentWrong(500)
    case 'rate_limited':
      return refusals.rateLimited(FAULT_RESET_SECONDS)
    case 'spam':
      return refusals.blockedForSpam()
    case 'under_review':
    case 'disapproved':
    case 'suspended':
    case 'restricted':
    case 'terms':
      return refusals.accountRefused(fault)
    case 'unauthorized':
      return refusals.authenticationFailed()
    case 'scope_missing':
      return refusals.scopeMissing()
    case 'app_not_approved':
      return refusals.appNotApproved()
    case 'restricted_feature':
      return refusals.restrictedFeature('pin_edit')
    case 'pinner_data_denied':
      return refusals.pinnerDataDenied()
    case 'forbidden':
      return refusals.notPermitted()
    case 'board_gone':
      return refusals.boardNotFound()
    case 'section_conflict':
      return refusals.sectionConflict()
    case 'trial_app':
      return refusals.trialApp()
    case 'section_gone':
      return refusals.sectionNotFound()
    case 'pin_gone':
      return refusals.pinNotFound()
    case 'image_unreachable':
      return refusals.imageUnreachable()
    case 'bad_link':
      return refusals.badLink()
    case 'fail_2787':
      return refusals.wentWrong(400)
    case 'ineligible':
      return refusals.ineligibleTags()
    default:
      return undefined
  }
}

/** A proper HTTP answer whose JSON ends in the middle. */
function cutShort(reply: FastifyReply, body: unknown): FastifyReply {
  const text = JSON.stringify(body ?? { deleted: true })
  if (reply.statusCode === 204) void reply.code(200)
  return reply.type('application/json').send(text.slice(0, text.length / 2))
}
