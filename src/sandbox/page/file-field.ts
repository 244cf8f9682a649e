/** A file field: its files, each with a button to remove it, and a button and drop area to add more. */
import { entryOf } from '../slack/state.js'
import { MAX_FIELD_BYTES } from '../slack/files/file-field.js'
import { common, type Field } from './field.js'
import { attributes, escape } from './html.js'
import { icons } from './icons.js'

type Held = { id: string; name: string; size: number; mimetype: string }

export function fileField(field: Field): string {
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
