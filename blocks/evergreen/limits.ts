/** The form of a pin's limits in the pool: until a day, so many times, in some months. */
import type { ModalView } from '@slack/types'
import { type EvergreenLimitsMemory, evergreenLimitsMemory } from '../settings/evergreen-memory.js'
import { field, shared } from '../ids.js'
import { form, inline, input, option, section, text } from '../kit/kit.js'
import { titleOf } from '../pin/text.js'
import type { PoolCard } from './model.js'
import { MONTHS } from './text.js'

export const view = { evergreenLimits: 'evergreen_limits' } as const

const months = MONTHS.map((name, index) => option(name, String(index + 1)))

export type LimitsModel = {
  memory: EvergreenLimitsMemory
  post: PoolCard['post']
  limits: PoolCard['limits']
  /** The highest number of repeats. */
  most: number
}

export function evergreenLimitsView({ memory, post, limits, most }: LimitsModel): ModalView {
  const { until, atMost, months: chosen } = limits
  const inSeason = months.filter(({ value }) => chosen.includes(Number(value)))
  return form({
    callbackId: view.evergreenLimits,
    title: 'Limits',
    submit: 'Save',
    memory: evergreenLimitsMemory.write(memory),
    blocks: [
      section(`*${inline(titleOf(post))}*\nPinslot republishes it within these limits. Empty: no limit.`),
      input({
        blockId: field.until,
        label: 'Until',
        optional: true,
        hint: 'The last day on which it may go out.',
        element: { type: 'datepicker', action_id: shared.value, ...(until !== null && { initial_date: until }) },
      }),
      input({
        blockId: field.atMost,
        label: 'At most',
        optional: true,
        hint: 'Repeats since it joined the pool.',
        element: {
          type: 'number_input',
          action_id: shared.value,
          is_decimal_allowed: false,
          min_value: '1',
          max_value: String(most),
          ...(atMost !== null && { initial_value: String(atMost) }),
        },
      }),
      input({
        blockId: field.months,
        label: 'Months',
        optional: true,
        element: {
          type: 'multi_static_select',
          action_id: shared.value,
          placeholder: text('All months', 150),
          options: months,
          ...(inSeason.length > 0 && { initial_options: inSeason }),
        },
      }),
    ],
  })
}
