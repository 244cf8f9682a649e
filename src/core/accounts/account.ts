/** A connected account of the platform. */
import type { HoldReason } from '../ports/answer-about.js'
import type { Interest, Region } from './trend-questions.js'

export const PUBLISHED_PINS = ['off', 'each', 'daily'] as const
export type PublishedPins = (typeof PUBLISHED_PINS)[number]

export type Account = {
  organizationId: string
  id: string
  platformUserId: string
  username: string
  displayName: string
  avatarUrl: string | null
  timezone: string | null
  isBusiness: boolean
  /** Incremented each time the account is connected. */
  connectionNumber: number
  tokenStatus: 'authorized' | 'unauthorized'
  domain: string | null
  isDomainVerified: boolean
  publishing: 'active' | 'paused'
  whilePaused: 'wait' | 'fail'
  /**
   * `app_removed`: paused because the app was removed from Slack and no key is in use · `restored`: its rows came from a backup.
   */
  pausedBecause: 'app_removed' | 'restored' | null
  /** When publishing resumes by itself; null: an admin resumes it. */
  pausedUntil: Date | null
  /** When a person ended the connection here; null: it is connected, or its tokens stopped working. */
  disconnectedAt: Date | null
  /** Since when Pinterest has taken nothing from it; null: it takes pins, as far as we know. @see docs/contract.md#holds */
  holdSince: Date | null
  holdReason: HoldReason | null
  /** Pinterest's message. */
  holdMessage: string | null
  /** When one pin is tried again. */
  holdProbeAt: Date | null
  /** The pin being tried; null: none now. */
  holdProbePostId: string | null
  notifyChannelId: string | null
  /** `required`: scheduling by contributors needs approval, which is requested in `approvalsChannelId`. */
  approvalPolicy: 'none' | 'required'
  approvalsChannelId: string | null
  /** True when people get reminders of requests that wait for them. */
  remindsApprovers: boolean
  /** What its channel gets for published pins: nothing, a message for each, or one growing message a day. */
  publishedPins: PublishedPins
  /** True when a pin whose link is dead at its time becomes a draft instead of being published. */
  holdDeadLinks: boolean
  /** The region of its trends; null: the region of its time zone. */
  trendRegion: Region | null
  /** The interests of its trends, up to five; empty: any. */
  trendInterests: Interest[]
  /** `due` since it was connected; `later`: a person postponed it. */
  setUp: 'due' | 'later' | 'done'
  /** The destination link for pins made without one. */
  defaultLink: string | null
  boardsReadAt: Date | null
  createdAt: Date
}
