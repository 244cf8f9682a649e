/** What an event was about when it happened, read from the row that was written with it. */
import type { Account } from '../accounts/account.js'
import type { Approval } from '../posts/approval/model.js'
import type { Comment } from '../posts/comments/comment.js'
import type { Post } from '../posts/post.js'
import { type PostRow, toPost } from '../posts/row.js'
import { type CircumstanceRow, toCircumstances } from '../posts/state/read.js'
import { type PostState, stateOf } from '../posts/state/state.js'
import { TEST_EVENT, type WebhookEvent } from '../events/events.js'
import type { Webhook } from './webhook.js'

export type WebhookSubject =
  | { kind: 'post'; post: Post; state: PostState }
  | { kind: 'approval'; approval: Approval }
  | { kind: 'comment'; comment: Comment }
  | { kind: 'account'; account: Account }
  | { kind: 'webhook'; webhook: Webhook }

export type HappenedEvent = {
  organizationId: string
  id: string
  type: WebhookEvent | typeof TEST_EVENT
  accountId: string | null
  at: Date
  /** JSON of the database: ids may be numbers, and times are text. */
  subject: object
}

/** Shows a resource in the words of an entry point, which the core does not know. @see src/http/wire/webhook-event.ts */
export type ShowSubject = (subject: WebhookSubject, at: Date) => object

export function subjectOf({ type, subject, at }: Pick<HappenedEvent, 'type' | 'subject' | 'at'>): WebhookSubject {
  switch (type) {
    case 'post.scheduled':
    case 'post.sent':
    case 'post.failed':
    case 'post.late':
    case 'post.deleted': {
      const row = revived<PostRow & CircumstanceRow>(subject, POST)
      const post = toPost(row)
      return { kind: 'post', post, state: stateOf(post, toCircumstances(row), at) }
    }
    case 'approval.requested':
    case 'approval.reminded':
    case 'approval.step_decided':
    case 'approval.decided':
    case 'approval.held':
      return { kind: 'approval', approval: approvalOf(subject) }
    case 'comment.created':
      return { kind: 'comment', comment: revived<Comment>(subject, COMMENT) }
    case 'account.connected':
    case 'account.reconnect_required':
    case 'schedule.full':
      return { kind: 'account', account: revived<Account>(subject, ACCOUNT) }
    case TEST_EVENT:
      return { kind: 'webhook', webhook: revived<Webhook>(subject, WEBHOOK) }
  }
}

/** Also restores the times within its parts. Events from before due times, holds and steps have none of them. */
function approvalOf(subject: object): Approval {
  const { requestedTime, keptSlot, lostSlot, hold, decisions, ...approval } = revived<Approval>(
    {
      dueAt: null,
      keptSlot: null,
      lostSlot: null,
      hold: null,
      editedBy: null,
      plan: null,
      waitsFor: null,
      decisions: [],
      onSilence: null,
      ...subject,
    },
    APPROVAL,
  )
  return {
    ...approval,
    requestedTime: requestedTime.kind === 'at' ? { kind: 'at', at: new Date(requestedTime.at) } : requestedTime,
    keptSlot: keptSlot && { ...keptSlot, sendAt: new Date(keptSlot.sendAt) },
    lostSlot: lostSlot && { ...lostSlot, sendAt: new Date(lostSlot.sendAt) },
    decisions: decisions.map((one) => ({ ...one, decidedAt: new Date(one.decidedAt) })),
    hold: hold && { ...hold, at: new Date(hold.at), until: hold.until && new Date(hold.until) },
  }
}

/** The fields of T that are times, which JSON has as text, and those that are numbers: any other number in the JSON is an id. */
type Fields<T> = { [K in keyof T as Date extends T[K] ? K : never]-?: 'time' } & {
  [K in keyof T as number extends T[K] ? K : never]-?: 'number'
}

const POST: Fields<PostRow & CircumstanceRow> = {
  sendAt: 'time',
  sentAt: 'time',
  pinDeletedAt: 'time',
  createdAt: 'time',
  dueAt: 'time',
  pausedUntil: 'time',
  heldSince: 'time',
  holdSince: 'time',
  attemptAt: 'time',
  askedAt: 'time',
  wantedAt: 'time',
  version: 'number',
  cover: 'number',
  chargeNumber: 'number',
}
const APPROVAL: Fields<Approval> = {
  dueAt: 'time',
  askedAt: 'time',
  decidedAt: 'time',
  postVersion: 'number',
  revision: 'number',
}
const COMMENT: Fields<Comment> = { createdAt: 'time' }
const WEBHOOK: Fields<Webhook> = {
  stateSince: 'time',
  oldSecretUntil: 'time',
  failingSince: 'time',
  deliveredAt: 'time',
  createdAt: 'time',
}
const ACCOUNT: Fields<Account> = {
  pausedUntil: 'time',
  disconnectedAt: 'time',
  holdSince: 'time',
  holdProbeAt: 'time',
  boardsReadAt: 'time',
  createdAt: 'time',
  connectionNumber: 'number',
}

/** Restores times and ids. @param subject what was written from a T */
function revived<T extends object>(subject: object, fields: Readonly<Partial<Record<string, 'time' | 'number'>>>): T {
  const entries = Object.entries(subject).map(([name, value]: [string, unknown]) => {
    if (fields[name] === 'time') return [name, value === null ? null : new Date(value as string)]
    return [name, typeof value === 'number' && fields[name] !== 'number' ? String(value) : value]
  })
  return Object.fromEntries(entries) as T // the value before it became JSON
}
