/** The elements of Block Kit as HTML controls. The script finds container, block and action by their data attributes. */
import { DateTime } from 'luxon'
import { type Element, optionsOf, wordsOf } from '../slack/block-kit.js'
import { valueKey, entryOf } from '../slack/state.js'
import { boxes, directory, search, select } from './choices.js'
import { withEmoji } from './emoji.js'
import { common, type Field } from './field.js'
import { attributes, escape, safeUrl } from '../html.js'
import { icons } from './icons.js'
import { MAX_FIELD_BYTES } from '../slack/views/file-field.js'

/** Renders an unknown element as a note that names it. */
export function renderElement(field: Field): string {
  const { element } = field
  switch (element.type) {
    case 'button':
    case 'workflow_button':
      return button(field)
    case 'feedback_buttons':
      return halves(field)
    case 'image':
      return picture(element)
    case 'overflow':
      return overflow(field)
    case 'plain_text_input':
      return element.multiline ? area(field) : line(field, 'text')
    case 'rich_text_input':
      return area(field)
    case 'email_text_input':
      return line(field, 'email')
    case 'url_text_input':
      return line(field, 'url')
    case 'number_input':
      return line(field, element.is_decimal_allowed ? 'decimal' : 'numeric')
    case 'static_select':
    case 'multi_static_select':
      return select(field)
    case 'external_select':
    case 'multi_external_select':
      return search(field)
    case 'users_select':
    case 'multi_users_select':
      return directory(field, field.choices.users)
    case 'conversations_select':
    case 'channels_select':
    case 'multi_conversations_select':
    case 'multi_channels_select':
      return directory(field, field.choices.channels)
    case 'datepicker':
      return line(field, undefined, 'date')
    case 'timepicker':
      return line(field, undefined, 'time')
    case 'datetimepicker':
      return moment(field)
    case 'radio_buttons':
    case 'checkboxes':
      return boxes(field)
    case 'file_input':
      return fileField(field)
    default:
      return `<span class="unknown">${escape(element.type)} is not shown here</span>`
  }
}

function button(field: Field): string {
  const { element } = field
  const look = element.style === 'primary' ? ' primary' : element.style === 'danger' ? ' danger' : ''
  const confirm = element.confirm ? JSON.stringify(element.confirm) : undefined
  const shared = attributes({
    id: field.id,
    class: `btn${look}`,
    'data-do': 'press',
    'data-action': element.action_id,
    'data-confirm': confirm,
    'aria-label': element.accessibility_label,
  })
  const words = escape(withEmoji(wordsOf(element.text)))
  const url = safeUrl(element.url)
  return url === undefined
    ? `<button type="button"${shared}>${words}</button>`
    : `<a${shared} href="${escape(url)}" target="_blank" rel="noopener noreferrer">${words}</a>`
}

/** The address of a picture, or of a file of this workspace. */
export function pictureUrl({ image_url: url, slack_file: file }: Pick<Element, 'image_url' | 'slack_file'>): string | undefined {
  const id = file?.id ?? /\/T[A-Z0-9]+-(F[A-Z0-9]+)\//.exec(file?.url ?? '')?.[1]
  return id === undefined ? safeUrl(url) : `/sandbox/slack/files/${encodeURIComponent(id)}`
}

const picture = (element: Element): string =>
  `<img${attributes({ class: 'thumb', src: pictureUrl(element), alt: element.alt_text ?? '' })}>`

const halves = ({ element }: Field): string =>
  optionsOf(element)
    .map(({ text, value }) => {
      const shared = attributes({ class: 'btn', 'data-do': 'press', 'data-action': element.action_id, 'data-option': value })
      return `<button type="button"${shared}>${escape(withEmoji(wordsOf(text)))}</button>`
    })
    .join('')

