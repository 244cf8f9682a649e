/** The nudge about empty slots. */
import type { Account } from '../../src/core/accounts/account.js'
import type { WeekAhead } from '../../src/core/analytics/week-ahead.js'
import { digestButtons } from '../stats/digest.js'
import { slotText } from '../stats/digest-text.js'
import { context, inline, type Message, section } from '../kit/kit.js'
import { whole } from '../kit/numbers.js'

export function emptySlotsMessage({ account, ahead }: { account: Account; ahead: WeekAhead }): Message {
  const { slots, pins, soon } = ahead
  const name = inline(account.username)
  const soonText = soon.pins === 0 && pins.count > 0 ? ' Nothing goes out in the next three days.' : ''
  const week = pins.count === 1 ? 'One pin goes out' : `${pins.count === 0 ? 'No pin goes' : `${whole(pins.count)} pins go`} out`
  return {
    text: `${name}: ${whole(slots.open)} of ${whole(slots.count)} slots of the next seven days are open.${soonText}`,
    blocks: [
      section(`:hourglass_flowing_sand: *${name} has room.* ${week} in the next seven days. ${slotText(ahead)}${soonText}`),
      digestButtons({ account, numbers: null, ahead }),
      context('Told once a week at most, while slots stay empty. /pin settings turns it off.'),
    ],
  }
}
