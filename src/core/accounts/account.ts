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
  /** Grows with each connecting. */
  connectionNumber: number
  tokenStatus: 'authorized' | 'unauthorized'
  domain: string | null
  isDomainVerified: boolean
  publishing: 'active' | 'paused'
  whilePaused: 'wait' | 'fail'
  /** `app_removed`: not by an admin, but because the app was taken out of Slack and no key is in use · `restored`: its rows came from a backup. */
  pausedBecause: 'app_removed' | 'restored' | null
  /** Since when somebody has ended its connection here; null: it is connected, or its tokens died. */
  disconnectedAt: Date | null
  /** Since when Pinterest takes nothing from it, as far as we know; null: it does. @see docs/contract.md#holds */
  holdSince: Date | null
  holdReason: HoldReason | null
  /** In Pinterest's words. */
  holdMessage: string | null
  /** When one pin is tried again. */
  holdProbeAt: Date | null
  /** The pin that is tried; null: none is at this moment. */
  holdProbePostId: string | null
  notifyChannelId: string | null
  /** Whether what contributors want on the schedule is approved first; then in this channel. */
  approvalPolicy: 'none' | 'required'
  approvalsChannelId: string | null
  /** What its channel gets of published pins: nothing, a message for each, or one message a day that grows. */
  publishedPins: PublishedPins
  /** Whether a pin whose link is dead at its time becomes a draft in place of going out. */
  holdDeadLinks: boolean
  /** Whose searches it is interested in; null: those of the region of its time zone. */
  trendRegion: Region | null
  /** What it is interested in of them, up to five; none: anything. */
  trendInterests: Interest[]
  /** `due` since it was connected; `later`: somebody put it off. */
  setUp: 'due' | 'later' | 'done'
  /** The destination link of pins that are made without one. */
  defaultLink: string | null
  boardsReadAt: Date | null
  createdAt: Date
}
