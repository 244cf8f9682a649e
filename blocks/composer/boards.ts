/** The inputs for the board, its section, and further boards. */
import type { AnyBlock, PlainTextOption } from '@slack/types'
import type { IntervalPreset, Series } from '../../src/core/posts/post.js'
import { boardInput, sectionInput } from '../boards/inputs.js'
import { type ComposerModel, type ComposerValues, isScheduled } from './model.js'
import { shared, field } from '../ids.js'
import { input, option, text } from '../kit/kit.js'

export const action = {
  composerSection: 'composer_section',
  composerInterval: 'composer_interval',
  composerAlsoOn: 'composer_also_on',
} as const

/** A series has at most twenty boards, of which the first is chosen above. */
const MOST_FURTHER_BOARDS = 19

const INTERVALS: Record<IntervalPreset, string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  biweekly: 'Every two weeks',
  monthly: 'Monthly (30 days)',
}
const PLACING: Record<Series['mode'], PlainTextOption> = {
  slots: option('Next open slot', 'slots', 'The first open slot on or after each date'),
  exact: option('Exact time', 'exact', 'The same time of day on each date'),
}

export const boardBlocks = (model: ComposerModel): AnyBlock[] => [
  boardInput({
    round: model.memory.boardRound,
    actionId: shared.composerBoard,
    chosen: model.values.board,
    optional: !isScheduled(model),
    isGuess: model.memory.board === 'guessed',
  }),
]

/** Empty if no board is chosen or the board has no sections. */
export function sectionBlocks({ values: { board, section }, memory, sectionCount }: ComposerModel): AnyBlock[] {
  if (board === null || sectionCount === 0) return []
  return [sectionInput({ round: memory.sectionRound, actionId: action.composerSection, chosen: section, board, sectionCount })]
}

/** Further boards for the same pin; the interval appears once one is chosen. */
export function seriesBlocks(model: ComposerModel): AnyBlock[] {
  const { values, memory, scheduling } = model
  if (scheduling !== 'direct') return [] // only one pin at a time
  const { alsoOn } = values
  const boards = input({
    blockId: `${field.alsoOn}.${memory.boardRound}`,
    label: 'Also on',
    optional: true,
    hint: 'Also post to these boards, one after another.',
    element: {
      type: 'multi_external_select',
      action_id: action.composerAlsoOn,
      min_query_length: 0,
      max_selected_items: MOST_FURTHER_BOARDS,
      placeholder: text('Choose boards', 150),
      ...(alsoOn.length > 0 && { initial_options: alsoOn.map(({ id, name }) => option(name, id)) }),
    },
    dispatches: true,
  })
  return [boards, ...(alsoOn.length > 0 ? spacingBlocks(values) : [])]
}

/** A value of the select only, for intervals without a preset. */
export const CUSTOM_INTERVAL = 'custom'
export const EVERY_3_DAYS = 'every_3'

function spacingBlocks({ interval, everyDays, placing }: ComposerValues): AnyBlock[] {
  const [daily, ...longer] = Object.entries(INTERVALS).map(([value, words]) => option(words, value))
  const options = [...(daily ? [daily] : []), option('Every 3 days', EVERY_3_DAYS), ...longer, option('Custom', CUSTOM_INTERVAL)]
  const own = everyDays === 3 ? EVERY_3_DAYS : CUSTOM_INTERVAL
  const chosen = options.find(({ value }) => value === (everyDays === null ? interval : own))
  return [
    input({
      blockId: field.interval,
      label: 'How often',
      element: {
        type: 'static_select',
        action_id: action.composerInterval,
        options,
        ...(chosen && { initial_option: chosen }),
      },
      dispatches: true,
    }),
    ...(chosen?.value === CUSTOM_INTERVAL ? [daysInput(everyDays)] : []),
    input({
      blockId: field.placing,
      label: 'Times',
      element: {
        type: 'radio_buttons',
        action_id: shared.value,
        options: Object.values(PLACING),
        initial_option: PLACING[placing],
      },
    }),
  ]
}

const daysInput = (everyDays: number | null): AnyBlock =>
  input({
    blockId: field.everyDays,
    label: 'Days between',
    element: {
      type: 'number_input',
      action_id: shared.value,
      is_decimal_allowed: false,
      min_value: '1',
      max_value: '90',
      initial_value: String(everyDays),
    },
  })
