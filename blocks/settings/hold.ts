/** The words for an account on hold, from which Pinterest takes no pins: for Home, settings, pins and notices. */
import type { Button } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Hold } from '../../src/core/accounts/hold.js'
import type { HoldReason } from '../../src/core/ports/answer-about.js'
import { actions, button, context, inline, type Message, section, text } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { pauseButton } from './publishing.js'

export const action = { homeResumeHold: 'home_resume_hold' } as const

/** The rest of a sentence that begins with “Pinterest”. */
const DID: Record<HoldReason, string> = {
  spam: 'blocks pins of this account as spam',
  under_review: 'is reviewing this account',
  disapproved: 'disapproved this account',
  suspended: 'suspended this account',
  restricted: 'restricts what this account can publish',
  terms: 'takes no pins from this account because of its terms',
  billing: 'takes no pins from this account until a payment is settled',
}

/** What a person can do on Pinterest. */
const NEXT: Record<HoldReason, string> = {
  spam: 'Check the account on Pinterest, and schedule fewer similar pins.',
  under_review: 'Check the account on Pinterest.',
  disapproved: 'Open the account on Pinterest and ask for another review.',
  suspended: 'Open the account on Pinterest and appeal there.',
  restricted: 'Check the account on Pinterest.',
  terms: 'Open the account on Pinterest, and accept or follow its terms.',
  billing: 'Check the billing of the account on Pinterest.',
}

type HoldFields = Pick<Account, 'holdSince' | 'holdReason' | 'holdMessage' | 'holdProbeAt'>

/** Returns the hold in the form that views take; null while the account is not on hold. */
export const heldOf = ({ holdSince = null, holdReason = null, holdMessage = null, holdProbeAt = null }: Partial<HoldFields>) =>
  holdSince && holdReason && holdProbeAt
    ? { since: holdSince, reason: holdReason, platformMessage: holdMessage ?? '', probeAt: holdProbeAt }
    : null

const quoteOf = ({ platformMessage }: Pick<Hold, 'platformMessage'>): string =>
  platformMessage === '' ? '' : `\n>Pinterest said: ${inline(platformMessage, 300)}`

/** One line, for Home and the settings. */
export const holdText = (hold: Hold): string =>
  `Pinterest ${DID[hold.reason]} since ${slackDate(hold.since)}. Scheduled pins wait for up to 24 hours. We try one again ${slackDate(hold.probeAt)}.${quoteOf(hold)}`

/** Asks for confirmation, because a refusal by Pinterest puts the account on hold again. */
export const resumeHoldButton = (fields: { actionId: string; value?: string; label: string; style?: 'primary' }): Button => ({
  ...button({ text: 'Resume now', ...fields }),
  confirm: {
    title: text('Resume now?', 100),
    text: text('Resume once the account works on Pinterest again. If Pinterest still refuses, we put it back on hold.', 300),
    confirm: text('Resume', 30),
    deny: text('Cancel', 30),
    ...(fields.style && { style: fields.style }),
  },
})

type Held = Pick<Account, 'id' | 'username'>

/** The notice for the account's team, once for each hold. */
export function accountOnHoldMessage({ id, username }: Held, hold: Hold): Message {
  const name = inline(username)
  const what = `Pinterest ${DID[hold.reason]}. We put the queue of ${name} on hold.`
  return {
    text: `${what} ${NEXT[hold.reason]}`,
    blocks: [
      section(`:warning: ${what}${quoteOf(hold)}`),
      section(
        `${NEXT[hold.reason]} Scheduled pins wait for up to 24 hours. We try one again ${slackDate(hold.probeAt)}, and the rest follow once Pinterest takes it.`,
      ),
      actions([
        resumeHoldButton({ actionId: action.homeResumeHold, value: id, label: `Resume now: ${username}` }),
        pauseButton(id, username),
      ]),
      context('Admins can resume or pause it.'),
    ],
  }
}

export function holdEndedMessage({ username }: Held, overdue: number): Message {
  const rest =
    overdue === 0
      ? 'Scheduled pins go out on time.'
      : `${overdue === 1 ? '1 overdue pin follows' : `${overdue} overdue pins follow`}, one every 5 minutes.`
  const sentence = `Pinterest takes pins of ${inline(username)} again. ${rest}`
  return { text: sentence, blocks: [section(`:white_check_mark: ${sentence}`)] }
}

export function missedOnHoldMessage({ username }: Held): Message {
  const sentence = `Pins of ${inline(username)} waited for 24 hours while Pinterest took none. They’re drafts again, and you weren’t charged.`
  return {
    text: sentence,
    blocks: [section(`:warning: ${sentence}`), context('/pin pins failed shows them.')],
  }
}
