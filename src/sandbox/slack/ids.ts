/** The fixed ids of the local workspace: valid Slack ids, the same at every start. */
export const teamId = 'T0PINSLOT'
export const teamName = 'Pinslot local workspace'
export const teamDomain = 'pinslot-local'
/** The workspace of a client: it shares a channel, and has not installed the app. */
export const otherTeam = { id: 'T0BAKERY1', name: 'Bluebird Bakery', domain: 'bluebird-bakery' } as const
export const appId = 'A0PINSLOT'
export const botId = 'B0PINSLOT'
/** The app's token here, in a form that real tokens do not have. */
export const botToken = 'xoxb-local-workspace'
/** The app's registration here. */
export const oauthApp = { clientId: '1000000001.1000000002', clientSecret: 'local-workspace-client-secret' }
export const verificationToken = 'local-workspace'

export const users = {
  admin: 'U0ADMIN01',
  member: 'U0MEMBER1',
  client: 'U0CLIENT1',
  bot: 'U0PINSLOT',
  slackbot: 'USLACKBOT',
} as const
export type Colleague = 'admin' | 'member'
/** `client`: of the other workspace. */
export type Who = Colleague | 'client'
/** A user group, without the @. */
export const groups = { pinTeam: { id: 'S0PINTEAM', handle: 'pin-team' } } as const

/** The window of actions in words. */
export const ACT_WINDOW = 'act'

export const colleagues: readonly Colleague[] = ['admin', 'member']
export const people: readonly Who[] = [...colleagues, 'client']

export const channels = {
  general: 'C0GENERAL',
  pins: 'C0PINS001',
  approvals: 'C0APPROVE',
  staff: 'C0STAFF01',
  /** The app is not a member here. */
  random: 'C0RANDOM1',
  /** Shared with the other workspace. */
  client: 'C0CLIENT1',
  adminDm: 'D0ADMIN01',
  memberDm: 'D0MEMBER1',
} as const
