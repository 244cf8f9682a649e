/** The modal that makes a pin. */
import type { AnyBlock, ModalView, PlainTextOption } from '@slack/types'
import type { Account } from '../src/core/accounts/account.js'
import { action, field, view, when } from './ids.js'
import { alert, clip, context, escape, input, option, text } from './kit.js'
import { timeIn } from './times.js'

export type ComposerValues = {
  image: string
  title: string
  description: string
  link: string
  altText: string
  board: { id: string; name: string } | null
  section: { id: string; name: string } | null
  when: 'draft' | 'nextOpenSlot' | 'at'
  at: Date | null
}
export const EMPTY_COMPOSER: ComposerValues = {
  image: '',
  title: '',
  description: '',
  link: '',
  altText: '',
  board: null,
  section: null,
  when: 'draft',
  at: null,
}

/** What the view carries for itself. `boardRound`, `sectionRound`: an input gets a new block_id when its value must go. */
export type ComposerMemory = {
  accountId: string
  boardId?: string
  responseUrl?: string
  boardRound: number
  sectionRound: number
}

export type ComposerModel = {
  accounts: Pick<Account, 'id' | 'username' | 'displayName' | 'timezone'>[]
  memory: ComposerMemory
  values: ComposerValues
  /** null: no slot is open; undefined: not known (yet). */
  nextOpenSlot: Date | null | undefined
  /** How many sections the chosen board has; undefined: no board chosen. */
  sectionCount: number | undefined
  /** The reader's own, in which Slack shows the time field. */
  timezone: string
  problem?: { sentence: string; field?: string }
}

export const composerView = (model: ComposerModel): ModalView => ({
  type: 'modal',
  callback_id: view.composer,
  title: text('New pin', 24),
  submit: text('Save pin', 24),
  close: text('Cancel', 24),
  private_metadata: JSON.stringify(model.memory),
  blocks: [
    ...problemBlocks(model),
    ...accountBlocks(model),
    ...copyBlocks(model),
    ...boardBlocks(model),
    ...whenBlocks(model),
  ].flatMap((block) => [block, ...underField(block, model)]),
})

/** A view that came back after the work was begun cannot show errors as Slack does: the sentence stands on top and under the field. */
const problemBlocks = ({ problem }: ComposerModel): AnyBlock[] => (problem ? [alert('error', problem.sentence)] : [])

function underField(block: AnyBlock, { problem }: ComposerModel): AnyBlock[] {
  const name = block.block_id?.replace(/\.\d+$/, '')
  if (problem?.field === undefined || block.type !== 'input' || name !== problem.field) return []
  return [context(`:warning: ${escape(problem.sentence)}`)]
}

function accountBlocks({ accounts, memory }: ComposerModel): AnyBlock[] {
  if (accounts.length < 2) return []
  const options = accounts.slice(0, 100).map(({ id, username }) => option(username, id))
  const chosen = options.find(({ value }) => value === memory.accountId)
  const element = {
    type: 'static_select',
    action_id: action.composerAccount,
    options,
    ...(chosen && { initial_option: chosen }),
  } as const
  return [input({ blockId: field.account, label: 'Account', element, tells: true })]
}

function copyBlocks({ values }: ComposerModel): AnyBlock[] {
  const link = (held: string) =>
    ({ type: 'url_text_input', action_id: action.value, ...(held !== '' && { initial_value: held }) }) as const
  const words = (held: string, multiline = false) =>
    ({
      type: 'plain_text_input',
      action_id: action.value,
      multiline,
      ...(held !== '' && { initial_value: clip(held, 3000) }),
    }) as const
  return [
    input({
      blockId: field.image,
      label: 'Image link',
      element: link(values.image),
      hint: 'A public address of a JPEG or PNG picture, up to 20 MiB.',
    }),
    input({ blockId: field.title, label: 'Title', element: words(values.title), optional: true, hint: 'Up to 100 characters.' }),
    input({
      blockId: field.description,
      label: 'Description',
      element: words(values.description, true),
      optional: true,
      hint: 'Up to 800 characters.',
    }),
    input({
      blockId: field.link,
      label: 'Destination link',
      element: link(values.link),
      optional: true,
      hint: 'Where the pin leads.',
    }),
    input({
      blockId: field.altText,
      label: 'Alt text',
      element: words(values.altText),
      optional: true,
      hint: 'Says what the picture shows to those who cannot see it. Up to 500 characters.',
    }),
  ]
}

function boardBlocks({ values, memory, sectionCount }: ComposerModel): AnyBlock[] {
  const { board, section } = values
  const sections =
    sectionCount === undefined
      ? 'Choose a board first.'
      : sectionCount === 0
        ? 'This board has no sections.'
        : `This board has ${sectionCount === 1 ? 'one section' : `${sectionCount} sections`}.`
  return [
    input({
      blockId: `${field.board}.${memory.boardRound}`,
      label: 'Board',
      optional: true,
      tells: true,
      hint: 'Type to search.',
      element: {
        type: 'external_select',
        action_id: action.composerBoard,
        min_query_length: 0,
        placeholder: text('Choose a board', 150),
        ...(board && { initial_option: option(board.name, board.id) }),
      },
    }),
    input({
      blockId: `${field.section}.${memory.sectionRound}`,
      label: 'Section',
      optional: true,
      hint: sections,
      element: {
        type: 'external_select',
        action_id: action.composerSection,
        min_query_length: 0,
        placeholder: text('None', 150),
        ...(section && { initial_option: option(section.name, section.id) }),
      },
    }),
  ]
}

/** Also what a moved pin is asked for. */
export function whenOptions(
  nextOpenSlot: Date | null | undefined,
  timezone: string,
): { next: PlainTextOption; at: PlainTextOption } {
  const nextOne =
    nextOpenSlot === undefined
      ? undefined
      : nextOpenSlot === null
        ? 'No slot is open'
        : `It would be ${timeIn(nextOpenSlot, timezone)}`
  return { next: option('Next open slot', when.nextOpenSlot, nextOne), at: option('At a set time', when.at) }
}

function whenBlocks({ values, nextOpenSlot, accounts, memory, timezone }: ComposerModel): AnyBlock[] {
  const { next, at } = whenOptions(nextOpenSlot, timezone)
  const draft = option('Save as draft', when.draft)
  const chosen = { draft, nextOpenSlot: next, at }[values.when]
  const zone = accounts.find(({ id }) => id === memory.accountId)?.timezone
  return [
    input({
      blockId: field.when,
      label: 'When',
      element: { type: 'radio_buttons', action_id: action.value, options: [draft, next, at], initial_option: chosen },
    }),
    input({
      blockId: field.time,
      label: 'Time',
      optional: true,
      hint: timeHint(timezone, zone),
      element: timeElement(values.at),
    }),
  ]
}

export const timeElement = (at: Date | null) =>
  ({
    type: 'datetimepicker',
    action_id: action.value,
    ...(at && { initial_date_time: Math.floor(at.getTime() / 1000) }),
  }) as const

export const timeHint = (timezone: string, accountZone: string | null | undefined): string =>
  accountZone && accountZone !== timezone
    ? `For “At a set time”, in your own time zone (${timezone}); the account’s is ${accountZone}.`
    : 'For “At a set time”, in your own time zone.'
