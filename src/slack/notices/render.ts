/** Renders a notice as a message. Its subject is read at delivery, so nobody gets an outdated state. */
import { type ApprovalCardModel, approvalCard } from '../../../blocks/approval/card.js'
import { clientCard, type ClientCardModel, clientsUnreachedMessage } from '../../../blocks/approval/client-card.js'
import {
  approvalDecidedMessage,
  approvalHeldMessage,
  clientDecidedMessage,
  approvalReopenedMessage,
  type ApprovalsDecided,
  approvalsDecidedMessage,
  approvalsReopenedMessage,
  requestHoldEndedMessage,
} from '../../../blocks/approval/notices.js'
import { commentsAddedMessage } from '../../../blocks/pin/comments.js'
import type { Message } from '../../../blocks/kit/kit.js'
import { accountOnHoldMessage, holdEndedMessage, missedOnHoldMessage } from '../../../blocks/settings/hold.js'
import { accountChangedMessage } from '../../../blocks/settings/account-changed.js'
import { reportCard, reportResolvedMessage } from '../../../blocks/reports/card.js'
import { webhookStoppedMessage } from '../../../blocks/webhooks/notices.js'
import {
  evergreenStoppedMessage,
  failedMessage,
  lateMessage,
  manyLateMessage,
  PINS_OF_DAY,
  publishedDayMessage,
  publishedMessage,
  publishedReply,
  tagsFailedMessage,
  unconfirmedMessage,
} from '../../../blocks/pin/notices.js'
import {
  type Connected,
  connectedMessage,
  operatorAlertMessage,
  reconnectMessage,
  stuckMessage,
} from '../../../blocks/admin/account-notices.js'
import type { Account } from '../../core/accounts/account.js'
import { holdOf } from '../../core/accounts/hold.js'
import type { Member } from '../../core/accounts/people/members.js'
import { requireAccount } from '../../core/accounts/accounts.js'
import { requireOrganization } from '../../core/accounts/workspaces/organizations.js'
import { readQueue } from '../../core/accounts/queue.js'
import { hasRoleOn } from '../../core/accounts/people/roles.js'
import { type Actor, isSamePerson } from '../../core/lib/actor.js'
import { after, MINUTE_MS } from '../../core/lib/duration.js'
import { UNDO_MS } from '../../core/lib/undo-time.js'
import { canUndo, holdNow, lastDecidedAt } from '../../core/posts/approval/status.js'
import { DomainError } from '../../core/lib/errors.js'
import { renderFeedDrafts } from '../features/feeds/notice.js'
import { instantOfDay } from '../../core/lib/time.js'
import { MISSED_AFTER_MS } from '../../core/posts/state/lateness.js'
import type { AccountChange, Notice } from '../../core/ports/notice.js'
import type { Deps } from '../../core/ports/deps.js'
import type { Platform } from '../../core/ports/platform.js'
import { readCommentsFrom } from '../../core/posts/comments/read.js'
import { readPost } from '../../core/posts/list.js'
import { findIssueReport } from '../../core/reports/report.js'
import { listApprovalsById, readApproval } from '../../core/posts/approval/approval.js'
import { readApprovalCard } from '../features/approval/card.js'
import { readClientCard } from '../features/approval/read-client-card.js'
import { renderWaiting } from '../features/approval/read-waiting.js'
import { readTogether, togetherSubject } from '../features/approval/read-together.js'
import { listPublishedOn, publishedDayKey } from '../../core/publish/settle/notify-published.js'
import { findPin } from '../features/cards/find-pin.js'
import { renderLinksFound } from '../features/pins/links-found.js'
import { setUpModelOf, setUpSubject } from '../features/cards/set-up-model.js'
import { denialOf } from '../../core/lib/reasons.js'
import { deniedText } from '../reply/errors.js'
import { cardOf, type PostCard } from '../features/cards/cards.js'
import type { SlackDeps } from '../listener.js'
import type { Delivered } from './post-message.js'
import { renderPinEdit, renderPinEditAsked } from '../features/edit/render-pin-edit.js'
import { renderDigest, renderEmptySlots } from '../features/stats/render-digest.js'

