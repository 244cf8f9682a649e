/** The part of the settings about pins whose link is dead when they are due. */
import type { AnyBlock } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { button, section } from '../kit/kit.js'

export const action = { settingsDeadLinks: 'hold_dead_links' } as const

type Model = { account: Pick<Account, 'holdDeadLinks'>; canChange: boolean }

export function deadLinksPart({ account: { holdDeadLinks }, canChange }: Model): AnyBlock[] {
  const to = (words: string, value: string) =>
    button({ text: words, actionId: action.settingsDeadLinks, value, label: `${words}: hold pins with dead links` })
  const words = holdDeadLinks
    ? 'On: a pin whose link is dead when it’s due becomes a draft, and we’ll message you.'
    : 'Off: pins go out even if their link is dead.'
  const turn = holdDeadLinks ? to('Turn off', 'off') : to('Turn on', 'on')
  return [section(`*Hold pins with dead links*\n${words}`, canChange ? turn : undefined)]
}
