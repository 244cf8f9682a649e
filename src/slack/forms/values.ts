/** What a person has put into a view, by the names of its inputs. */
import type { ViewOutput } from '@slack/bolt'
import { withScheme } from '../../core/lib/http/url.js'
import { withEmoji } from '../input/emoji.js'

type State = Pick<ViewOutput, 'state'>
type Held = ViewOutput['state']['values'][string][string]

/** The one value of an input. A block_id may carry a round (`boardId.2`), which is no part of its name. */
function leasedBy(view: Partial<State>, name: string): Held | undefined {
  const values = view.state?.values ?? {} // a search in a select may come without
  const blockId = Object.keys(values).find((id) => id === name || id.startsWith(`${name}.`))
  return blockId === undefined ? undefined : Object.values(values[blockId] ?? {})[0]
}

/** '' when nothing was typed. Codes of emoji are emoji, whoever wrote them; all else stays as it is. */
export const typed = (view: State, name: string): string => withEmoji(leasedBy(view, name)?.value ?? '', 'kept')

/** An address, which may be typed without its `https://`. */
export const typedAddress = (view: State, name: string): string => withScheme(typed(view, name).trim())

export function chosen(view: State, name: string): { id: string; name: string } | null {
  const option = leasedBy(view, name)?.selected_option
  return option ? { id: option.value, name: option.text.text } : null
}

/** Of a select of channels. */
export const chosenChannel = (view: State, name: string): string | null => leasedBy(view, name)?.selected_conversation ?? null

/** Of a select of people: Slack's own id. */
export const chosenPerson = (view: State, name: string): string | null => leasedBy(view, name)?.selected_user ?? null

export function chosenTime(view: State, name: string): Date | null {
  const seconds = leasedBy(view, name)?.selected_date_time
  return seconds === undefined || seconds === null ? null : new Date(seconds * 1000)
}

/** YYYY-MM-DD of a date picker. */
export const chosenDay = (view: State, name: string): string | null => leasedBy(view, name)?.selected_date ?? null

/** HH:MM of a time picker; '' when none was chosen. */
export const chosenHour = (view: State, name: string): string => leasedBy(view, name)?.selected_time ?? ''

/** In the order they were chosen. */
export const chosenMany = (view: State, name: string): { id: string; name: string }[] =>
  (leasedBy(view, name)?.selected_options ?? []).map(({ value, text }) => ({ id: value, name: text.text }))

/** Of a file field: Slack's own ids. The name may be missing where the file belongs to another workspace. */
export const chosenFiles = (view: State, name: string): { id: string; name: string }[] =>
  (leasedBy(view, name)?.files ?? []).map((file: { id: string; name?: string }) => ({ id: file.id, name: file.name ?? 'a file' }))

/** Whether the view asks for it at all. */
export const isAsked = (view: State, name: string): boolean => leasedBy(view, name) !== undefined
