/** The modal that makes a pin. */
import { composerMemory } from './memory.js'
import type { AnyBlock, ModalView, PlainTextOption } from '@slack/types'
import { boardBlocks } from './boards.js'
import { extraBlocks } from './extras.js'
import { mediaBlocks } from './media.js'
import type { ComposerModel } from './model.js'
import { action, field, view, when } from '../ids.js'
import { clip, input, option, text } from '../kit/kit.js'
import { withProblem } from '../kit/problem.js'
import { timeIn } from '../kit/times.js'
import { placeOf } from '../slots/text.js'

export const composerView = (model: ComposerModel): ModalView => ({
  type: 'modal',
  callback_id: view.composer,
  title: text('New pin', 24),
  submit: text('Save pin', 24),
  close: text('Cancel', 24),
  private_metadata: composerMemory.write(model.memory),
  blocks: withProblem(
    [
      ...accountBlocks(model),
      ...mediaBlocks(model),
      ...copyBlocks(model),
      ...boardBlocks(model),
      ...whenBlocks(model),
      ...extraBlocks(model),
    ],
    model.problem,
  ),
})

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
  return [input({ blockId: field.account, label: 'Account', element, dispatches: true })]
}

function copyBlocks({ values }: ComposerModel): AnyBlock[] {
  const link = (initial: string) =>
    ({ type: 'url_text_input', action_id: action.value, ...(initial !== '' && { initial_value: initial }) }) as const
  const words = (initial: string, multiline = false) =>
    ({
      type: 'plain_text_input',
      action_id: action.value,
      multiline,
      ...(initial !== '' && { initial_value: clip(initial, 3000) }),
    }) as const
  return [
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
      hint: 'The page people open from the pin.',
    }),
    input({
      blockId: field.altText,
      label: 'Alt text',
      element: words(values.altText),
      optional: true,
      hint: 'Describe the image for people who can’t see it. Up to 500 characters.',
    }),
  ]
}

/** Also used by the form that moves a pin. */
export function whenOptions({ nextOpenSlot, timezone, now }: Pick<ComposerModel, 'nextOpenSlot' | 'timezone' | 'now'>): {
  next: PlainTextOption
  at: PlainTextOption
} {
  const nextOne =
    nextOpenSlot === undefined ? undefined : nextOpenSlot === null ? 'No open slots' : timeIn(nextOpenSlot, timezone, now)
  return { next: option('Next open slot', when.nextOpenSlot, nextOne), at: option('Exact time', when.at) }
}

const SPACED = 'If another pin has the same link, spacing rules may pick a later slot.'
/** Shown before, and not only when it is submitted. */
export const APPROVAL_HINT = 'Needs approval; stays a draft until then.'

/** Another input than the one with all choices: what was chosen there is none of these. */
const draftAlone = (draft: PlainTextOption): AnyBlock =>
  input({
    blockId: `${field.when}.drafts`,
    label: 'When',
    element: { type: 'radio_buttons', action_id: action.value, options: [draft], initial_option: draft },
    hint: 'Only schedulers and admins can schedule pins. Save a draft and ask one of them.',
  })

function whenBlocks(model: ComposerModel): AnyBlock[] {
  const { values, accounts, memory, timezone } = model
  const { next, at } = whenOptions(model)
  const draft = option('Save as draft', when.draft)
  if (model.scheduling === 'never') return [draftAlone(draft)]
  const chosen = { draft, nextOpenSlot: next, at }[values.when]
  const hint = [...(model.scheduling === 'asks' ? [APPROVAL_HINT] : []), ...(model.hasSpacing ? [SPACED] : [])].join(' ')
  const zone = accounts.find(({ id }) => id === memory.accountId)?.timezone
  return [
    input({
      blockId: field.when,
      label: 'When',
      element: { type: 'radio_buttons', action_id: action.value, options: [draft, next, at], initial_option: chosen },
      ...(hint !== '' && { hint }),
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
    ? `Your time (${placeOf(timezone)}). The account is in ${placeOf(accountZone)}.`
    : `Your time (${placeOf(timezone)}).`
