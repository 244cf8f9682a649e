/** The remaining setup of an account, for Home, its message and its form. */
import type { SetUpModel } from '../../../../blocks/slots/set-up.js'
import type { Account } from '../../../core/accounts/account.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import type { Deps } from '../../../core/ports/deps.js'
import { POSTING_HOURS, readSetUpDue } from '../../../core/slots/set-up.js'

/** The name under which the message about the new account is stored. */
export const setUpSubject = ({ id, connectionNumber }: Account): string => `setUp:${id}:${connectionNumber}`

/** Returns the remaining setup; undefined: nothing is left, or nothing that this person may do. */
export async function setUpModelOf(
  deps: Pick<Deps, 'db'>,
  { actor, timezone, locale }: Pick<Member, 'actor' | 'timezone' | 'locale'>,
  { accountId, channelId }: { accountId: string; channelId?: string | null | undefined },
): Promise<SetUpModel | undefined> {
  if (!hasRoleOn(actor, accountId, 'admin')) return undefined
  const due = await readSetUpDue(deps, actor, { accountId, near: { timezone, channelId } })
  return due ? { due, hours: POSTING_HOURS, reader: { timezone, locale } } : undefined
}
