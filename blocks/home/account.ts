/** The top of Home: the account, and whether it needs attention. */
import { action as stateTextAction } from '../pin/state-text.js'
import type { AnyBlock } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { connectAgain } from '../admin/connect.js'
import { accountSwitch } from '../kit/account-switch.js'
import { inline, section } from '../kit/kit.js'
import { action as holdAction, heldOf, holdText, resumeHoldButton } from '../settings/hold.js'
import { pausedUntilText, resumeButton, whilePausedText, whyPaused } from '../settings/publishing.js'

export const action = { homeAccount: 'home_account' } as const

export type HomeAccount = Pick<Account, 'id' | 'username' | 'tokenStatus' | 'publishing' | 'whilePaused'> &
  Partial<
    Pick<Account, 'pausedBecause' | 'pausedUntil' | 'approvalPolicy' | 'holdSince' | 'holdReason' | 'holdMessage' | 'holdProbeAt'>
  >

export function switcher(accounts: HomeAccount[], accountId: string): AnyBlock[] {
  const [only] = accounts
  if (!only) return []
  if (accounts.length === 1) return [section(`*${inline(only.username)}*`)]
  return accountSwitch({ surface: 'form', accounts, accountId }, action.homeAccount)
}

/** What keeps the account's pins from being published. @param canConnect whether the reader may reconnect or resume it */
export function standstill(account: HomeAccount, canConnect: boolean): AnyBlock[] {
  const { id, username, tokenStatus, publishing, pausedBecause, pausedUntil } = account
  const hold = heldOf(account)
  const name = `*${inline(username)}*`
  const resume = resumeButton({ actionId: stateTextAction.homeResume, value: id, label: `Resume publishing for ${username}` })
  return [
    ...(tokenStatus === 'unauthorized'
      ? [
          section(
            `:warning: ${name} is disconnected. Scheduled pins wait for up to 24 hours.${canConnect ? '' : ' Ask an admin to reconnect it.'}`,
            canConnect ? connectAgain(account, 'primary') : undefined,
          ),
        ]
      : []),
    ...(publishing === 'paused'
      ? [
          section(
            `:double_vertical_bar: Publishing for ${name} is paused${pausedUntilText(pausedUntil)}.${whyPaused(pausedBecause)} ${whilePausedText(account)}${canConnect ? '' : ' Only admins can resume it.'}`,
            canConnect ? resume : undefined,
          ),
        ]
      : []),
    ...(hold
      ? [
          section(
            `:warning: ${name}: ${holdText(hold)}${canConnect ? '' : '\nOnly admins can resume it.'}`,
            canConnect
              ? resumeHoldButton({ actionId: holdAction.homeResumeHold, value: id, label: `Resume now: ${username}` })
              : undefined,
          ),
        ]
      : []),
  ]
}
