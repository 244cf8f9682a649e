/** The rare input for product tags. */
import type { AnyBlock } from '@slack/types'
import type { ComposerModel } from './model.js'
import { action, field } from '../ids.js'
import { clip, input } from '../kit/kit.js'

export const extraBlocks = (model: ComposerModel): AnyBlock[] => (takesTags(model) ? [tags(model.values.productTags)] : [])

/** True for business accounts, because Pinterest lets only them tag products. */
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
