/** The form that moves all waiting pins of a series. */
import type { ModalView } from '@slack/types'
import { shared, field } from '../ids.js'
import { context, form, inline, input, section } from '../kit/kit.js'
import { type MoveSeriesMemory, moveSeriesMemory } from '../pin/memory.js'
import { timeHint } from '../pin/when.js'

export const view = { moveSeries: 'move_series' } as const

export type MoveSeriesModel = {
  memory: MoveSeriesMemory
  title: string
  /** The number of waiting pins. */
  count: number
  first: Date
  timezone: string
  accountZone: string | null
}

export const moveSeriesView = ({ memory, title, count, first, timezone, accountZone }: MoveSeriesModel): ModalView =>
  form({
    callbackId: view.moveSeries,
    title: 'Move series',
    submit: 'Move all',
    memory: moveSeriesMemory.write(memory),
    blocks: [
      section(`*${inline(title)}*\n${count === 1 ? '1 scheduled pin' : `${count} scheduled pins`}`),
      input({
        blockId: field.time,
        label: 'New time of the next pin',
        optional: true,
        hint: timeHint(timezone, accountZone),
        element: {
          type: 'datetimepicker',
          action_id: shared.value,
          initial_date_time: Math.floor(first.getTime() / 1000),
        },
      }),
      input({
        blockId: field.days,
        label: 'Or move all by a number of days',
        optional: true,
        hint: 'Use a negative number to move them earlier.',
        element: { type: 'number_input', action_id: shared.value, is_decimal_allowed: false },
      }),
      context('The other pins move by the same amount. Published pins don’t change.'),
    ],
  })
