/** What an event is about, as it was then: read back from the row that was written with it. */
import type { Account } from '../accounts/account.js'
import type { Approval } from '../posts/approval/model.js'
import type { Post } from '../posts/post.js'
import { type PostRow, toPost } from '../posts/row.js'
import { type CircumstanceRow, toCircumstances } from '../posts/state/read.js'
import { type PostState, stateOf } from '../posts/state/state.js'
import type { TEST_EVENT, WebhookEvent } from './events.js'
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

/** Entry points show a resource in their words; the core knows none of these. @see src/http/wire/webhook-event.ts */
export type ShowSubject = (subject: WebhookSubject, at: Date) => object

export function subjectOf({ type, subject, at }: Pick<HappenedEvent, 'type' | 'subject' | 'at'>): WebhookSubject {
  const kind = type.slice(0, type.indexOf('.'))
  switch (kind) {
    case 'post': {
      const row = revived<PostRow & CircumstanceRow>(subject)
      const post = toPost(row)
      return { kind, post, state: stateOf(post, toCircumstances(row), at) }
    }
    case 'approval': {
      const approval = revived<Approval>(subject)
      const { requestedTime } = approval
      if (requestedTime.kind !== 'at') return { kind, approval }
      return { kind, approval: { ...approval, requestedTime: { kind: 'at', at: new Date(requestedTime.at) } } }
    }
    case 'webhook':
      return { kind, webhook: revived<Webhook>(subject) }
    default:
      return { kind: 'account', account: revived<Account>(subject) }
  }
}

const TIME = /(?:At|Since|Until)$/
const ID = /^(?:id|\w+Id)$/

/** Ids are text and times Dates again. @param subject what was written from a T */
function revived<T extends object>(subject: object): T {
  const entries = Object.entries(subject).map(([name, value]) => {
    if (TIME.test(name) && typeof value === 'string') return [name, new Date(value)]
    return [name, ID.test(name) && typeof value === 'number' ? String(value) : (value as unknown)]
  })
  return Object.fromEntries(entries) as T // as it was before it became JSON
}
