/** The input for a time zone, searched by typing among four hundred. */
import type { InputBlock } from '@slack/types'
import { action, field } from '../ids.js'
import { input, option, text } from './kit.js'

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
