/** What is paused while an account publishes nothing, and the button that resumes it: the same on Home and in the settings. */
import type { Button } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { button, text } from '../kit/kit.js'

const WHILE_PAUSED: Record<Account['whilePaused'], string> = {
  wait: 'Pins due meanwhile wait for up to a day.',
  fail: 'Pins due meanwhile become drafts again, and their credits are given back.',
}

type Paused = Pick<Account, 'whilePaused'> & Partial<Pick<Account, 'pausedBecause'>>

/** The choice is for pauses by an admin: where the app was removed, nobody would get a notice of a failure, and pins wait. */
export const whilePausedText = ({ whilePaused, pausedBecause }: Paused): string =>
  WHILE_PAUSED[pausedBecause ? 'wait' : whilePaused]

/** Begins with a blank; nothing where an admin paused it. */
export const whyPaused = (because: Account['pausedBecause'] | undefined): string =>
  because === 'app_removed' ? ' Pinslot was removed from Slack, and no API key was in use.' : ''

/** Asks first: what waited goes out at once. */
export const resumeButton = (fields: { actionId: string; value?: string; says: string; style?: 'primary' }): Button => ({
  ...button({ words: 'Resume', ...fields }),
  confirm: {
    title: text('Resume publishing?', 100),
    text: text('Pins that waited go out now, late ones one a minute. Pins more than a day late do not go out.', 300),
    confirm: text('Resume', 30),
    deny: text('Cancel', 30),
    ...(fields.style && { style: fields.style }),
  },
})
