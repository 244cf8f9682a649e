/** Reads the values of a view by the names of its inputs. */
import type { ViewOutput } from '@slack/bolt'
import { withScheme } from '../../core/lib/http/url.js'
import { withEmoji } from '../input/emoji.js'

type State = Pick<ViewOutput, 'state'>
type Held = ViewOutput['state']['values'][string][string]

/** Returns the value of an input. A block_id may end in a round (`boardId.2`), which is not part of its name. */
function leasedBy(view: Partial<State>, name: string): Held | undefined {
  const values = view.state?.values ?? {} // a search in a select may have none
  const blockId = Object.keys(values).find((id) => id === name || id.startsWith(`${name}.`))
  return blockId === undefined ? undefined : Object.values(values[blockId] ?? {})[0]
}

/** Returns typed text, or ''. Emoji codes become emoji; everything else is unchanged. */
export const typed = (view: State, name: string): string => withEmoji(leasedBy(view, name)?.value ?? '', 'kept')

/** Returns a typed address, with `https://` if that was left out. */
export const typedAddress = (view: State, name: string): string => withScheme(typed(view, name).trim())

export function chosen(view: State, name: string): { id: string; name: string } | null {
  const option = leasedBy(view, name)?.selected_option
  return option ? { id: option.value, name: option.text.text } : null
}

/** Reads a select of channels. */
export const chosenChannel = (view: State, name: string): string | null => leasedBy(view, name)?.selected_conversation ?? null

/** Reads a select of people: Slack's own id. */
export const chosenPerson = (view: State, name: string): string | null => leasedBy(view, name)?.selected_user ?? null

/** Reads a select of several people: Slack's own ids. */
export const chosenPeople = (view: State, name: string): string[] => leasedBy(view, name)?.selected_users ?? []

export function chosenTime(view: State, name: string): Date | null {
  const seconds = leasedBy(view, name)?.selected_date_time
  return seconds === undefined || seconds === null ? null : new Date(seconds * 1000)
}

/** Reads a date picker, as YYYY-MM-DD. */
export const chosenDay = (view: State, name: string): string | null => leasedBy(view, name)?.selected_date ?? null

/** Reads a time picker as HH:MM; '' when none was chosen. */
export const chosenHour = (view: State, name: string): string => leasedBy(view, name)?.selected_time ?? ''

/** Reads a select of several options, in the order in which they were chosen. */
export const chosenMany = (view: State, name: string): { id: string; name: string }[] =>
  (leasedBy(view, name)?.selected_options ?? []).map(({ value, text }) => ({ id: value, name: text.text }))

/** Reads a file field: Slack's own ids. The name may be missing if the file belongs to another workspace. */
export const chosenFiles = (view: State, name: string): { id: string; name: string }[] =>
  (leasedBy(view, name)?.files ?? []).map((file: { id: string; name?: string }) => ({ id: file.id, name: file.name ?? 'a file' }))

/** True when the view has this input. */
export const isAsked = (view: State, name: string): boolean => leasedBy(view, name) !== undefined
