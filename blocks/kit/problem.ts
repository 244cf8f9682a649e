/** What was wrong with a form that is shown again: such a view cannot show errors as Slack does after a submission. */
import type { AnyBlock } from '@slack/types'
import { context, escape } from './kit.js'
import { banner } from './banner.js'

/** `field`: the input it belongs under, in the core's words. */
export type Problem = { sentence: string; field?: string /** Of other inputs. */; others?: { sentence: string; field: string }[] }

/** On top of the form and under its field. */
export const withProblem = (blocks: AnyBlock[], problem: Problem | undefined): AnyBlock[] =>
  problem ? [banner('error', problem.sentence), ...blocks.flatMap((block) => [block, ...underField(block, problem)])] : blocks

function underField(block: AnyBlock, { sentence, field, others = [] }: Problem): AnyBlock[] {
  if (block.type !== 'input') return []
  const name = block.block_id?.replace(/\.\d+$/, '')
  return [...(field === undefined ? [] : [{ field, sentence }]), ...others]
    .filter((each) => each.field === name)
    .map((each) => context(`:warning: ${escape(each.sentence)}`))
}
