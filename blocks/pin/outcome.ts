/** The form that confirms a pin with an unknown outcome as published, and takes its id on Pinterest. */
import { type OutcomeMemory, outcomeMemory } from './memory.js'
import type { ModalView } from '@slack/types'
import { shared, field } from '../ids.js'
import { context, form, inline, input, section, text } from '../kit/kit.js'
import { boardOf, type CardPost, titleOf } from './text.js'
import { type Problem, withProblem } from '../kit/problem.js'
import { slackDate } from '../kit/times.js'

export const view = { outcome: 'say_outcome' } as const

export type OutcomeModel = { post: CardPost; memory: OutcomeMemory; typed?: string; problem?: Problem }

export function outcomeView({ post, memory, typed = '', problem }: OutcomeModel): ModalView {
  const at = post.sendAt ?? post.failure?.sendAt
  const blocks = [
    section(`*${inline(titleOf(post))}*\n${boardOf(post)}${at ? ` · ${slackDate(at)}` : ''}`),
    input({
      blockId: field.platformPin,
      label: 'Pin link',
      hint: 'Open the pin on Pinterest and paste its link or number here.',
      element: {
        type: 'plain_text_input',
        action_id: shared.value,
        max_length: 2048,
        placeholder: text('https://www.pinterest.com/pin/123456789/', 150),
        ...(typed !== '' && { initial_value: typed }),
      },
    }),
    context('This marks the pin as published. If its credit was refunded, it stays refunded. This can’t be undone.'),
  ]
  return form({
    callbackId: view.outcome,
    title: 'It’s published',
    submit: 'Save',
    memory: outcomeMemory.write(memory),
    blocks: withProblem(blocks, problem),
  })
}
