/** The forms for the reason of a rejection or a request for changes. */
import { type ReasonMemory, reasonMemory } from './memory.js'
import type { ModalView } from '@slack/types'
import { shared, field } from '../ids.js'
import { context, form, inline, input, section } from '../kit/kit.js'
import { type CardPost, titleOf } from '../pin/text.js'

export const view = { requestChanges: 'request_changes', rejectPin: 'reject_pin', hold: 'hold_request' } as const

type About = { memory: ReasonMemory; post: Pick<CardPost, 'title'> }

const REASON_LENGTH = 1000

export const requestChangesView = ({ memory, post }: About): ModalView =>
  form({
    callbackId: view.requestChanges,
    title: 'Request changes',
    submit: 'Send',
    memory: reasonMemory.write(memory),
    blocks: [
      section(`*${inline(titleOf(post))}*`),
      reasonInput('What should change?', false),
      context('We’ll send this to the person who asked. They can edit the pin and ask again.'),
    ],
  })

export const rejectView = ({ memory, post }: About): ModalView =>
  form({
    callbackId: view.rejectPin,
    title: 'Reject pin',
    submit: 'Reject',
    memory: reasonMemory.write(memory),
    blocks: [
      section(`*${inline(titleOf(post))}*`),
      reasonInput('Reason', true),
      context('We’ll send this to the person who asked. The pin stays a draft.'),
    ],
  })

export const holdView = ({ memory, post }: About): ModalView =>
  form({
    callbackId: view.hold,
    title: 'Hold',
    submit: 'Hold',
    memory: reasonMemory.write(memory),
    blocks: [
      section(`*${inline(titleOf(post))}*`),
      input({
        blockId: field.until,
        label: 'Until',
        optional: true,
        hint: 'Your time. Leave it empty to hold the request until somebody releases it.',
        element: { type: 'datetimepicker', action_id: shared.value },
      }),
      reasonInput('Reason', true),
      context('Until then, nobody can approve the pin. We’ll message the person who asked.'),
    ],
  })

export const reasonInput = (label: string, optional: boolean) =>
  input({
    blockId: field.reason,
    label,
    optional,
    element: { type: 'plain_text_input', action_id: shared.value, multiline: true, max_length: REASON_LENGTH },
  })
