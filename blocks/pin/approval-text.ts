/** An approval as text: the requester, the requested time, and the decision. */
import type { DecisionKind } from '../../src/core/posts/approval/steps/decisions.js'
import type { Approval, Hold, LostSlot } from '../../src/core/posts/approval/model.js'
import type { ShownApproval } from '../../src/core/posts/approval/status.js'
import { actorText } from '../kit/actor.js'
import { inline } from '../kit/kit.js'
import type { CardPost } from './text.js'
import { stepShort, stepsText } from './steps-text.js'
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
/** Names the person, or the client as they call themselves. */
export function deciderText({ decidedBy, decisions = [] }: Pick<Approval, 'decidedBy'> & Partial<Approval>): string {
  const name = decisions.find((one) => one.decidedBy === decidedBy)?.name ?? null
  return name === null ? actorText('', decidedBy ?? '') : clientText(name)
}

/** Names a person outside as they call themselves. */
export const clientText = (name: string): string => `${inline(name, AGENT_SHOWN)} (client)`

/** What clients said of an open request beside its steps, each with the version that they saw. @param version of the pin now */
export const clientLines = ({ state, decisions }: Pick<Approval, 'state' | 'decisions'>, version: number | undefined): string[] =>
  decisions.flatMap(({ step, name, decision, postVersion, reason, decidedAt }) => {
    if (state !== 'open' || step !== null) return []
    const now = version === undefined || postVersion === version ? '' : ` It’s version ${version} now.`
    const said = clientSaid({ name: name ?? '', decision, version: postVersion })
    return `${said}, ${slackDate(decidedAt)}.${now}${reasonQuote({ reason })}`
  })

/** `Rosa (client) approved version 3` */
export const clientSaid = ({ name, decision, version }: { name: string; decision: DecisionKind; version: number }): string =>
  decision === 'approve'
    ? `:white_check_mark: ${clientText(name)} approved version ${version}`
    : `:pencil2: ${clientText(name)} asked for changes to version ${version}`

/** Slack shows the date in the reader's own zone. */
export const requestedTimeText = ({ requestedTime }: Pick<Approval, 'requestedTime'>): string =>
  requestedTime.kind === 'at' ? slackDate(requestedTime.at) : 'the next open slot'

/**
 * Until when it should be decided, and the slot that is kept until then; null: an older request. On hold, the due time waits,
 * too. @param now when it is shown @param isSlotNamed the line before names the slot
 */
export function dueLine(approval: ShownApproval, now: Date, isSlotNamed = false): string | null {
  const { dueAt, keptSlot, lostSlot, requestedTime, keeping, hold } = approval
  if (dueAt === null) return null
  const kept = keeping && `${isSlotNamed ? 'The slot' : slackDate(keeping.sendAt)} is kept ${keptUntil(approval)}.`
  const due =
    dueAt <= now
      ? `Overdue since ${slackDate(dueAt)}${kept === null && keptSlot ? ': its slot is no longer kept' : ''}.`
      : `Due ${slackDate(dueAt)}.`
  const none = keptSlot === null && requestedTime.kind === 'nextOpenSlot' ? 'No slot is open, so none is kept.' : null
  return [lostLine(lostSlot), hold ? null : due, kept, none].filter((line) => line !== null).join(' ')
}

/** `until then` stands behind the due time. */
export function keptUntil({ dueAt, keeping }: Pick<ShownApproval, 'dueAt' | 'keeping'>): string {
  const until = keeping?.until
  if (!until) return 'while it’s on hold'
  return until.getTime() === dueAt?.getTime() ? 'until then' : `until ${slackDate(until)}`
}

const LOST = { taken: 'was taken', removed: 'was removed', passed: 'has passed', blackout: 'is in a blackout now' } as const

/** What became of the slot that a request had. */
export const lostLine = (lost: LostSlot | null): string | null =>
  lost && `Its slot ${slackDate(lost.sendAt)} ${LOST[lost.because]}.`

/** Stands beside the state of the pin, for the requester. @param channelId the channel with the request; null: none */
export function askedLine(approval: ShownApproval, channelId: string | null, now: Date): string {
  const where = channelId === null ? `Requested for ${requestedTimeText(approval)}` : `Requested in <#${channelId}>`
  const due = dueLine(approval, now)
  const steps = stepsText(approval.progress)
  return `${due === null ? where : `${where}. ${due}`}${steps === '' ? '' : `\n${steps}`}`
}

export const reasonQuote = ({ reason }: Pick<Approval, 'reason'>): string =>
  reason === null ? '' : `\n>${inline(reason, REASON_SHOWN)}`

/** The hold, by whom and until when, with its reason. */
export const holdLine = ({ by, until, reason }: Hold): string =>
  `:double_vertical_bar: *On hold* by ${actorText('', by)}${untilText(until)}.${reasonQuote({ reason })}`
const untilText = (until: Date | null): string => (until === null ? '' : ` until ${slackDate(until)}`)

/** Why nobody approves it now, and the next step. */
export const heldSentence = ({ by, until }: Hold): string =>
  `${actorText('', by)} holds this request${untilText(until)}. Release it first.`

/** The act of putting it on hold, for the requester. @param title as markup */
export const heldText = ({ by, until }: Hold, title: string): string =>
  `${actorText('', by)} put “${title}” on hold${untilText(until)}.`

/** The decision, by whom and when. @param post undefined: it was deleted */
export function settledLine(approval: Approval, post: Pick<CardPost, 'status'> | undefined): string {
  const { state, decidedAt } = approval
  const by = `by ${deciderText(approval)}${decidedAt ? `, ${slackDate(decidedAt)}` : ''}`
  switch (state) {
    case 'approved':
      return [
        `:white_check_mark: *${approvedHow(approval)}* ${by}. Requested by ${requesterText(approval)}.`,
        lostLine(approval.lostSlot),
      ]
        .filter((line) => line !== null)
        .join(' ')
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

/** `changes`: what the approver edited in the same act. */
export const approvedHow = ({ changes }: Pick<Approval, 'changes'>): string =>
  changes.length > 0 ? 'Approved with edits' : 'Approved'

const DONE: Record<Exclude<Approval['state'], 'open' | 'approved'>, string> = {
  changes_requested: 'Changes requested',
  rejected: 'Rejected',
  withdrawn: 'Request withdrawn: handled',
}

/** Lines for the history of a pin: the decision, then the request. */
export function approvalLines(approval: ShownApproval, now: Date): string[] {
  const { state, askedAt, decidedAt } = approval
  const requestText = `Approval requested by ${requesterText(approval)} ${ago(askedAt, now)} for ${requestedTimeText(approval)}`
  if (state === 'open' || decidedAt === null)
    return [
      ...clientLines(approval, undefined),
      `${requestText} (${[approval.hold ? 'on hold' : 'pending', stepShort(approval.progress)].filter((each) => each !== '').join(', ')})`,
    ]
  const reason = approval.reason === null ? '' : `: ${inline(approval.reason, 200)}`
  const done = state === 'approved' ? approvedHow(approval) : DONE[state]
  return [`${done} by ${deciderText(approval)} ${ago(decidedAt, now)}${reason}`, requestText]
}

/** The last decision and its reason, for the person who edits the pin. */
export const askedText = (approval: Approval): string =>
  `:pencil2: ${deciderText(approval)} ${approval.state === 'rejected' ? 'rejected this pin.' : 'asked for changes.'}${reasonQuote(approval)}`
