/** The part of the settings about published pins: a team that wants notices of failures only is left alone. */
import type { AnyBlock } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { action } from '../ids.js'
import { button, section } from '../kit/kit.js'

type Model = { account: Pick<Account, 'notifyOnPublish' | 'notifyChannelId'>; canChange: boolean }

export function publishedPart({ account: { notifyOnPublish: isNotified, notifyChannelId }, canChange }: Model): AnyBlock[] {
  const explained =
    notifyChannelId === null ? 'Told, once a channel is chosen.' : 'Told in the channel, each pin as it is published.'
  const turnOn = button({ words: 'Tell', actionId: action.settingsPublished, value: 'on', says: 'Tell of published pins' })
  const stop = button({
    words: 'Stop telling',
    actionId: action.settingsPublished,
    value: 'off',
    says: 'Stop telling of published pins',
  })
  const words = `*Published pins*\n${isNotified ? explained : 'Not told: only what goes wrong, or late, is.'}`
  return [section(words, canChange ? (isNotified ? stop : turnOn) : undefined)]
}
