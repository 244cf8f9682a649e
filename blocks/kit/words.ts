/** A field for words that have a limit, with Slack's counter. */
import type { PlainTextInput } from '@slack/types'
import { action } from '../ids.js'
import { clip } from './kit.js'

/** Characters of a pin's words: the core's own limits, as a test holds them to be. */
export const MOST_WORDS = { title: 100, description: 800, altText: 500 } as const

type WordsFields = { initial: string; most: number; isLong?: boolean | undefined; isFocused?: boolean | undefined }

/** What is longer already stays as it is, to be shortened: Slack takes no field whose value is above its own limit. */
export const wordsElement = ({ initial, most, isLong = false, isFocused = false }: WordsFields): PlainTextInput => ({
  type: 'plain_text_input',
  action_id: action.value,
  multiline: isLong,
  ...(initial.length <= most && { max_length: most }),
  ...(initial !== '' && { initial_value: clip(initial, 3000) }),
  ...(isFocused && { focus_on_load: true }),
})

type AddressFields = { initial?: string; actionId?: string; isFocused?: boolean | undefined }
/** A field for an address, which may be typed without its `https://`: Slack's own field of addresses refuses that. */
export const addressElement = ({
  initial = '',
  actionId = action.value,
  isFocused = false,
}: AddressFields = {}): PlainTextInput => ({
  type: 'plain_text_input',
  action_id: actionId,
  ...(initial !== '' && { initial_value: clip(initial, 3000) }),
  ...(isFocused && { focus_on_load: true }),
})
