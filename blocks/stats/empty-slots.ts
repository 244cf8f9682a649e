/** The nudge about empty slots. */
import type { Account } from '../../src/core/accounts/account.js'
import type { WeekAhead } from '../../src/core/insight/analytics/week-ahead.js'
import { digestButtons } from './digest.js'
import { slotText } from './digest-text.js'
import { context, inline, type Message, section } from '../kit/kit.js'
import { whole } from '../kit/numbers.js'

export function emptySlotsMessage({ account, ahead }: { account: Account; ahead: WeekAhead }): Message {
  const { slots, pins, soon } = ahead
  const name = inline(account.username)
  const soonText = soon.pins === 0 && pins.count > 0 ? ' Nothing goes out in the next 3 days.' : ''
  const week = pins.count === 1 ? '1 pin goes out' : `${pins.count === 0 ? 'No pin goes' : `${whole(pins.count)} pins go`} out`
  return {
    text: `${name}: ${whole(slots.open)} of ${whole(slots.count)} slots in the next 7 days are open.${soonText}`,
    blocks: [
      section(`:hourglass_flowing_sand: *${name}:* ${slotText(ahead)} ${week} in the next 7 days.${soonText}`),
      digestButtons({ account, numbers: null, ahead }),
      context('We send this at most once a week. Turn it off in /pin settings.'),
    ],
  }
}
