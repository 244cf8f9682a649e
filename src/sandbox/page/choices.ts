/** Selects, searches, radio buttons and checkboxes. */
import type { Element, Option, Text } from '../slack/block-kit.js'
import { chosenOptions, valueKey } from '../slack/state.js'
import { withEmoji } from './emoji.js'
import { common, type Field } from './field.js'
import { attributes, escape } from '../html.js'
import { icons } from './icons.js'
import { renderText } from './mrkdwn.js'

const takesMany = ({ type }: Element): boolean => type.startsWith('multi_')
const chosenValues = (field: Field): Set<string> =>
  new Set(field.value ? chosenOptions(field.value).map(({ value }) => value) : [])

export function select(field: Field): string {
  const { element } = field
  const groups = (element.option_groups ?? []).flatMap((group) =>
    group.options.map((option) => ({ ...option, group: group.label.text })),
  )
  return picker(field, {
    chosen: field.value ? chosenOptions(field.value) : [],
    options: [...(element.options ?? []), ...groups],
  })
}

/** A select of people or channels, which the workspace knows itself. */
export function directory(field: Field, known: { id: string; name: string }[]): string {
  const options = known.map(({ id, name }) => ({ text: { type: 'plain_text', text: name }, value: id }))
  const entered = field.value?.[valueKey(field.element)]
  const ids = Array.isArray(entered) ? (entered as string[]) : typeof entered === 'string' ? [entered] : [] // written by entryOf
  return picker(field, { options, chosen: options.filter(({ value }) => ids.includes(value)) })
}

export const search = (field: Field): string => picker(field, { chosen: field.value ? chosenOptions(field.value) : [] })

type Shown = { value: string; text: { text: string }; description?: Text; group?: string }
/** `options`: to choose from; absent if the app supplies them. */
type Choices = { chosen: readonly Shown[]; options?: readonly Option[] }

/** A box to type in, with a list of matches. */
function picker(field: Field, { chosen, options }: Choices): string {
  const { element, id } = field
  const many = takesMany(element)
  const [first] = chosen
  const hint = element.placeholder?.text ?? (options ? 'Choose an option' : 'Search')
  const chips =
    many && chosen.length > 0 ? `<div class="chips">${chosen.map((option) => chip(field, option)).join('')}</div>` : ''
  const shared = attributes({
    ...common(field),
    type: 'text',
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': `${id}-list`,
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    'data-do': 'search',
    'data-many': many,
    'data-most': element.max_selected_items,
    'data-chosen': JSON.stringify(chosen.map(legible)),
    'data-options': options && JSON.stringify(options.map(legible)),
    'data-least': element.min_query_length ?? 3,
    'data-hint': hint,
    placeholder: hint,
    value: many || !first ? '' : legible(first).text.text,
  })
  const out = !many && first && field.optional ? clear(field, legible(first)) : ''
  return `<div class="combo${many ? ' many' : ''}">${chips}<input${shared}>${out}<ul class="options" id="${escape(id)}-list" role="listbox" data-keep hidden></ul></div>`
}

/** Replaces emoji codes in an option's text. */
const legible = <One extends Shown>(one: One): One => ({ ...one, text: { ...one.text, text: withEmoji(one.text.text) } })

/** A button that clears an optional field. */
function clear({ element, id }: Field, { text }: Shown): string {
  const out = attributes({
    class: 'clear',
    id: `${id}-clear`,
    'data-do': 'unchoose',
    'data-action': element.action_id,
    'aria-label': `Clear ${text.text}`,
  })
  return `<button type="button"${out}>${icons.close}</button>`
}

/** One of several chosen options, with a button to remove it. */
function chip({ element, id }: Field, { value, text }: { value: string; text: { text: string } }): string {
  const out = attributes({
    id: `${id}-${value}`,
    'data-do': 'unchoose',
    'data-action': element.action_id,
    'data-option': value,
    'aria-label': `Remove ${text.text}`,
  })
  return `<span class="chip">${escape(text.text)}<button type="button"${out}>${icons.close}</button></span>`
}

export function boxes(field: Field): string {
  const { element, id, reader } = field
  const chosen = chosenValues(field)
  const type = element.type === 'checkboxes' ? 'checkbox' : 'radio'
  const items = (element.options ?? []).map((option, index) => {
    const shared = attributes({
      type,
      id: `${id}-${index}`,
      name: id,
      value: option.value,
      checked: chosen.has(option.value),
      'data-do': 'set',
      'data-action': element.action_id,
    })
    const more = option.description ? `<small>${renderText(option.description, reader)}</small>` : ''
    return `<label class="box"><input${shared}><span>${renderText(option.text, reader)}${more}</span></label>`
  })
  return `<div class="boxes" role="${type === 'radio' ? 'radiogroup' : 'group'}" aria-label="${escape(field.name || 'Options')}">${items.join('')}</div>`
}