function overflow(field: Field): string {
  const items = (field.element.options ?? []).map((option) => {
    const shared = attributes({
      class: 'menu-item',
      'data-do': 'press',
      'data-action': field.element.action_id,
      'data-option': option.value,
    })
    return `<button type="button"${shared}>${escape(withEmoji(wordsOf(option.text)))}</button>`
  })
  return `<details class="menu" id="${escape(field.id)}"><summary class="btn" aria-label="More actions">${icons.dots}</summary><div class="menu-list">${items.join('')}</div></details>`
}

function enteredText({ element, value }: Field): string {
  const entered = value?.[valueKey(element)]
  if (element.type === 'rich_text_input') return richWords(entered)
  return typeof entered === 'string' || typeof entered === 'number' ? String(entered) : ''
}

/** The text of a rich text value, for the plain box that replaces Slack's editor. */
function richWords(entered: unknown): string {
  if (Array.isArray(entered)) return entered.map(richWords).join('')
  if (typeof entered !== 'object' || entered === null) return ''
  const { text, elements } = entered as { text?: unknown; elements?: unknown } // rich_text, read recursively
  return typeof text === 'string' ? text : richWords(elements)
}

function line(field: Field, inputmode: string | undefined, type = 'text'): string {
  const hint = field.element.placeholder?.text
  return `<input${attributes({ ...common(field), type, inputmode, 'data-do': 'set', value: enteredText(field), placeholder: hint, autocomplete: 'off' })}>`
}

function area(field: Field): string {
  const hint = field.element.placeholder?.text
  return `<textarea${attributes({ ...common(field), 'data-do': 'set', rows: 4, placeholder: hint })}>\n${escape(enteredText(field))}</textarea>`
}

/** A date and time in the reader's zone; the server reads it in the same zone. */
function moment(field: Field): string {
  const seconds = field.value?.['selected_date_time']
  const value =
    typeof seconds === 'number' ? DateTime.fromSeconds(seconds, { zone: field.reader.zone }).toFormat("yyyy-MM-dd'T'HH:mm") : ''
  return `<input${attributes({ ...common(field), type: 'datetime-local', 'data-do': 'set', value })}><span class="zone">${escape(field.reader.zone)}</span>`
}

/** A file field: its files, each with a button to remove it, and a button and drop area to add more. */
type Held = { id: string; name: string; size: number; mimetype: string }

function fileField(field: Field): string {
  const { element, id } = field
  const { files } = field.value ?? entryOf(element, null)
  const entered = files as Held[] // written by fileWire
  const most = element.max_files ?? 10
  const shared = attributes({
    ...common(field),
    class: 'sr',
    type: 'file',
    'data-do': 'attach',
    'data-max-bytes': MAX_FIELD_BYTES,
    accept: element.filetypes?.map((type) => `.${type}`).join(','),
    multiple: most > 1,
  })
  const list = entered.length === 0 ? '' : `<ul class="files">${entered.map((file) => row(field, file)).join('')}</ul>`
  const words = entered.length > 0 ? 'Add files' : most === 1 ? 'Choose a file' : 'Choose files'
  const ways = `<input${shared}><label class="btn" for="${escape(id)}">${icons.clip}<span>${words}</span></label><small>or drop them here</small>`
  return `<div class="drop" data-drop>${list}<div class="ways">${entered.length < most ? ways : '<small>No more files fit.</small>'}</div></div>`
}

function row({ element, id }: Field, file: Held): string {
  const out = attributes({
    class: 'btn bare',
    id: `${id}-${file.id}`,
    'data-do': 'detach',
    'data-action': element.action_id,
    'data-file': file.id,
    'aria-label': `Remove ${file.name}`,
  })
  const picture = file.mimetype.startsWith('image/')
    ? `<img${attributes({ class: 'file-picture', src: `/sandbox/slack/files/${encodeURIComponent(file.id)}`, alt: '' })}>`
    : ''
  return `<li>${picture}<span class="file-name">${escape(file.name)}</span><small>${sizeOf(file.size)}</small><button type="button"${out}>${icons.close}</button></li>`
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
