/** What a board's score is refused with, where the usual next step would be to save a draft. */
import type { Account } from '../../../core/accounts/account.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { DomainError, type Reason, reconnectRequired } from '../../../core/lib/errors.js'
import { DeadConnection, mayReconnect } from '../../people/accounts.js'
import { boardErrorText } from '../boards/errors.js'

/** Each goes on with a link. */
const DENIED: Partial<Record<Reason, string>> = {
  insufficient_credits:
    'Scoring a board costs 1 credit, and this account has none left. Ask your Pinslot operator for more. How credits work:',
  trial_exhausted: 'Scoring a board costs 1 trial pin, and none are left. Ask your Pinslot operator for more. How plans work:',
  no_access: 'Scoring a board needs a plan. Ask your Pinslot operator for one. How plans work:',
}

/** @returns the error to be thrown in its place; what is no denial comes back as it is */
export function asOfScoring(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error
  const { reason, resolvePath } = error.details
  if (error instanceof DeadConnection) return new DeadConnection(withoutDrafts(error), error.account)
  if (reason === 'platform_reconnect_required') return withoutDrafts(error)
  if (reason === 'platform_board_forbidden') return boardErrorText(error, 'readSections')
  if (error.code !== 'PAYMENT_REQUIRED') return error
  const words = (reason && DENIED[reason]) ?? error.message
  return new DomainError(error.code, words, resolvePath === undefined ? {} : { resolvePath })
}

const withoutDrafts = ({ code }: DomainError) =>
  new DomainError(code, 'This account is disconnected. Admins can reconnect it with /pin connect.')

/** With the button, for who may connect it. */
export function deadConnection(member: Member, account: Account): DomainError {
  const dead = reconnectRequired()
  return mayReconnect(member, account.id) ? new DeadConnection(dead, account) : dead
}
