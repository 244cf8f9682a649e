/** What stands still while an account publishes nothing, and the button that lets it go on: the same on Home and in the settings. */
import type { Button } from '@slack/types'
import type { Account } from '../src/core/accounts/account.js'
import { button, text } from './kit.js'

export const WHILE_PAUSED: Record<Account['whilePaused'], string> = {
  wait: 'Pins that fall due meanwhile wait, for up to a day.',
  fail: 'Pins that fall due meanwhile fail: each is a draft again, and its credit is given back.',
}

/** Begins with a blank; nothing where an admin paused it. */
export const whyPaused = (because: Account['pausedBecause'] | undefined): string =>
  because === 'app_removed' ? ' Pinslot was taken out of Slack, and no API key was in use.' : ''

/** Asks first: what waited goes out at once. */
export const resumeButton = (fields: { actionId: string; value?: string; says: string; style?: 'primary' }): Button => ({
  ...button({ words: 'Resume', ...fields }),
  confirm: {
    title: text('Resume publishing?', 100),
    text: text(
      'Pins that waited go out now: those on time first, the late ones one a minute. What is more than a day late does not go out.',
      300,
    ),
    confirm: text('Resume', 30),
    deny: text('Cancel', 30),
    ...(fields.style && { style: fields.style }),
  },
})
