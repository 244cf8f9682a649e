/** A connected account of the platform. */
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
  notifyChannelId: string | null
  /** Whether what contributors want on the schedule is approved first; then in this channel. */
  approvalPolicy: 'none' | 'required'
  approvalsChannelId: string | null
  tellsPublished: boolean
  boardsReadAt: Date | null
  createdAt: Date
}
