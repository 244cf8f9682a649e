/** An approval as text: the requester, the requested time, and the decision. */
import type { Approval } from '../../src/core/posts/approval/model.js'
import { actorText } from '../kit/actor.js'
import { inline } from '../kit/kit.js'
import type { CardPost } from './text.js'
import { ago, slackDate } from '../kit/times.js'

const REASON_SHOWN = 600

/** Names the person, and, if a program made the request, its API key and what the agent calls itself. */
export function requesterText({ askedBy, askedWith }: Pick<Approval, 'askedBy' | 'askedWith'>): string {
  if (askedWith === null) return actorText('', askedBy)
  const { apiKeyId, keyName, agent } = askedWith
  const key = actorText('api', `key:${apiKeyId}`, keyName)
  const who = askedBy.startsWith('key:') ? key : `${actorText('', askedBy)} with ${key}`
  return agent === null ? who : `${who} (${inline(agent, AGENT_SHOWN)})`
}
const AGENT_SHOWN = 60
export const deciderText = ({ decidedBy }: Pick<Approval, 'decidedBy'>): string => actorText('', decidedBy ?? '')

/** Slack shows the date in the reader's own zone. */
export const requestedTimeText = ({ requestedTime }: Pick<Approval, 'requestedTime'>): string =>
  requestedTime.kind === 'at' ? slackDate(requestedTime.at) : 'the next open slot'

/** Stands beside the state of the pin, for the requester. @param channelId the channel with the request; null: none */
export const askedLine = (approval: Pick<Approval, 'requestedTime'>, channelId: string | null): string =>
  channelId === null ? `Requested for ${requestedTimeText(approval)}` : `Requested in <#${channelId}>`

export const reasonQuote = ({ reason }: Pick<Approval, 'reason'>): string =>
  reason === null ? '' : `\n>${inline(reason, REASON_SHOWN)}`

/** The decision, by whom and when. @param post undefined: it was deleted */
export function settledLine(approval: Approval, post: Pick<CardPost, 'status'> | undefined): string {
  const { state, decidedAt } = approval
  const by = `by ${deciderText(approval)}${decidedAt ? `, ${slackDate(decidedAt)}` : ''}`
  switch (state) {
    case 'approved':
      return `:white_check_mark: *Approved* ${by}. Requested by ${requesterText(approval)}.`
    case 'changes_requested':
      return `:pencil2: *Changes requested* ${by}.${reasonQuote(approval)}`
    case 'rejected':
      return `:no_entry_sign: *Rejected* ${by}.${reasonQuote(approval)}`
    case 'withdrawn':
      if (post?.status === 'draft' && approval.decidedBy === approval.askedBy)
        return `:leftwards_arrow_with_hook: *Request withdrawn* ${by}.`
      return `:leftwards_arrow_with_hook: *Request withdrawn:* the pin was ${post ? 'handled' : 'deleted'} ${by}.`
    case 'open':
      return ':leftwards_arrow_with_hook: *Request withdrawn:* the pin was deleted.'
  }
}

const DONE: Record<Exclude<Approval['state'], 'open'>, string> = {
  approved: 'Approved',
  changes_requested: 'Changes requested',
  rejected: 'Rejected',
  withdrawn: 'Request withdrawn: handled',
}

/** Lines for the history of a pin: the decision, then the request. */
export function approvalLines(approval: Approval, now: Date): string[] {
  const { state, askedAt, decidedAt } = approval
  const requestText = `Approval requested by ${requesterText(approval)} ${ago(askedAt, now)} for ${requestedTimeText(approval)}`
  if (state === 'open' || decidedAt === null) return [`${requestText} (pending)`]
  const reason = approval.reason === null ? '' : `: ${inline(approval.reason, 200)}`
  return [`${DONE[state]} by ${deciderText(approval)} ${ago(decidedAt, now)}${reason}`, requestText]
}

/** The last decision and its reason, for the person who edits the pin. */
export const askedText = (approval: Approval): string =>
  `:pencil2: ${deciderText(approval)} ${approval.state === 'rejected' ? 'rejected this pin.' : 'asked for changes.'}${reasonQuote(approval)}`
