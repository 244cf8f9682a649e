/** The problem of a form that is shown again; such a view cannot show errors as Slack does after a submission. */
import type { AnyBlock } from '@slack/types'
import { context, escape } from './kit.js'
import { banner } from './banner.js'

/** `field`: the core's name of the input with the problem. */
export type Problem = { sentence: string; field?: string /** Other problems. */; others?: { sentence: string; field: string }[] }

/** Shows the problem on top of the form and under its field. */
export const withProblem = (blocks: AnyBlock[], problem: Problem | undefined): AnyBlock[] =>
  problem ? [banner('error', problem.sentence), ...blocks.flatMap((block) => [block, ...underField(block, problem)])] : blocks

function underField(block: AnyBlock, { sentence, field, others = [] }: Problem): AnyBlock[] {
  if (block.type !== 'input') return []
  const name = block.block_id?.replace(/\.\d+$/, '')
  return [...(field === undefined ? [] : [{ field, sentence }]), ...others]
    .filter((each) => each.field === name)
    .map((each) => context(`:warning: ${escape(each.sentence)}`))
}
