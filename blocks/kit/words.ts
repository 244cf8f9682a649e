/** A text field with a limit and Slack's counter. */
import { shared } from '../ids.js'
import type { PlainTextInput } from '@slack/types'
import { clip } from './kit.js'

/** The core's limits in characters; a test compares them. */
export const MOST_WORDS = { title: 100, description: 800, altText: 500 } as const

type WordsFields = { initial: string; most: number; isLong?: boolean | undefined; isFocused?: boolean | undefined }

/** Drops the limit if the text is already longer, because Slack refuses a field whose value exceeds its limit. */
export const wordsElement = ({ initial, most, isLong = false, isFocused = false }: WordsFields): PlainTextInput => ({
  type: 'plain_text_input',
  action_id: shared.value,
  multiline: isLong,
  ...(initial.length <= most && { max_length: most }),
  ...(initial !== '' && { initial_value: clip(initial, 3000) }),
  ...(isFocused && { focus_on_load: true }),
})

type AddressFields = { initial?: string; actionId?: string; isFocused?: boolean | undefined }
/** A field for an address that may lack `https://`, which Slack's own URL field refuses. */
export const addressElement = ({
  initial = '',
  actionId = shared.value,
  isFocused = false,
}: AddressFields = {}): PlainTextInput => ({
  type: 'plain_text_input',
  action_id: actionId,
  ...(initial !== '' && { initial_value: clip(initial, 3000) }),
  ...(isFocused && { focus_on_load: true }),
})
