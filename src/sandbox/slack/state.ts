/**
 * state.values of a view or message: contains every stateful element, with its initial value when untouched, null or [] when
 * empty.
 */
import { type Element, interactives, optionsOf, type Block, type Value, type Values } from './block-kit.js'

/** The key of a state entry that holds the value, and Slack's value when nothing is chosen. */
const KEYS: Record<string, { key: string; initial: keyof Element | null; empty: null | [] }> = {
  plain_text_input: { key: 'value', initial: 'initial_value', empty: null },
  email_text_input: { key: 'value', initial: 'initial_value', empty: null },
  url_text_input: { key: 'value', initial: 'initial_value', empty: null },
  number_input: { key: 'value', initial: 'initial_value', empty: null },
  rich_text_input: { key: 'rich_text_value', initial: 'initial_value', empty: null },
  static_select: { key: 'selected_option', initial: 'initial_option', empty: null },
  external_select: { key: 'selected_option', initial: 'initial_option', empty: null },
  multi_static_select: { key: 'selected_options', initial: 'initial_options', empty: [] },
  multi_external_select: { key: 'selected_options', initial: 'initial_options', empty: [] },
  users_select: { key: 'selected_user', initial: 'initial_user', empty: null },
  multi_users_select: { key: 'selected_users', initial: 'initial_users', empty: [] },
  channels_select: { key: 'selected_channel', initial: 'initial_channel', empty: null },
  multi_channels_select: { key: 'selected_channels', initial: 'initial_channels', empty: [] },
  conversations_select: { key: 'selected_conversation', initial: 'initial_conversation', empty: null },
  multi_conversations_select: { key: 'selected_conversations', initial: 'initial_conversations', empty: [] },
  radio_buttons: { key: 'selected_option', initial: 'initial_option', empty: null },
  checkboxes: { key: 'selected_options', initial: 'initial_options', empty: [] },
  datepicker: { key: 'selected_date', initial: 'initial_date', empty: null },
  timepicker: { key: 'selected_time', initial: 'initial_time', empty: null },
  datetimepicker: { key: 'selected_date_time', initial: 'initial_date_time', empty: null },
  file_input: { key: 'files', initial: null, empty: [] },
}

export const isStateful = (element: Element): boolean => element.type in KEYS

/** The key under which a state entry of this element holds what was entered. */
export const valueKey = (element: Element): string => KEYS[element.type]?.key ?? 'value'

export function entryOf(element: Element, value: unknown): Value {
  return { type: element.type, [valueKey(element)]: value ?? KEYS[element.type]?.empty ?? null }
}

export function initialOf(element: Element): Value {
  const initial = KEYS[element.type]?.initial
  return entryOf(element, initial ? element[initial] : undefined)
}

/** @param entered what the person typed or picked, by block and action id */
export function stateValues(blocks: readonly Block[], entered: Values): Values {
  const values: Values = {}
  for (const { element, blockId, actionId } of interactives(blocks)) {
    if (!isStateful(element)) continue
    const own = entered[blockId]?.[actionId]
    const block = (values[blockId] ??= {})
    block[actionId] = own && fits(element, own) ? own : initialOf(element)
  }
  return values
}

/** True if an entered value survives an update of the view: the same kind of element must still offer it. */
export function fits(element: Element, value: Value): boolean {
  if (value.type !== element.type) return false
  if (!['static_select', 'radio_buttons', 'multi_static_select', 'checkboxes'].includes(element.type)) return true
  const offered = new Set(optionsOf(element).map((option) => option.value))
  const chosen = chosenOptions(value)
  return chosen.every((option) => offered.has(option.value))
}

export function chosenOptions(value: Value): { value: string; text: { text: string } }[] {
  const chosen = value['selected_options'] ?? (value['selected_option'] ? [value['selected_option']] : [])
  return chosen as { value: string; text: { text: string } }[] // written by entryOf from options of the element
}

export function isEmpty(element: Element, value: Value): boolean {
  const chosen = value[valueKey(element)]
  return chosen === null || chosen === undefined || chosen === '' || (Array.isArray(chosen) && chosen.length === 0)
}
