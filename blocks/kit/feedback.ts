/** Two buttons that ask whether something was good. */
import type { ContextActionsBlock } from '@slack/types'
import { text } from './kit.js'

export const GOOD = 'good'

/**
 * The last press counts. Slack shows it in messages alone; where a workspace takes none, nobody is asked.
 * @see https://docs.slack.dev/reference/block-kit/blocks/context-actions-block
 */
export const feedback = (actionId: string, words: { good: string; bad: string }): ContextActionsBlock => ({
  type: 'context_actions',
  elements: [
    {
      type: 'feedback_buttons',
      action_id: actionId,
      positive_button: { text: text(words.good, 75), value: GOOD },
      negative_button: { text: text(words.bad, 75), value: 'bad' },
    },
  ],
})
