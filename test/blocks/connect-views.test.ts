/** The form that connects an account, and the notices about connections: their limits with nasty values. */
import { expect, test } from 'vitest'
import { connectMessage, connectNotice, connectView } from '../../blocks/admin/connect.js'
import {
  channelChosenMessage,
  connectedMessage,
  operatorAlertMessage,
  reconnectMessage,
  stuckMessage,
} from '../../blocks/admin/account-notices.js'
import { reviewerView, welcomeView } from '../../blocks/home/welcome.js'
import { setUpBlocks, setUpDoneMessage, type SetUpModel, setUpView } from '../../blocks/slots/set-up.js'
import type { Account } from '../../src/core/accounts/account.js'
import { POSTING_HOURS } from '../../src/core/slots/set-up.js'
import { AT, keepsLimits } from './nasty.js'

const link = { url: `https://pinslot.test/connect/link/${'x'.repeat(600)}`, expiresAt: AT }
const many = (words: string) =>
  Array.from({ length: 120 }, (_, index) => ({
    id: String(index),
    username: `${index}${words}`,
    tokenStatus: index % 2 ? ('authorized' as const) : ('unauthorized' as const),
  }))
const again = (username: string, publishing: 'active' | 'paused' = 'paused') =>
  ({ kind: 'again', account: { username, tokenStatus: 'unauthorized', publishing } }) as const
const live = (username: string) => ({ username, publishing: 'paused' as const })
const connected = { isNew: false, overdue: { count: 100, isMore: true }, hasQueue: true }
const setUp = (username: string, isPutOff = false, slots = 0): SetUpModel => ({
  due: {
    account: { id: '7', username } as Account, // all that the views use of it
    isPutOff,
    slots,
    timezone: 'America/Argentina/ComodRivadavia',
    pinsPerDay: 2,
    channelId: 'C123',
  },
  hours: POSTING_HOURS,
  reader: { timezone: 'UTC', locale: 'en-US' },
})
const setUpEnd = (username: string) => ({
  account: { id: '7', username, timezone: 'America/Argentina/ComodRivadavia', notifyChannelId: null },
  isFirst: false,
  slots: 14,
  next: AT,
  closedChannelId: 'C123',
})

keepsLimits(
  [
    [
      'connect another',
      'modal',
      (words) => connectView({ organization: words, link, wanted: { kind: 'another', accounts: many(words) } }),
    ],
    ['connect again', 'modal', (words) => connectView({ organization: words, link, wanted: again(words) })],
    ['no account, form', 'modal', (words) => connectNotice(words || 'None.', null)],
    ['no account', 'message', (words) => connectMessage(words || 'None.', { id: '7', username: words || 'maker' })],
    ['reviewer', 'home', () => reviewerView([{ account: { id: '1', username: 'maker' }, count: 2 }])],
    ['welcome', 'home', () => welcomeView({ canConnect: true, isShutOut: false })],
    ['reconnect', 'message', (username) => reconnectMessage({ id: '7', username, tokenStatus: 'authorized' })],
    ['connected again', 'message', (words) => connectedMessage(live(words), connected)],
    ['connected', 'message', (words) => connectedMessage(live(words), { ...connected, isNew: true })],
    [
      'connected, to set up',
      'message',
      (words) => connectedMessage(live(words), { ...connected, isNew: true, setUp: setUp(words) }),
    ],
    ['set up', 'modal', (words) => setUpView(setUp(words))],
    ['set up with slots', 'modal', (words) => setUpView(setUp(words, false, 2000))],
    ['set up later', 'message', (words) => ({ text: 'Set up', blocks: setUpBlocks(setUp(words, true)) })],
    ['set-up done', 'message', (words) => setUpDoneMessage(setUpEnd(words))],
    ['operator', 'message', (words) => operatorAlertMessage(words, words)],
    ['stuck', 'message', (words) => stuckMessage(words, words)],
    ['channel chosen', 'message', (username) => channelChosenMessage({ username })],
  ],
  ['<https://developers.pinterest.com/apps/|the app at Pinterest>', '<#C123>'],
)

test('of more accounts than fit it is said how the others are found, the lost ones before all', () => {
  const view = JSON.stringify(connectView({ organization: 'Test', link, wanted: { kind: 'another', accounts: many('') } }))
  expect(view.match(/"Reconnect"/g)).toHaveLength(40)
  expect(view).toContain('type `/pin connect NAME`')
  expect(view).toContain('*0*')
  expect(view).not.toContain('*1*')
})
