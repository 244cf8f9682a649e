/** An approval that somebody asks for, as data. */
import type { When } from '../when.js'

export type ApprovalState = 'open' | 'approved' | 'changes_requested' | 'rejected' | 'withdrawn'

/** When it shall go out. */
export type RequestedTime = Exclude<When, { kind: 'draft' }>
export type Approval = {
  organizationId: string
  id: string
  accountId: string
  postId: string
  state: ApprovalState
  requestedTime: RequestedTime
  /** `T1:U1` of the Slack user, or `key:3`. */
  askedBy: string
  /** The key of the program that asked, and what it calls itself; null: somebody asked in Slack. */
  askedWith: { apiKeyId: string; keyName: string | null; agent: string | null } | null
  askedAt: Date
  /** Of the post as it is requested. */
  postVersion: number
  /** Of the post; still known when that is gone. */
  title: string | null
  /** Who settled it: by its card, or by scheduling or deleting the post. null while it is open. */
  decidedBy: string | null
  decidedAt: Date | null
  /** What has to change, or why not. */
  reason: string | null
  /** Grows by one with each change that its card shows. */
  revision: number
}
