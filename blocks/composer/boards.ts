/** Where the pin goes: a board, its section, and further boards one after the other. */
import type { AnyBlock, PlainTextOption } from '@slack/types'
import type { IntervalPreset, Series } from '../../src/core/posts/post.js'
import { boardInput, sectionInput } from '../boards/inputs.js'
import { type ComposerModel, type ComposerValues, isScheduled } from './model.js'
import { action, field } from '../ids.js'
import { input, option, text } from '../kit/kit.js'

/** Of the twenty of a series the first is the board above. */
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
    actionId: action.composerBoard,
    chosen: model.values.board,
    optional: !isScheduled(model),
    isGuess: model.memory.board === 'guessed',
  }),
]

/** Of a board that has none, or of none, nothing is asked. */
export function sectionBlocks({ values: { board, section }, memory, sectionCount }: ComposerModel): AnyBlock[] {
  if (board === null || sectionCount === 0) return []
  return [sectionInput({ round: memory.sectionRound, actionId: action.composerSection, chosen: section, board, sectionCount })]
}

/** The same pin on other boards, one after another; how far apart is asked once there is one. */
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

/** Of the select alone: other days than the presets have. */
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
        action_id: action.value,
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
      action_id: action.value,
      is_decimal_allowed: false,
      min_value: '1',
      max_value: '90',
      initial_value: String(everyDays),
    },
  })
