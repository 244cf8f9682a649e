/** The form of a bulk edit: which pins to change, and how. */
import type { AnyBlock, Button, ModalView } from '@slack/types'
import { shared, field } from '../ids.js'
import { button, form, input, option, text } from '../kit/kit.js'
import { addressElement } from '../kit/words.js'
import { accountLine } from './preview.js'
import { type ChooseManyMemory, chooseManyMemory } from './memory.js'

export const action = {
  changeMany: 'open_change_many',
  /** A choice in the form that changes its other inputs. */
  manyFollow: 'many_follow',
  manyPins: 'many_pins',
} as const
export const view = { changeMany: 'change_many' } as const

export const STATUSES = { draft: 'Drafts', queued: 'Scheduled pins' } as const
export type ManyStatus = keyof typeof STATUSES

/** The button below a list of several pins. */
export const changeManyButton = (accountId: string, status: ManyStatus): Button =>
  button({ text: 'Bulk edit', actionId: action.changeMany, value: JSON.stringify({ accountId, status }) })

/** The actions of a bulk edit, as the form names them. */
export const DEEDS = {
  reschedule: 'Move to the next open slots',
  unschedule: 'Unschedule',
  board: 'Change board',
  link: 'Change link',
  delete: 'Delete',
} as const
export type Deed = keyof typeof DEEDS

export const MOST_CHOSEN = 100

export type ChooseManyModel = {
  memory: ChooseManyMemory
  status: ManyStatus
  deed: Deed
  /** False for a contributor, who changes only own drafts and schedules none. */
  maySchedule: boolean
  /** The account's name, if there are several. */
  account: string | undefined
}

export const deedsOf = (status: ManyStatus, maySchedule: boolean): Deed[] => [
  ...(maySchedule ? (['reschedule'] as const) : []),
  ...(maySchedule && status === 'queued' ? (['unschedule'] as const) : []),
  'board',
  'link',
  'delete',
]

const LABEL: Record<'reschedule', Record<ManyStatus, string>> = {
  reschedule: { draft: 'Schedule in the next open slots', queued: DEEDS.reschedule },
}
const labelOf = (deed: Deed, status: ManyStatus) => (deed === 'reschedule' ? LABEL.reschedule[status] : DEEDS[deed])

export function chooseManyView({ memory, status, deed, maySchedule, account }: ChooseManyModel): ModalView {
  const statuses = maySchedule ? (['draft', 'queued'] as const) : (['draft'] as const)
  const statusOptions = statuses.map((each) => option(STATUSES[each], each))
  const deeds = deedsOf(status, maySchedule).map((each) => option(labelOf(each, status), each))
  const { round } = memory
  return form({
    callbackId: view.changeMany,
    title: 'Bulk edit',
    submit: 'Preview',
    memory: chooseManyMemory.write(memory),
    blocks: [
      ...accountLine(account),
      input({
        blockId: field.status,
        label: 'Which pins',
        dispatches: true,
        element: {
          type: 'radio_buttons',
          action_id: action.manyFollow,
          options: statusOptions,
          initial_option: option(STATUSES[status], status),
        },
      }),
      input({
        blockId: `${field.pins}.${round}`,
        label: 'Pins',
        optional: true,
        hint: 'Leave empty to change all pins that match the filters below.',
        element: {
          type: 'multi_external_select',
          action_id: action.manyPins,
          min_query_length: 0,
          max_selected_items: MOST_CHOSEN,
          placeholder: text('All matching pins', 150),
        },
      }),
      input({
        blockId: field.onBoard,
        label: 'On this board',
        optional: true,
        element: {
          type: 'external_select',
          action_id: shared.composerBoard,
          min_query_length: 0,
          placeholder: text('Any board', 150),
        },
      }),
      input({
        blockId: field.words,
        label: 'With these words',
        optional: true,
        hint: 'In the title, the description, the link or the board’s name.',
        element: { type: 'plain_text_input', action_id: shared.value, max_length: 200 },
      }),
      ...(status === 'queued' ? [day(field.from, 'From'), day(field.to, 'To')] : []),
      input({
        blockId: `${field.deed}.${round}`,
        label: 'What to do',
        dispatches: true,
        element: {
          type: 'static_select',
          action_id: action.manyFollow,
          options: deeds,
          initial_option: option(labelOf(deed, status), deed),
        },
      }),
      ...inputsOf(deed),
    ],
  })
}

const day = (blockId: string, label: string): AnyBlock =>
  input({ blockId, label, optional: true, element: { type: 'datepicker', action_id: shared.value } })

function inputsOf(deed: Deed): AnyBlock[] {
  switch (deed) {
    case 'board':
      return [
        input({
          blockId: field.board,
          label: 'Move to board',
          element: {
            type: 'external_select',
            action_id: shared.composerBoard,
            min_query_length: 0,
            placeholder: text('Choose a board', 150),
          },
        }),
      ]
    case 'link':
      return [
        input({
          blockId: field.link,
          label: 'New destination link',
          element: addressElement(),
        }),
      ]
    case 'reschedule':
    case 'unschedule':
    case 'delete':
      return []
  }
}
