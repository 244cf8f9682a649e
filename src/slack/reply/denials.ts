/** Why no more pins can be scheduled, for people in Slack. They buy nothing here: the operator sets what an account may spend. */
import type { DenialReason } from '../../core/billing/charge.js'
import type { DomainError } from '../../core/lib/errors.js'

/** `page`: the words before the link. */
type Denial = { lacks: string; ask: string; page: string }

const PLANS = 'How plans work:'
const DENIALS: Record<DenialReason, Denial> = {
  insufficient_credits: {
    lacks: 'Not enough credits left.',
    ask: 'Ask your Pinslot operator for more',
    page: 'How credits work:',
  },
  trial_exhausted: { lacks: 'Not enough trial pins left.', ask: 'Ask your Pinslot operator for more', page: PLANS },
  no_access: { lacks: 'This account has no publishing access.', ask: 'Ask your Pinslot operator for it', page: PLANS },
  legacy_post_limit_exceeded: {
    lacks: 'Not enough pins left in this billing period.',
    ask: 'Ask your Pinslot operator for a higher limit',
    page: PLANS,
  },
  account_not_connected: {
    lacks: 'This account is disconnected from Pinterest.',
    ask: 'Ask an admin to reconnect it with /pin connect',
    page: 'Reconnect:',
  },
}

export const isDenialReason = (reason: string | undefined): reason is DenialReason =>
  reason !== undefined && Object.hasOwn(DENIALS, reason)

type Told = Pick<DomainError['details'], 'credit'> & {
  /** Another possible step, in the same sentence. */
  orElse?: string
}

/** Returns the reason, and who can help. */
export function deniedText(reason: DenialReason, { credit, orElse = '' }: Told = {}): string {
  const { lacks, ask } = DENIALS[reason]
  return `${credit ? `There is credit for ${credit.fits} of these ${credit.count} pins.` : lacks} ${ask}${orElse}.`
}

/** Returns the sentence for a reason, to be followed by a link. */
export const pageOf = (reason: DenialReason): string => DENIALS[reason].page