type Reading = Pick<Deps, 'db' | 'clock' | 'log'> & Pick<SlackDeps, 'picturesOf'> & { platform: Pick<Platform, 'pages'> }

type Of<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>

type OfAccount = Extract<Notice, { accountId: string }>['kind']
type Subject<Kind extends Notice['kind']> = {
  actor: Actor
  notice: Of<Kind>
  reader: Member | undefined
} & (Kind extends OfAccount ? { account: Account } : unknown)
type Rendered = Delivered | undefined
type Render<Kind extends Notice['kind']> = (deps: Reading, subject: Subject<Kind>) => Rendered | Promise<Rendered>

/** Renders each kind of notice; undefined: its subject is gone, or no longer true. */
const RENDERERS: { [Kind in Notice['kind']]: Render<Kind> } = {
  issueReport: async ({ db }, { actor: { organizationId }, notice: { reportId } }) => {
    const report = await findIssueReport(db.sql, { organizationId, reportId })
    return report && { ...reportCard(report), keepAs: `report:${report.id}` }
  },
  reportResolved: async ({ db }, { actor: { organizationId }, notice: { reportId } }) => {
    const report = await findIssueReport(db.sql, { organizationId, reportId })
    return report && reportResolvedMessage(report)
  },
  webhookStopped: (_, { notice }) => webhookStoppedMessage(notice),
  operatorAlert: async (deps, { actor, notice: { subject, message, refusal, seenFor } }) => {
    const name = await nameOf(deps, { ...actor, organizationId: seenFor })
    return subject === 'stuck' ? stuckMessage(name, message) : operatorAlertMessage(name, message, refusal)
  },
  reconnectNeeded: (_, { account, notice }) => notifyReconnect(account, notice),
  accountChanged: (_, { account, notice }) =>
    isStillSo(account, notice.change) ? accountChangedMessage(account, notice) : undefined,
  accountConnected: async (deps, { account, notice, reader }) => {
    const connected = await readConnected(deps, account, { notice, reader })
    return { ...connectedMessage(account, connected), ...(connected.setUp && { keepAs: setUpSubject(account) }) }
  },
  accountOnHold: (_, { account, notice }) => notifyHold(account, notice),
  accountHoldEnded: (_, { account, notice }) => (account.holdSince ? undefined : holdEndedMessage(account, notice.overdue)),
  pinsMissedOnHold: (_, { account }) => missedOnHoldMessage(account),
  evergreenStopped: (_, { account, notice }) => evergreenStoppedMessage(account, whyStopped(notice)),
  feedDrafts: renderFeedDrafts,
  linksFound: (deps, { actor, account }) => renderLinksFound(deps, actor, account),
  pinsPublished: (deps, { actor, account, notice }) => renderPublishedDay(deps, actor, account, notice),
  pinsLate: (_, { account, notice }) => manyLateMessage(account, notice.count),
  weeklyDigest: (deps, { actor, notice }) => renderDigest(deps, actor, notice),
  emptySlots: (deps, { actor, notice }) => renderEmptySlots(deps, actor, notice),
  approvalCard: (deps, { actor, notice }) => renderApproval(deps, actor, notice),
  approvalDecided: (deps, { actor, notice }) => renderApproval(deps, actor, notice),
  approvalsCard: (deps, { actor, notice }) => renderTogether(deps, actor, notice),
  approvalsDecided: async (deps, { actor, account, notice }) =>
    approvalsDecidedMessage(await readDecided(deps, actor, account, notice)),
  approvalHeld: async (deps, { actor, notice }) => approvalHeldMessage(await readApprovalCard(deps, actor, notice)),
  clientDecided: async (deps, { actor, notice }) => clientDecidedMessage(await readApprovalCard(deps, actor, notice), notice),
  approvalHoldEnded: renderHoldEnded,
  approvalsReopened: (deps, { actor, account, notice }) => renderReopened(deps, actor, account, notice),
  commentsAdded: renderComments,
  approvalsWaiting: (deps, { reader }) => reader && renderWaiting(deps, reader),
  clientCard: async (deps, { actor, notice }) => {
    const model = await readClientCard(deps, actor.organizationId, notice, null)
    return model.asks.length === 0 ? undefined : clientCardOf(model, deps.clock())
  },
  clientsUnreached: (_, { account, notice }) => clientsUnreachedMessage(account.username, notice.channelId, notice.title),
  pinCard: () => undefined, // updated in place: update-card.ts
  pinLink: () => undefined, // so is this: unfurl.ts
  stepEnded: () => undefined, // no message: end-step.ts
  pinPublished: renderPin,
  pinFailed: renderPin,
  pinLate: renderPin,
  tagsFailed: renderPin,
  pinEditEnded: renderPinEdit,
  pinEditAsked: async (deps, { actor, notice }) => ({
    ...(await renderPinEditAsked(deps, actor, notice)),
    keepAs: `pin_edit:${notice.editId}`,
  }),
}

