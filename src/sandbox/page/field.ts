/** One control of a block, and the attributes that all controls share. */
import type { Element, Value } from '../slack/block-kit.js'
import type { Reader } from './reader.js'

export type Field = {
  /** Unique on the page; connects the label with the control. */
  id: string
  element: Element
  value: Value | undefined
  reader: Reader
  /** Used where there is no visible label. */
  name: string
  isInvalid?: boolean
  optional?: boolean
  choices: { users: { id: string; name: string }[]; channels: { id: string; name: string }[] }
}

/** Id, name and state for assistive technology. */
export const common = ({ id, element, name, isInvalid }: Field) => ({
  id,
  'data-action': element.action_id,
  'aria-label': name || undefined,
  'aria-invalid': isInvalid ? 'true' : undefined,
  'aria-describedby': isInvalid ? `${id}-error` : undefined,
  'data-focus': element.focus_on_load ? 'true' : undefined,
})
