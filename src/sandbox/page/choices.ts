/** Selects, searches, radio buttons and checkboxes. */
import { type Element, type Option, wordsOf } from '../slack/views/block-kit.js'
import { chosenOptions, valueKey } from '../slack/state.js'
import { withEmoji } from './emoji.js'
import { common, type Field } from './field.js'
import { attributes, escape } from './html.js'
import { icons } from './icons.js'
import { renderText } from './mrkdwn.js'

const takesMany = ({ type }: Element): boolean => type.startsWith('multi_')
const chosenValues = (field: Field): Set<string> =>
  new Set(field.value ? chosenOptions(field.value).map(({ value }) => value) : [])

export function select(field: Field): string {
  const { element } = field
  const chosen = chosenValues(field)
  const item = (option: Option) =>
    `<option${attributes({ value: option.value, selected: chosen.has(option.value) })}>${escape(withEmoji(wordsOf(option.text)))}</option>`
  const many = takesMany(element)
  const empty = many
    ? ''
    : `<option value=""${chosen.size === 0 ? ' selected' : ''}>${escape(element.placeholder?.text ?? 'Choose an option')}</option>`
  const groups = (element.option_groups ?? []).map(
    (group) => `<optgroup label="${escape(group.label.text)}">${group.options.map(item).join('')}</optgroup>`,
  )
  return `<select${attributes({ ...common(field), 'data-do': 'set', multiple: many })}>${empty}${(element.options ?? []).map(item).join('')}${groups.join('')}</select>`
}

export function directory(field: Field, known: { id: string; name: string }[]): string {
  const options = known.map(({ id, name }) => ({ text: { type: 'plain_text', text: name }, value: id }))
  const entered = field.value?.[valueKey(field.element)]
  const ids = Array.isArray(entered) ? (entered as string[]) : typeof entered === 'string' ? [entered] : [] // written by entryOf
  const chosen = options.filter(({ value }) => ids.includes(value))
  return select({
    ...field,
    element: { ...field.element, options },
    value: { type: field.element.type, selected_options: chosen },
  })
}

export function search(field: Field): string {
  const { element, id } = field
  const many = takesMany(element)
  const chosen = field.value ? chosenOptions(field.value) : []
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
    'data-chosen': JSON.stringify(chosen),
    'data-least': element.min_query_length ?? 3,
    placeholder: element.placeholder?.text ?? 'Search',
    value: many ? '' : (chosen[0]?.text.text ?? ''),
  })
  return `<div class="combo">${chips}<input${shared}><ul class="options" id="${escape(id)}-list" role="listbox" data-keep hidden></ul></div>`
}

/** One of several that are chosen, and its way out. */
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
