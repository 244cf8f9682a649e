/** Buttons, fields and menus of blocks: each sends what was done with its exact address. */
import { actsQueued, addressOf, send, settled } from './acts.js'
import { closeForm, submitForm } from './forms.js'
import { dirty } from './morph.js'
import { leave, onSearchKey, search, unchoose } from './search.js'
import { inBase64, tell } from './server.js'

/** By element, how many acts there were after its own. */
const pressedAt = new WeakMap()

/** @param work sends at once */
async function whilePending(element, work) {
  element.setAttribute('data-pending', '')
  const sending = work()
  const shown = settled()
  const at = actsQueued()
  pressedAt.set(element, at)
  await sending
  await shown
  if (pressedAt.get(element) === at) element.removeAttribute('data-pending')
}

/** A second click that follows the first, while nothing came of that yet. */
const isRepeated = (element) => 'pending' in element.dataset && pressedAt.get(element) === actsQueued()

export function startFields() {
  startDrops()
  document.addEventListener('click', (event) => {
    const pressed = event.target.closest('[data-do]')
    closeMenus(event.target)
    if (pressed) void press(pressed)
  })
  document.addEventListener('input', ({ target }) => {
    if (target.dataset.do === 'set') for (const each of groupOf(target)) dirty.add(each)
    if (target.dataset.do === 'search') search(target)
  })
  document.addEventListener('change', ({ target }) => {
    if (target.dataset.do === 'set') void set(target)
    if (target.dataset.do === 'attach') void attach(target)
  })
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (target.dataset?.do === 'search' && relatedTarget) search(target, '') // not when the page itself put the focus there
  })
  document.addEventListener('focusout', ({ target }) => {
    if (target.dataset?.do === 'search') leave(target)
  })
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.target.dataset?.do === 'search') onSearchKey(event)
      else if (event.key === 'Escape') leaveMenu(event)
    },
    true,
  )
}

/** An open menu is closed before the form it is in. */
function leaveMenu(event) {
  const open = document.querySelector('details.menu[open] > summary')
  if (!open) return
  event.preventDefault()
  closeMenus(document.body)
  open.focus()
}

function closeMenus(except) {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(except) || except.closest('.menu-item')) menu.open = false
  }
}

async function press(element) {
  const { dataset } = element
  if (isRepeated(element)) return
  switch (dataset.do) {
    case 'press': {
      const body = { do: 'press', ...addressOf(element), ...(dataset.option === undefined ? {} : { option: dataset.option }) }
      if (dataset.confirm && !(await confirmed(JSON.parse(dataset.confirm)))) return
      return whilePending(element, () => send(() => body))
    }
    case 'open':
      return whilePending(element, () => send(() => ({ do: 'open', channel: dataset.channel })))
    case 'shortcut':
      return whilePending(element, () =>
        send(() => ({ do: 'shortcut', callback: dataset.callback, ...(dataset.ts ? { ts: dataset.ts } : {}) })),
      )
    case 'search':
      return search(element, '') // the focus may be in it since before
    case 'detach': {
      const body = { do: 'detach', ...addressOf(element), file: dataset.file }
      return whilePending(element, () => send(() => body))
    }
    case 'unchoose':
      return whilePending(element, () => unchoose(element))
    case 'submit':
      return whilePending(element, submitForm)
    case 'close':
    case 'close-all':
      return whilePending(element, () => closeForm(dataset.do))
  }
}

/** The dialog that Slack shows before a button with `confirm`. */
function confirmed({ title, text, confirm, deny, style }) {
  const dialog = document.getElementById('confirm')
  const heading = document.createElement('h2')
  heading.id = 'confirm-title'
  heading.textContent = title?.text ?? 'Are you sure?'
  const words = document.createElement('p')
  words.textContent = text?.text ?? ''
  const button = (label, value, look) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = `btn ${look}`
    made.textContent = label
    made.addEventListener('click', () => dialog.close(value))
    return made
  }
  const footer = document.createElement('footer')
  footer.append(
    button(deny?.text ?? 'Cancel', 'no', ''),
    button(confirm?.text ?? 'Yes', 'yes', style === 'danger' ? 'danger' : 'primary'),
  )
  dialog.replaceChildren(heading, words, footer)
  dialog.returnValue = 'no'
  dialog.showModal()
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true }))
}

function valueOf(element) {
  if (element.type === 'radio') return [...groupOf(element)].find(({ checked }) => checked)?.value
  if (element.type === 'checkbox')
    return [...element.closest('.boxes').querySelectorAll('input:checked')].map(({ value }) => value)
  if (element.multiple) return [...element.selectedOptions].map(({ value }) => value)
  return element.value
}

/** Boxes of one group are one value. */
const groupOf = (element) => element.closest('.boxes')?.querySelectorAll('input') ?? [element]

async function set(element) {
  const group = [...groupOf(element)]
  const body = { do: 'set', ...addressOf(element), value: valueOf(element) }
  await send(() => body)
  const isAsSent = JSON.stringify(valueOf(element)) === JSON.stringify(body.value)
  if (isAsSent) for (const each of group) dirty.delete(each)
}

/** All go out before what is done next: a form is not sent without those of its files that wait. */
async function attach(element, files = [...element.files]) {
  element.value = ''
  const most = Number(element.dataset.maxBytes)
  const address = addressOf(element)
  for (const { name } of files.filter(({ size }) => size > most))
    tell(new Error(`"${name}" is too large: files of up to ${most / 1024 / 1024} MB can be chosen here.`))
  await whilePending(element.nextElementSibling, () =>
    Promise.all(
      files
        .filter(({ size }) => size <= most)
        .map((file) => send(async () => ({ do: 'attach', ...address, files: [await inBase64(file)] }))),
    ),
  )
}

/** Files dropped on a field go into it; dropped beside it they must not replace the page. */
function startDrops() {
  const fieldAt = (target) => target.closest?.('[data-drop]')
  const mark = (field) => {
    for (const each of document.querySelectorAll('[data-drop]')) each.classList.toggle('over', each === field)
  }
  document.addEventListener('dragover', (event) => {
    event.preventDefault()
    mark(fieldAt(event.target))
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? mark(undefined))
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    mark(undefined)
    const input = fieldAt(event.target)?.querySelector('input[type=file]')
    if (input) void attach(input, [...event.dataTransfer.files])
  })
}