/** @returns undefined: its subject is gone, or no longer true */
export async function renderNotice(
  deps: Reading,
  organizationId: string,
  notice: Notice,
  reader?: Member,
): Promise<Delivered | undefined> {
  const actor: Actor = { organizationId, via: 'operator', role: 'viewer', userId: 'messenger' }
  const render = RENDERERS[notice.kind] as Render<OfAccount> // each gets a notice of its own kind
  try {
    const account = 'accountId' in notice ? await requireAccount(deps.db.sql, actor, notice.accountId) : undefined
    return await render(deps, { actor, notice, account, reader } as Subject<OfAccount>)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

async function renderPin(deps: Reading, { actor, account, notice }: Subject<AboutPin['kind']>): Promise<Rendered> {
  const post = await readPost(deps, actor, notice)
  const card = await cardOf(deps, actor, post)
  const { sourcePostId } = post
  const source = sourcePostId === null ? undefined : await findPin(deps, actor, { accountId: account.id, postId: sourcePostId })
  const dated = { ...card, firstSentAt: source?.sentAt }
  const message = aboutPin(account, dated, notice)
  const { id, version } = post
  const { checkedAt = null } = card
  const isNews = notice.kind !== 'pinPublished' // people do not search threads for bad news
  const asReply = isNews || notice.message !== undefined ? {} : { asReply: publishedReply(dated) }
  return message && { ...message, version, checkedAt, thread: `post:${id}`, broadcast: isNews, ...asReply }
}

/** Returns the reason; rows of an earlier version have none. */
function whyStopped({ reason, message }: Of<'evergreenStopped'>): string {
  const denial = denialOf(reason)
  return denial ? deniedText(denial) : message
}

/** Returns the organization's name. A problem of the service outlives the organization in which it was found. */
async function nameOf({ db }: Reading, actor: Actor): Promise<string> {
  try {
    return (await requireOrganization(db.sql, actor)).name
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return `organization ${actor.organizationId} (deleted)`
    throw error
  }
}

/** Renders the card as the root of its pin's thread, if that has none yet; the reply to the requester is outside of it. */
async function renderApproval(
  deps: Reading,
  actor: Actor,
  notice: Of<'approvalCard' | 'approvalDecided'>,
): Promise<Delivered | undefined> {
  const model = await readApprovalCard(deps, actor, notice)
  const { version = null } = model.card?.post ?? {}
  const { checkedAt = null } = model.card ?? {}
  if (notice.kind === 'approvalDecided') {
    const message = approvalDecidedMessage(model)
    return message && { ...message, version, checkedAt }
  }
  return {
    ...approvalCard(model),
    version,
    checkedAt,
    commentId: model.comments.last.at(-1)?.id ?? null,
    againAt: againAt(model, deps.clock()),
    keepAs: `approval:${notice.approvalId}`,
    thread: `post:${notice.postId}`,
    broadcast: true,
  }
}

/** Renders the card of a step for clients, below the one of an earlier step. */
export function clientCardOf(model: ClientCardModel, now: Date): Delivered {
  const { approvalId, step } = model.ref
  const again = [againAt(model, now), model.undoUntil && after(model.undoUntil, 1000)].flatMap((at) => at ?? [])
  return {
    ...clientCard(model),
    version: model.pin?.post.version ?? null,
    checkedAt: null,
    commentId: model.pin?.comments.at(-1)?.id ?? null,
    againAt: again.sort((a, b) => a.getTime() - b.getTime())[0],
    keepAs: `clients:${approvalId}:${step}`,
    thread: `clients:${approvalId}`,
    broadcast: true,
  }
}

/** Renders the end of a hold; undefined: the request was released, held again or decided before. */
async function renderHoldEnded(deps: Reading, { actor, notice }: Subject<'approvalHoldEnded'>): Promise<Rendered> {
  const { state, hold } = await readApproval(deps, actor, notice)
  const ended = state === 'open' && hold?.until?.toISOString() === notice.until && hold.until <= deps.clock()
  return ended ? requestHoldEndedMessage(await readApprovalCard(deps, actor, notice)) : undefined
}

/** Renders the reopened requests; undefined: all were decided again. */
async function renderReopened(
  deps: Reading,
  actor: Actor,
  account: Account,
  notice: Of<'approvalsReopened'>,
): Promise<Message | undefined> {
  const { accountId, by } = notice
  const { lines } = await readDecided(deps, actor, account, notice)
  const open = lines.filter(({ approval }) => approval.state === 'open')
  const [first] = open
  if (!first || open.length > 1) return first && approvalsReopenedMessage({ account, lines: open }, by)
  return approvalReopenedMessage(await readApprovalCard(deps, actor, { accountId, approvalId: first.approval.id }), by)
}

/** Renders the comments of others; undefined: the pin is gone, or its reader no longer sees the account. */
async function renderComments(
  deps: Reading,
  { actor, account, notice, reader }: Subject<'commentsAdded'>,
): Promise<Delivered | undefined> {
  const post = await readPost(deps, actor, notice)
  const isReader = reader !== undefined && hasRoleOn(reader.actor, account.id, 'viewer')
  const comments = (await readCommentsFrom(deps, actor, notice)).filter(({ author }) => !isSamePerson(author, notice.to))
  if (!isReader || comments.length === 0) return undefined
  return { ...commentsAddedMessage(account, post, comments), keepAs: `comments:${notice.from}` }
}

async function renderTogether(deps: Reading, actor: Actor, notice: Of<'approvalsCard'>): Promise<Delivered> {
  const { message, againAt } = await readTogether(deps, actor, notice)
  return { ...message, againAt, keepAs: togetherSubject(notice) }
}

async function readDecided(
  deps: Reading,
  actor: Actor,
  account: Account,
  { accountId, approvalIds }: Of<'approvalsDecided' | 'approvalsReopened'>,
): Promise<ApprovalsDecided> {
  const approvals = await listApprovalsById(deps, actor, { accountId, approvalIds })
  const lines = await Promise.all(approvals.map(async (approval) => ({ approval, post: await findPin(deps, actor, approval) })))
  return { account, lines }
}

/** Interval of redrawing: longer than the pause after a failed picture. */
const DRAWN_AGAIN_MS = 2 * MINUTE_MS
/** The age after which a missing picture is no longer expected. */
const DRAWN_UNTIL_MS = 10 * MINUTE_MS

/**
 * The time at which a card changes though its pin does not: a decision's undo ends, the requested time passes, a hold ends,
 * or the picture may be drawn.
 */
function againAt({ approval, drawn }: Pick<ApprovalCardModel, 'approval' | 'drawn'>, now: Date): Date | undefined {
  const { state, requestedTime, askedAt } = approval
  const decidedAt = canUndo(approval, now) ? lastDecidedAt(approval) : null
  if (decidedAt !== null && state !== 'open') return after(decidedAt, UNDO_MS + 1000)
  if (state !== 'open') return undefined
  const ends = holdNow(approval, now)?.until
  const isYoung = now < after(askedAt, DRAWN_UNTIL_MS)
  const reasons = [
    ...(requestedTime.kind === 'at' && requestedTime.at > now ? [requestedTime.at] : []),
    ...(ends ? [ends] : []),
    ...(decidedAt ? [after(decidedAt, UNDO_MS + 1000)] : []),
    ...(drawn === null && isYoung ? [after(now, DRAWN_AGAIN_MS)] : []),
  ]
  return reasons.sort((a, b) => a.getTime() - b.getTime())[0]
}

/** Noon, in minutes of a day. */
const NOON = 12 * 60

/** Renders the day's single message, which is replaced with its current state. */
async function renderPublishedDay(
  deps: Reading,
  actor: Actor,
  account: Account,
  notice: Of<'pinsPublished'>,
): Promise<Delivered | undefined> {
  const day = { ...notice, limit: PINS_OF_DAY }
  const { pins, count } = await listPublishedOn(deps, actor, day)
  const linked = pins.map((pin) => ({ ...pin, href: pin.pinId === null ? undefined : deps.platform.pages.pin(pin.pinId) }))
  if (count === 0) return undefined
  return {
    ...publishedDayMessage(account, { day: instantOfDay(notice.day, NOON, 'UTC'), pins: linked, count }),
    keepAs: publishedDayKey(notice),
  }
}

type AboutPin = Of<'pinPublished' | 'pinFailed' | 'pinLate' | 'tagsFailed'>

/** Renders a notice about a pin; undefined: its subject is resolved. */
function aboutPin(account: Account, card: PostCard, notice: AboutPin): Message | undefined {
  switch (notice.kind) {
    case 'pinPublished':
      return publishedMessage(account, card, notice.message)
    case 'pinFailed':
      return failedMessage(account, card, notice)
    case 'pinLate':
      if (!notice.isUnconfirmed)
        return lateMessage(account, card, notice.message, card.post.sendAt && after(card.post.sendAt, MISSED_AFTER_MS))
      return card.post.status === 'uploading' ? unconfirmedMessage(account, card, notice.message) : undefined
    case 'tagsFailed':
      return tagsFailedMessage(account, card, notice.message)
  }
}

/** True while the change still holds: a notice of an undone change would only confuse. */
function isStillSo({ publishing, approvalPolicy, holdSince }: Account, { kind }: AccountChange): boolean {
  switch (kind) {
    case 'paused':
      return publishing === 'paused'
    case 'resumed':
      return publishing === 'active'
    case 'holdResumed':
      return holdSince === null
    case 'approvalOn':
      return approvalPolicy === 'required'
    case 'approvalOff':
      return approvalPolicy === 'none'
    case 'weekRebuilt':
      return true
  }
}

/** Renders the request to reconnect; undefined: it was reconnected since, or its tokens work. Old rows have no cause. */
function notifyReconnect(account: Account, { cause, connectionNumber }: Of<'reconnectNeeded'>): Message | undefined {
  if (connectionNumber !== undefined && connectionNumber !== account.connectionNumber) return undefined
  if (cause === undefined) return reconnectMessage(account)
  if (cause === 'scope') return reconnectMessage({ ...account, tokenStatus: 'authorized' })
  return account.tokenStatus === 'unauthorized' ? reconnectMessage(account) : undefined
}

/** Renders the hold; undefined: it is over, or another one has begun since. */
function notifyHold(account: Account, { since }: Of<'accountOnHold'>): Message | undefined {
  const hold = holdOf(account)
  return hold && hold.since.toISOString() === since ? accountOnHoldMessage(account, hold) : undefined
}

/**
 * Reads the state of an account that was just connected.
 * @param reader the person who connected it; undefined: it is for a channel
 */
export async function readConnected(
  deps: Pick<Deps, 'db' | 'clock'>,
  account: Account,
  { notice, reader }: { notice: Of<'accountConnected'>; reader: Member | undefined },
): Promise<Connected> {
  const { isNew, queue, isDenied = false, form } = notice
  const { waiting, overdue } = queue ?? (await readQueue(deps.db.sql, account, deps.clock()))
  const setUp = reader && (await setUpModelOf(deps, reader, { accountId: account.id, channelId: form?.channelId }))
  return { isNew, isDenied, hasQueue: waiting > 0, overdue: { count: overdue, isMore: false }, ...(setUp && { setUp }) }
}
