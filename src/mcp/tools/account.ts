/** The caller, their rights, and the schedule. */
import { z } from 'zod'
import { limit } from '../inputs.js'
import { timeIn, zoneOf } from '../show/pins.js'
import { type Tool, view } from '../tool.js'

const MOST_ACCOUNTS = 100
const MOST_ENTRIES = 100
const ENTRIES = 40

export const whoAmI: Tool = {
  name: 'who_am_i',
  title: 'Who am I',
  description:
    'What this key can do, and its Pinterest accounts with their time zones. Call it first. A viewer reads; a contributor drafts and asks for approval; a scheduler schedules; an admin does everything.',
  input: z.strictObject({}),
  hints: { isReadOnly: true },
  hasOthersText: true,
  async run(caller) {
    const { principal } = (await caller.ask('getPrincipal', {})).data
    const { accounts } = (await caller.ask('listAccounts', {})).data
    const roles = new Map(principal.accounts.map((one) => [one.accountId, one.role]))
    return {
      name: principal.name,
      kind: principal.kind,
      accounts: accounts.slice(0, MOST_ACCOUNTS).map((one) => ({
        accountId: one.id,
        username: one.username,
        displayName: one.displayName,
        role: roles.get(one.id) ?? principal.role,
        timezone: zoneOf(one),
        isConnected: one.tokenAuthorized,
        isPaused: one.publishing === 'paused',
        ...(one.pausedUntil !== null && { pausedUntil: timeIn(one, one.pausedUntil) }),
        ...(one.hold && { hold: one.hold.platformMessage || one.hold.reason }),
      })),
      ...(accounts.length > MOST_ACCOUNTS && { isMore: true }),
      now: caller.deps.clock().toISOString(),
    }
  },
}

export const readSchedule = view({
  name: 'read_schedule',
  title: 'Read the schedule',
  description: 'Open and taken times of the coming two weeks, or of from and to, earliest first.',
  of: 'getSchedule',
  inputs: {
    from: z.string().optional().meta({ format: 'date-time', description: 'Default: now' }),
    to: z.string().optional().meta({ format: 'date-time', description: 'At most 60 days after from' }),
    only: z.enum(['open', 'pins']).optional(),
    limit: limit(MOST_ENTRIES, ENTRIES),
  },
  show(account, { data: { schedule, window } }, { only, limit: most = ENTRIES }) {
    const wanted = schedule.filter(({ kind }) => only === undefined || (only === 'open') === (kind === 'open'))
    const page = pageOf(wanted, most)
    const next = wanted[page.length]
    return {
      accountId: account.id,
      timezone: zoneOf(account),
      from: timeIn(account, window.from),
      to: timeIn(account, window.to),
      schedule: page.map(({ sendAt, state, post, timeslotId }) => ({
        at: timeIn(account, sendAt),
        state,
        ...(post && { postId: post.postId, title: post.title }),
        ...(timeslotId !== undefined && { timeslotId }),
      })),
      ...(next && { nextFrom: timeIn(account, next.sendAt) }),
    }
  },
})

/**
 * Ends the page between two times, so that entries of the same time are never split, repeated or lost. All entries of one time
 * are included, whatever their number.
 */
function pageOf<Entry extends { sendAt: number }>(entries: Entry[], most: number): Entry[] {
  if (entries.length <= most) return entries
  const last = entries[most]?.sendAt
  const page = entries.slice(0, most).filter(({ sendAt }) => sendAt !== last)
  return page.length > 0 ? page : entries.filter(({ sendAt }) => sendAt === last)
}
