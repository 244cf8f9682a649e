/** The rare input for product tags. */
import type { AnyBlock } from '@slack/types'
import type { ComposerModel } from './model.js'
import { contentInput } from '../pin/content.js'

export const extraBlocks = (model: ComposerModel): AnyBlock[] =>
  takesTags(model) ? [contentInput('productTagPinIds', model.values)] : []

/** True for business accounts, because Pinterest lets only them tag products. */
export const takesTags = ({ accounts, memory }: Pick<ComposerModel, 'accounts' | 'memory'>): boolean =>
  accounts.find(({ id }) => id === memory.accountId)?.isBusiness === true
