/** The inputs for a day of the week, a time of day and a zone. */
import type { InputBlock } from '@slack/types'
import { shared, field } from '../ids.js'
import { input, option, text } from '../kit/kit.js'
import { dayName, DAYS_IN_ORDER } from './text.js'
import { zoneInput } from '../kit/zone-input.js'

const dayOptions = DAYS_IN_ORDER.map((day) => option(dayName(day), String(day)))

/** @param day 0 is Sunday; null: none chosen yet */
export function dayInput(day: number | null): InputBlock {
  const chosen = dayOptions.find(({ value }) => value === String(day))
  return input({
    blockId: field.day,
    label: 'Day',
    element: {
      type: 'static_select',
      action_id: shared.value,
      placeholder: text('Choose a day', 150),
      options: dayOptions,
      ...(chosen && { initial_option: chosen }),
    },
  })
}

/** Chooses several days; “Monday to Friday” and “Every day” are one choice each. */
export const daysInput = (): InputBlock =>
  input({
    blockId: field.day,
    label: 'Days',
    element: {
      type: 'multi_static_select',
      action_id: shared.value,
      placeholder: text('Choose days', 150),
      options: [option('Monday to Friday', '1,2,3,4,5'), option('Every day', '0,1,2,3,4,5,6'), ...dayOptions],
    },
  })

/** @param hour HH:MM; null: none chosen yet */
export const hourInput = (hour: string | null): InputBlock =>
  input({
    blockId: field.hour,
    label: 'Time',
    hint: 'In the time zone below.',
    element: { type: 'timepicker', action_id: shared.value, ...(hour !== null && { initial_time: hour }) },
  })

/** The zone input for a slot. Its hint names the account's zone if that differs. */
export const slotZoneInput = (timezone: string | null, accountZone: string | null): InputBlock =>
  zoneInput({
    chosen: timezone,
    hint:
      accountZone === null || accountZone === timezone
        ? 'Type a city to search.'
        : `Type a city to search. The account’s zone is ${accountZone}.`,
  })
