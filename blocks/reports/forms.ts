/** The modals to report an issue or request a feature. */
import { type ReportMemory, reportMemory } from './memory.js'
import type { ModalView } from '@slack/types'
import { shared, field } from '../ids.js'
import { clip, escape, form, input, type Message, section, text } from '../kit/kit.js'

export const view = { report: 'report_issue', request: 'request_capability' } as const

/** `words`: the words typed after the verb. `tool`: the last command, if known. */
type Begun = { memory: ReportMemory; words?: string; tool?: string | undefined }

/** The core's limit for the command in a report. */
const TOOL_LENGTH = 200

/** Slack's limit for the characters of a field. */
const MOST_TYPED = 3000

const written = (words = '') => ({
  type: 'plain_text_input' as const,
  action_id: shared.value,
  multiline: true,
  ...(words.trim() !== '' && { initial_value: clip(words.trim(), MOST_TYPED) }),
})

export const reportView = ({ memory, words, tool }: Begun): ModalView =>
  form({
    callbackId: view.report,
    title: 'Report a problem',
    submit: 'Send report',
    memory: reportMemory.write(memory),
    blocks: [
      input({
        blockId: field.description,
        label: 'What went wrong',
        element: written(words),
        hint: 'What you tried, what happened, and what you expected. No passwords or personal data, please.',
      }),
      input({
        blockId: field.tool,
        label: 'Command or button',
        element: {
          type: 'plain_text_input',
          action_id: shared.value,
          placeholder: text('/pin queue', 150),
          ...(tool !== undefined && { initial_value: clip(tool, TOOL_LENGTH) }),
        },
        hint: 'Where did it happen?',
        optional: true,
      }),
    ],
  })

export const requestView = ({ memory, words }: Begun): ModalView =>
  form({
    callbackId: view.request,
    title: 'Request a feature',
    submit: 'Send request',
    memory: reportMemory.write(memory),
    blocks: [
      input({
        blockId: field.description,
        label: 'What is missing',
        element: written(words),
        hint: 'What you want to do, and how you do it today. No passwords or personal data, please.',
      }),
    ],
  })

const thanks = (what: string): Message => {
  const words = escape(`Thanks! Your ${what} is with your Pinslot operator. We’ll message you when it’s resolved.`)
  return { text: words, blocks: [section(words)] }
}
export const reportThanks = (): Message => thanks('report')
export const requestThanks = (): Message => thanks('request')
