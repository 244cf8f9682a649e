/** Which of several accounts a form or a list is about, and the choice of another. */
import type { AnyBlock, StaticSelect } from '@slack/types'
import { clip, option, section, text } from './kit.js'

/** The one that is shown, and all that can be: more than a select has room for are named in a line, as `@account`. */
export type Switchable = {
  accounts: readonly { id: string; username: string }[]
  accountId: string
  surface?: 'message' | 'form'
}

/** So many as the 13,200 characters of a message leave room for beside the longest list, and beside the chosen one the 100 options that a select takes. */
const MOST_ACCOUNTS = { message: 30, form: 99 }
/** Pinterest's limit for the name of an account. */
const NAME = 30

/**
 * @param valueOf what a choice carries, 75 characters at most: where nothing is given, the id of the account
 * @returns undefined: there is nothing to choose
 */
export function accountSelect(
  { accounts, accountId, surface = 'message' }: Switchable,
  actionId: string,
  valueOf: (accountId: string) => string = (id) => id,
): StaticSelect | undefined {
  if (!hasChoice({ accounts })) return undefined
  const shown = accounts.filter(({ id }, index) => index < MOST_ACCOUNTS[surface] || id === accountId)
  const options = shown.map(({ id, username }) => option(clip(username, NAME), valueOf(id)))
  const chosen = options.find(({ value }) => value === valueOf(accountId))
  return {
    type: 'static_select',
    action_id: actionId,
    placeholder: text('Account', 150),
    options,
    ...(chosen && { initial_option: chosen }),
  }
}

/** Whether the choice names the account already: nothing beside it says it again. */
export const hasChoice = ({ accounts }: Pick<Switchable, 'accounts'>): boolean => accounts.length > 1

/** A line of its own; none where there is one account. */
export function accountSwitch(...choice: Parameters<typeof accountSelect>): AnyBlock[] {
  const select = accountSelect(...choice)
  return select ? [section('*Account*', select)] : []
}
