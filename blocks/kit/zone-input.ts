/** The input for a time zone, searched by typing among four hundred. */
import type { InputBlock } from '@slack/types'
import { field } from '../ids.js'
import { input, option, text } from './kit.js'

export const action = { zone: 'time_zone' } as const

/** `chosen`: an IANA name; null: none yet. */
export const zoneInput = ({ chosen, hint }: { chosen: string | null; hint: string }): InputBlock =>
  input({
    blockId: field.timezone,
    label: 'Time zone',
    hint,
    element: {
      type: 'external_select',
      action_id: action.zone,
      min_query_length: 0,
      placeholder: text('Type a city', 150),
      ...(chosen !== null && { initial_option: option(chosen, chosen) }),
    },
  })
