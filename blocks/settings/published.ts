/** The part of the settings about notices of published pins, which a team may turn off. */
import type { AnyBlock } from '@slack/types'
import type { Account, PublishedPins } from '../../src/core/accounts/account.js'
import { option, section, text } from '../kit/kit.js'

export const action = { settingsPublished: 'tell_published' } as const

type Model = { account: Pick<Account, 'publishedPins' | 'notifyChannelId'>; canChange: boolean }

const NAMES: Record<PublishedPins, string> = { off: 'Off', each: 'Each pin', daily: 'One message a day' }
const WORDS: Record<PublishedPins, string> = {
  off: 'Off: only failed and late pins are posted.',
  each: 'Each published pin is posted in the channel.',
  daily: 'One message a day that grows with each published pin.',
}

export function publishedPart({ account: { publishedPins, notifyChannelId }, canChange }: Model): AnyBlock[] {
  const isWaiting = publishedPins !== 'off' && notifyChannelId === null
  const words = `*Published pins*\n${WORDS[publishedPins]}${isWaiting ? ' It starts once a channel is set.' : ''}`
  const options = (Object.keys(NAMES) as PublishedPins[]).map((choice) => option(NAMES[choice], choice)) // keys of the object above
  const chosen = options.find(({ value }) => value === publishedPins)
  const select = {
    type: 'static_select' as const,
    action_id: action.settingsPublished,
    placeholder: text('Published pins', 150),
    options,
    ...(chosen && { initial_option: chosen }),
  }
  return [section(words, canChange ? select : undefined)]
}
