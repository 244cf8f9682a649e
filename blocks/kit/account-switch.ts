/** The select that shows the account of a form or list and switches to another. */
import type { AnyBlock, StaticSelect } from '@slack/types'
import { clip, option, section, text } from './kit.js'

/** The current account and all that can be chosen; those beyond the size of a select are reached by typing `@account`. */
export type Switchable = {
  accounts: readonly { id: string; username: string }[]
  accountId: string
  surface?: 'message' | 'form'
}

/** Thirty fit the 13,200 characters of a message beside the longest list; a select takes 100 options, with the current one. */
const MOST_ACCOUNTS = { message: 30, form: 99 }
/** Pinterest's limit for the characters of an account's name. */
const NAME = 30

/**
 * @param valueOf the value of an option, 75 characters at most; by default the account's id
 * @returns undefined if there is nothing to choose
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

/** True when the select is shown; it names the account, so nothing else has to. */
export const hasChoice = ({ accounts }: Pick<Switchable, 'accounts'>): boolean => accounts.length > 1

/** The select on a line of its own; empty if there is only one account. */
export function accountSwitch(...choice: Parameters<typeof accountSelect>): AnyBlock[] {
  const select = accountSelect(...choice)
  return select ? [section('*Account*', select)] : []
}
