/** Warnings about the time of a pin, as sentences for its form and its card. */
import type { ContextBlock } from '@slack/types'
import type { Warning, WarningPin } from '../../../src/core/posts/state/warning.js'
import { context, escape, inline } from '../../kit/kit.js'
import type { Problem } from '../../kit/problem.js'
import { slackDate } from '../../kit/times.js'
import { titleOf } from '../text.js'

/** Returns markup; Slack shows its dates in the reader's own zone. */
export function warningText({ code, pin, days, whilePaused, note, most, host }: Warning): string {
  switch (code) {
    case 'account_disconnected':
      return 'This account is disconnected. Scheduled pins wait for up to 24 hours. Admins can reconnect it.'
    case 'account_paused':
      return whilePaused === 'fail'
        ? 'Publishing is paused. Pins due while paused become drafts.'
        : 'Publishing is paused. Pins due while paused wait for up to 24 hours.'
    case 'account_on_hold':
      return 'Pinterest takes no pins from this account now. Scheduled pins wait for up to 24 hours.'
    case 'far_ahead':
      return 'This time is more than a year away.'
    case 'movement_lost':
      return 'This image is animated. The pin shows its first picture. Use a video to keep the movement.'
    case 'ai_undeclared':
      return 'The file says that it was made with AI. Declare it under “Made with AI”, or leave it if that’s wrong.'
    case 'same_minute':
      return `${pinOf(pin)} goes out at the same time.`
    case 'same_link':
      return `${pinOf(pin)} has the same link${pin ? ` on ${slackDate(pin.at)}` : ''}. Your rule keeps such pins ${days === 1 ? 'a day' : `${days} days`} apart.`
    case 'same_link_close':
      return `${pinOf(pin)} has the same link${pin ? ` on ${slackDate(pin.at)}` : ''}. Pinterest may take such pins for spam.`
    case 'blackout':
      return `This time is in a blackout${note ? `: “${inline(note, 60)}”` : ''}.`
    case 'many_today':
      return `This day already has ${most} pins, your limit, or more.`
    case 'same_picture_month':
      return `This picture goes out more than ${most} times in 30 days. Pinterest may take that for spam.`
    case 'one_domain':
      return `More than half of this week’s pins lead to ${inline(host ?? 'one website', 60)}, which isn’t your Pinterest profile’s website. Pinterest may take that for spam.`
  }
}

const pinOf = (pin: WarningPin | undefined): string => (pin ? `“${inline(titleOf(pin), 60)}”` : 'Another pin')

/** Pins of one series may have the same warning. */
const linesOf = (warnings: readonly Warning[]): string[] => [
  ...new Set(warnings.map((warning) => `:warning: ${warningText(warning)}`)),
]

export const warningBlocks = (warnings: readonly Warning[] = []): ContextBlock[] => linesOf(warnings).map((line) => context(line))

/** The warnings as lines after a card's text, which is all that a list or Home shows of the card. */
export const warningLines = (warnings: readonly Warning[] = []): string =>
  linesOf(warnings)
    .map((line) => `\n${line}`)
    .join('')

/** @param denied why nothing can be scheduled, as plain text @param problem the form's own, which may be the same sentence */
export const deniedBlocks = (denied: string | undefined, problem?: Problem): ContextBlock[] =>
  denied === undefined || denied === problem?.sentence ? [] : [context(`:warning: ${escape(denied)}`)]
