/** What few pins need: product tags, and whether the pin is a simplified one. */
import type { AnyBlock } from '@slack/types'
import type { ComposerModel } from './model.js'
import { action, field } from '../ids.js'
import { clip, input, option } from '../kit/kit.js'

const SIMPLIFIED = option('Simplified pin', 'yes', 'Never for carousels; always for pins with product tags')

export const extraBlocks = (model: ComposerModel): AnyBlock[] => [
  ...(takesTags(model) ? [tags(model.values.productTags)] : []),
  input({
    blockId: field.simplified,
    label: 'Pin type',
    optional: true,
    element: {
      type: 'checkboxes',
      action_id: action.value,
      options: [SIMPLIFIED],
      ...(model.values.isSimplified && { initial_options: [SIMPLIFIED] }),
    },
  }),
]

/** The platform lets business accounts alone tag products. */
export const takesTags = ({ accounts, memory }: Pick<ComposerModel, 'accounts' | 'memory'>): boolean =>
  accounts.find(({ id }) => id === memory.accountId)?.isBusiness === true

const tags = (initial: string): AnyBlock =>
  input({
    blockId: field.productTags,
    label: 'Product tags',
    optional: true,
    hint: 'Product pins: up to 24 ids or links, separated by spaces.',
    element: {
      type: 'plain_text_input',
      action_id: action.value,
      multiline: true,
      ...(initial !== '' && { initial_value: clip(initial, 3000) }),
    },
  })
