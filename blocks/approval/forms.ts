/** The forms that ask why a pin does not go out as it is. */
import type { ModalView } from '@slack/types'
import type { HomePage } from '../home/page.js'
import type { Shown } from './card.js'
import { action, field, view } from '../ids.js'
import { context, form, inline, input, section } from '../kit/kit.js'
import { type CardPost, titleOf } from '../pins/text.js'

/** `shown`: the card that was pressed; absent: it was pressed elsewhere. */
export type ReasonMemory = { accountId: string; approvalId: string; shown?: Shown; homePage?: HomePage }
type About = { memory: ReasonMemory; post: Pick<CardPost, 'title'> }

const REASON_LENGTH = 1000

export const requestChangesView = ({ memory, post }: About): ModalView =>
  form({
    callbackId: view.requestChanges,
    title: 'Request changes',
    submit: 'Send',
    memory,
    blocks: [
      section(`*${inline(titleOf(post))}*`),
      reasonInput('What has to change', false),
      context('Who asked gets this as a message, changes the draft and asks again.'),
    ],
  })

export const rejectView = ({ memory, post }: About): ModalView =>
  form({
    callbackId: view.rejectPin,
    title: 'Reject pin',
    submit: 'Reject',
    memory,
    blocks: [
      section(`*${inline(titleOf(post))}*`),
      reasonInput('Why', true),
      context('Who asked gets this as a message. The pin stays a draft.'),
    ],
  })

const reasonInput = (label: string, optional: boolean) =>
  input({
    blockId: field.reason,
    label,
    optional,
    element: { type: 'plain_text_input', action_id: action.value, multiline: true, max_length: REASON_LENGTH },
  })
