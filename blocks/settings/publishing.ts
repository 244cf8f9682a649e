/** The words and buttons for pausing and resuming an account, shared by Home and the settings. */
import type { Button } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { button, text } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'

export const action = { homePause: 'home_pause' } as const

const WHILE_PAUSED: Record<Account['whilePaused'], string> = {
  wait: 'Pins due while paused wait up to 24 hours.',
  fail: 'Pins due while paused go back to drafts, and their credits are refunded.',
}

type Paused = Pick<Account, 'whilePaused'> & Partial<Pick<Account, 'pausedBecause'>>

/** The account's choice applies to pauses by an admin only. If the app was removed, a notice of failure would reach nobody. */
export const whilePausedText = ({ whilePaused, pausedBecause }: Paused): string =>
  WHILE_PAUSED[pausedBecause ? 'wait' : whilePaused]

/** Begins with a blank; empty if the pause does not end by itself. */
export const pausedUntilText = (until: Account['pausedUntil'] | undefined): string => (until ? ` until ${slackDate(until)}` : '')

/** Begins with a blank; empty if an admin paused the account. */
export const whyPaused = (because: Account['pausedBecause'] | undefined): string => (because ? ` ${WHY[because]}` : '')

const WHY: Record<NonNullable<Account['pausedBecause']>, string> = {
  app_removed: 'Pinslot was removed from Slack, and no API key was in use.',
  restored:
    'Pinslot was restored from a backup. Publishing can resume once your operator has run “admin compare”, which compares your boards with your queue.',
}

/** Pauses from a message; pins that fall due follow the account's last choice. */
export const pauseButton = (accountId: string, username: string): Button => ({
  ...button({ text: 'Pause', actionId: action.homePause, value: accountId, label: `Pause publishing for ${username}` }),
  confirm: {
    title: text('Pause publishing?', 100),
    text: text('No pins go out until an admin resumes publishing.', 300),
    confirm: text('Pause', 30),
    deny: text('Cancel', 30),
  },
})

type ResumeFields = { actionId: string; value?: string; label: string; style?: 'primary'; overdue?: number | undefined }

/** Asks for confirmation, because overdue pins start to go out. `overdue`: their number; undefined: not counted. */
export const resumeButton = ({ overdue, ...fields }: ResumeFields): Button => ({
  ...button({ text: 'Resume', ...fields }),
  confirm: {
    title: text('Resume publishing?', 100),
    text: text(
      overdue === 0 ? 'No pin is overdue.' : 'Overdue pins go out one a minute. Anything over a day late goes back to drafts.',
      300,
    ),
    confirm: text('Resume', 30),
    deny: text('Cancel', 30),
    ...(fields.style && { style: fields.style }),
  },
})
