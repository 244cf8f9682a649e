/** The input for a channel that the app posts in. */
import type { InputBlock } from '@slack/types'
import { shared } from '../ids.js'
import { input } from './kit.js'

type Asked = { blockId: string; chosen: string | null; hint: string; label?: string; optional?: boolean }

/** `chosen`: the id of a channel; null: none yet. */
export const channelInput = ({ blockId, chosen, hint, label = 'Channel', optional = true }: Asked): InputBlock =>
  input({
    blockId,
    label,
    optional,
    hint,
    element: {
      type: 'conversations_select',
      action_id: shared.value,
      filter: { include: ['public', 'private'], exclude_bot_users: true },
      ...(chosen !== null && { initial_conversation: chosen }),
    },
  })
