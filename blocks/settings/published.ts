/** The part of the settings about published pins: a team that wants notices of failures only is left alone. */
import type { AnyBlock } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { action } from '../ids.js'
import { button, section } from '../kit/kit.js'

type Model = { account: Pick<Account, 'notifyOnPublish' | 'notifyChannelId'>; canChange: boolean }

export function publishedPart({ account: { notifyOnPublish: isNotified, notifyChannelId }, canChange }: Model): AnyBlock[] {
  const on = notifyChannelId === null ? 'On, once a channel is set.' : 'On: each published pin is posted in the channel.'
  const turnOn = button({
    text: 'Turn on',
    actionId: action.settingsPublished,
    value: 'on',
    label: 'Turn on: post each published pin',
  })
  const turnOff = button({
    text: 'Turn off',
    actionId: action.settingsPublished,
    value: 'off',
    label: 'Turn off: post each published pin',
  })
  const words = `*Published pins*\n${isNotified ? on : 'Off: only failed and late pins are posted.'}`
  return [section(words, canChange ? (isNotified ? turnOff : turnOn) : undefined)]
}
