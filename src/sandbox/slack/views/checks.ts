/** Checks of Slack's client before it submits a view: the app never receives such a submission. */
import { isUrl } from '../../../core/lib/parse-url.js'
import { interactives, type Block, type Element, type Value, type Values } from './block-kit.js'
import { isEmpty, valueKey } from '../state.js'

/** block_id -> the sentence shown under the field; empty when the view may be submitted. */
export function checkInputs(blocks: readonly Block[], values: Values): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { block, element, blockId, actionId } of interactives(blocks)) {
    if (block.type !== 'input') continue
    const value = values[blockId]?.[actionId]
    if (!value) continue
    const error = isEmpty(element, value)
      ? block.optional
        ? undefined
        : 'Please complete this required field.'
      : checkValue(element, value)
    if (error) errors[blockId] = error
  }
  return errors
}

function checkValue(element: Element, value: Value): string | undefined {
  const entered = value[valueKey(element)]
  switch (element.type) {
    case 'plain_text_input':
      return checkLength(element, String(entered))
    case 'url_text_input':
      return isWebAddress(String(entered)) ? undefined : 'Please enter a valid URL.'
    case 'email_text_input':
      return /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(String(entered)) ? undefined : 'Please enter a valid email address.'
    case 'number_input':
      return checkNumber(element, String(entered))
    default:
      return undefined
  }
}

function checkLength({ min_length: least, max_length: most }: Element, text: string): string | undefined {
  const length = [...text].length
  if (least !== undefined && length < least) return `Please enter at least ${least} characters.`
  if (most !== undefined && length > most) return `Please enter no more than ${most} characters.`
  return undefined
}

function checkNumber(element: Element, text: string): string | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return 'Please enter a valid number.'
  if (!element.is_decimal_allowed && text.includes('.')) return 'Please enter a whole number.'
  if (element.min_value !== undefined && Number(text) < Number(element.min_value))
    return `Please enter a number greater than or equal to ${element.min_value}.`
  if (element.max_value !== undefined && Number(text) > Number(element.max_value))
    return `Please enter a number less than or equal to ${element.max_value}.`
  return undefined
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && isUrl(text)
}
