/** Turns a change of many pins into the rows of a form. */
import type { ManyRow } from '../../../../blocks/bulk/lines.js'
import type { BulkChange } from '../../../core/many/bulk/model.js'
import { fingerprintOf } from '../../../core/posts/seen.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { SlackDeps } from '../../listener.js'
import { chosenAccount } from '../../accounts.js'
import { explain } from '../../reply/errors.js'

export const rowsOf = (deps: Pick<SlackDeps, 'settings' | 'log'>, { results }: BulkChange): ManyRow[] =>
  results.map(({ postId, was, post, error }) => ({
    was,
    then: post,
    problem: error && explain(deps, error, { postId }).sentence,
  }))

/** Fingerprint of the previewed pins, so that no others are changed. */
export const seenIn = ({ results }: BulkChange): string => fingerprintOf(results.flatMap(({ was }) => was ?? []))

/** The account's name, or undefined if there is only one account. */
export async function nameOf(deps: SlackDeps, member: Member, accountId: string): Promise<string | undefined> {
  const { accounts, account } = await chosenAccount(deps, { ...member, currentAccountId: accountId })
  return accounts.length > 1 ? account.username : undefined
}
