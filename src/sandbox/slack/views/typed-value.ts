/** Converts what a person types or picks to an entry of state.values. */
import { DateTime } from 'luxon'
import { type Element, optionsOf, wordsOf } from '../block-kit.js'
import { findOption, NotOnScreen } from './targets.js'

const OPTION_TYPES = new Set(['static_select', 'radio_buttons', 'multi_static_select', 'checkboxes'])
export const hasOwnOptions = (element: Element): boolean => OPTION_TYPES.has(element.type)
export const needsOptions = (element: Element): boolean =>
  element.type === 'external_select' || element.type === 'multi_external_select'
export const isChannelSelect = ({ type }: Element): boolean => type === 'conversations_select' || type === 'channels_select'
export const isUserSelect = ({ type }: Element): boolean => type === 'users_select' || type === 'multi_users_select'
export const takesMany = (element: Element): boolean => element.type.startsWith('multi_') || element.type === 'checkboxes'

/**
 * @param zone the person's own, for times typed without an offset
 * @throws NotOnScreen if the field cannot hold the value
 */
export function readTyped(element: Element, typed: unknown, zone: string): unknown {
  if (typed === null || typed === '') return null
  switch (element.type) {
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
      return asText(typed)
    case 'number_input':
      return asText(typed)
    case 'rich_text_input':
      return typeof typed === 'object'
        ? typed
        : { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: asText(typed) }] }] }
    case 'datepicker':
      return require(typed, /^\d{4}-\d{2}-\d{2}$/, 'a date like 2026-03-01')
    case 'timepicker':
      return require(typed, /^\d{2}:\d{2}$/, 'a time like 09:30')
    case 'datetimepicker':
      return asSeconds(typed, zone)
    case 'users_select':
    case 'conversations_select':
    case 'channels_select':
      return asText(typed)
    default:
      throw new NotOnScreen(`Nothing can be typed into a ${element.type}. Use choose or upload.`)
  }
}

/** The element's options that a person named. */
export function readChosen(element: Element, named: readonly string[]): unknown {
  const options = optionsOf(element)
  const found = named.map((name) => {
    const option = findOption(options, name)
    if (!option)
      throw new NotOnScreen(
        `There is no option "${name}". Options: ${options.map((each) => wordsOf(each.text)).join(', ') || 'none'}.`,
      )
    return option
  })
  return takesMany(element) ? found : (found[0] ?? null)
}

function asText(typed: unknown): string {
  if (typeof typed === 'string' || typeof typed === 'number' || typeof typed === 'boolean') return String(typed)
  throw new NotOnScreen('Only text can be typed into this field.')
}

function require(typed: unknown, form: RegExp, example: string): string {
  const text = asText(typed)
  if (!form.test(text)) throw new NotOnScreen(`"${text}" is not ${example}.`)
  return text
}

/** Unix times: seconds have nine or ten digits nowadays, milliseconds twelve or thirteen. */
const UNIX_SECONDS = /^\d{9,10}$/
const UNIX_MILLISECONDS = /^\d{12,13}$/

function asSeconds(typed: unknown, zone: string): number {
  const text = asText(typed).trim()
  if (UNIX_SECONDS.test(text)) return Number(text)
  if (UNIX_MILLISECONDS.test(text)) return Math.floor(Number(text) / 1000)
  const at = /^\d{4}-\d{2}-\d{2}[T ]\d/.test(text) ? DateTime.fromISO(text.replace(' ', 'T'), { zone }) : undefined
  if (!at?.isValid)
    throw new NotOnScreen(
      `"${text}" is not a time like 2026-03-01T10:00:00Z, 2026-03-01 10:00 (the person's own time) or Unix seconds.`,
    )
  return Math.floor(at.toSeconds())
}
