/** What an event was about when it happened, read from the row that was written with it. */
import type { Account } from '../accounts/account.js'
import type { Approval } from '../posts/approval/model.js'
import type { Post } from '../posts/post.js'
import { type PostRow, toPost } from '../posts/row.js'
import { type CircumstanceRow, toCircumstances } from '../posts/state/read.js'
import { type PostState, stateOf } from '../posts/state/state.js'
import type { TEST_EVENT, WebhookEvent } from '../events/events.js'
import type { Webhook } from './webhook.js'

export type WebhookSubject =
  | { kind: 'post'; post: Post; state: PostState }
  | { kind: 'approval'; approval: Approval }
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
  const kind = type.slice(0, type.indexOf('.'))
  switch (kind) {
    case 'post': {
      const row = revived<PostRow & CircumstanceRow>(subject, OF_POST)
      const post = toPost(row)
      return { kind, post, state: stateOf(post, toCircumstances(row), at) }
    }
    case 'approval': {
      const approval = revived<Approval>(subject, OF_APPROVAL)
      const { requestedTime } = approval
      if (requestedTime.kind !== 'at') return { kind, approval }
      return { kind, approval: { ...approval, requestedTime: { kind: 'at', at: new Date(requestedTime.at) } } }
    }
    case 'webhook':
      return { kind, webhook: revived<Webhook>(subject, OF_WEBHOOK) }
    default:
      return { kind: 'account', account: revived<Account>(subject, OF_ACCOUNT) }
  }
}

/** The fields that JSON of the database has in another form: times as text, and ids as numbers. */
type Revived<T> = { [K in keyof T as Date extends T[K] ? K : never]-?: 'time' } & Partial<Record<keyof T, 'id' | 'time'>>

const OF_POST = {
  organizationId: 'id',
  accountId: 'id',
  id: 'id',
  timeslotId: 'id',
  intervalGroupId: 'id',
  sourcePostId: 'id',
  generationId: 'id',
  postId: 'id',
  sendAt: 'time',
  sentAt: 'time',
  createdAt: 'time',
  dueAt: 'time',
  pausedUntil: 'time',
  heldSince: 'time',
  holdSince: 'time',
  attemptAt: 'time',
  askedAt: 'time',
  wantedAt: 'time',
} as const satisfies Revived<PostRow & CircumstanceRow>
const OF_APPROVAL = { askedAt: 'time', decidedAt: 'time' } as const satisfies Revived<Approval>
const OF_WEBHOOK = {
  stateSince: 'time',
  oldSecretUntil: 'time',
  failingSince: 'time',
  deliveredAt: 'time',
  createdAt: 'time',
} as const satisfies Revived<Webhook>
const OF_ACCOUNT = {
  organizationId: 'id',
  id: 'id',
  holdProbePostId: 'id',
  pausedUntil: 'time',
  disconnectedAt: 'time',
  holdSince: 'time',
  holdProbeAt: 'time',
  boardsReadAt: 'time',
  createdAt: 'time',
} as const satisfies Revived<Account>

/** Restores times and ids. @param subject what was written from a T */
function revived<T extends object>(subject: object, fields: Readonly<Partial<Record<string, 'id' | 'time'>>>): T {
  const entries = Object.entries(subject).map(([name, value]) => {
    if (value === null || !(name in fields)) return [name, value as unknown]
    return [name, fields[name] === 'time' ? new Date(value as string) : String(value)]
  })
  return Object.fromEntries(entries) as T // the value before it became JSON
}
