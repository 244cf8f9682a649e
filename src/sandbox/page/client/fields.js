/** Buttons, fields and menus of blocks: each sends an action with its exact address. */
import { actsQueued, addressOf, send, settled } from './acts.js'
import { replyTo } from './composer.js'
import { all, around, byId, first, isField, purposeOf, targetOf } from './dom.js'
import { closeForm, submitForm } from './forms.js'
import { dirty } from './morph.js'
import { fit } from './fit.js'
import { leave, makeRoom, onSearchKey, search, unchoose } from './search.js'
import { inBase64, report } from './server.js'

/** @import { Field } from './dom.js' */
/**
 * The texts of a confirmation dialog, as in Slack.
 * @typedef {{ text?: string }} Text @typedef {{ title?: Text, text?: Text, confirm?: Text, deny?: Text, style?: string }} Confirm
 */

/** The number of actions after an element's own one. @type {WeakMap<Element, number>} */
const pressedAt = new WeakMap()

/**
 * @param {Element} element
 * @param {() => Promise<unknown>} work sends at once
 */
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

/** True for a second click before the first one had a result. @param {HTMLElement} element */
const isRepeated = (element) => 'pending' in element.dataset && pressedAt.get(element) === actsQueued()

export function startFields() {
  startDrops()
  document.addEventListener('click', (event) => {
    const target = targetOf(event)
    const pressed = around(target, '[data-do]', HTMLElement)
    closeMenus(target)
    if (pressed) void press(pressed)
  })
  document.addEventListener('input', (event) => {
    const target = targetOf(event)
    if (purposeOf(target) === 'set' && isField(target)) for (const each of groupOf(target)) dirty.add(each)
    if (isSearch(target)) search(target)
  })
  document.addEventListener('beforeinput', (event) => {
    const target = targetOf(event)
    if (isSearch(target)) makeRoom(target)
  })
  document.addEventListener(
    'toggle',
    (event) => {
      const target = targetOf(event)
      const list = target instanceof HTMLDetailsElement && target.open ? first(target, '.menu-list', HTMLElement) : null
      if (list) fit(list)
    },
    true,
  )
  document.addEventListener('change', (event) => {
    const target = targetOf(event)
    if (purposeOf(target) === 'set' && isField(target)) void set(target)
    if (purposeOf(target) === 'attach' && target instanceof HTMLInputElement) void attach(target)
  })
  document.addEventListener('focusout', (event) => {
    const target = targetOf(event)
    if (isSearch(target)) leave(target)
  })
  document.addEventListener(
    'keydown',
    (event) => {
      const target = targetOf(event)
      if (isSearch(target)) onSearchKey(event, target)
      else if (event.key === 'Escape') leaveMenu(event)
    },
    true,
  )
}

/** @param {Element} element @returns {element is HTMLInputElement} */
const isSearch = (element) => purposeOf(element) === 'search' && element instanceof HTMLInputElement

/** Closes an open menu before the form that contains it. @param {Event} event */
function leaveMenu(event) {
  const open = first(document, 'details.menu[open] > summary', HTMLElement)
  if (!open) return
  event.preventDefault()
  closeMenus(document.body)
  open.focus()
}

/** @param {Element} except */
function closeMenus(except) {
  for (const menu of all(document, 'details.menu[open]', HTMLDetailsElement)) {
    if (!menu.contains(except) || except.closest('.menu-item')) menu.open = false
  }
}

/** @param {HTMLElement} element */
async function press(element) {
  const { dataset } = element
  if (isRepeated(element)) return
  switch (dataset.do) {
    case 'press': {
      const address = addressOf(element)
      const option = dataset.option === undefined ? {} : { option: dataset.option }
      if (dataset.confirm && !(await confirmed(/** @type {Confirm} */ (JSON.parse(dataset.confirm))))) return
      return whilePending(element, () => send(() => ({ do: 'press', ...address, ...option })))
    }
    case 'open': {
      const isUnread = element.classList.contains('unread')
      const channel = (isUnread ? dataset.messages : undefined) ?? dataset.channel ?? ''
      return whilePending(element, () => send(() => ({ do: 'open', channel })))
    }
    case 'shortcut':
      return whilePending(element, () =>
        send(() => ({ do: 'shortcut', callback: dataset.callback ?? '', ...(dataset.ts ? { ts: dataset.ts } : {}) })),
      )
    case 'reply':
      return replyTo(dataset.ts ?? '')
    case 'search':
      if (!isSearch(element)) return
      makeRoom(element)
      search(element, '') // it may already have the focus
      return
    case 'detach': {
      const address = addressOf(element)
      return whilePending(element, () => send(() => ({ do: 'detach', ...address, file: dataset.file ?? '' })))
    }
    case 'unchoose':
      return whilePending(element, () => unchoose(element))
    case 'submit':
      return whilePending(element, submitForm)
    case 'close':
      return whilePending(element, () => closeForm('close'))
    case 'close-all':
      return whilePending(element, () => closeForm('close-all'))
    default: // sent as a value instead of a press
  }
}

/**
 * Shows the dialog of a button with `confirm`, as Slack does.
 * @param {Confirm} confirm
 * @returns {Promise<boolean>}
 */
function confirmed({ title, text, confirm, deny, style }) {
  const dialog = byId('confirm', HTMLDialogElement)
  const heading = document.createElement('h2')
  heading.id = 'confirm-title'
  heading.textContent = title?.text ?? 'Are you sure?'
  const words = document.createElement('p')
  words.textContent = text?.text ?? ''
  /** @param {string} label @param {string} value @param {string} look */
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

/** @param {Field} element @returns one, or several where several may be chosen */
function valueOf(element) {
  const checked = () => boxesOf(element).flatMap((each) => (each.checked ? [each.value] : []))
  if (element.type === 'radio') return checked()[0] ?? ''
  if (element.type === 'checkbox') return checked()
  return element.value
}

/** @param {Field} element */
function boxesOf(element) {
  const group = around(element, '.boxes', HTMLElement)
  return group ? all(group, 'input', HTMLInputElement) : []
}

/** The boxes of a group, which are one value. @param {Field} element @returns {Field[]} */
const groupOf = (element) => (around(element, '.boxes', HTMLElement) ? boxesOf(element) : [element])

/** @param {Field} element */
async function set(element) {
  const group = groupOf(element)
  const address = addressOf(element)
  const value = valueOf(element)
  await send(() => ({ do: 'set', ...address, value }))
  const isAsSent = JSON.stringify(valueOf(element)) === JSON.stringify(value)
  if (isAsSent) for (const each of group) dirty.delete(each)
}

/**
 * Sends all files before the next action, so that a form is never submitted without pending files.
 * @param {HTMLInputElement} element
 */
async function attach(element, files = [...(element.files ?? [])]) {
  element.value = ''
  const most = Number(element.dataset.maxBytes)
  const address = addressOf(element)
  for (const { name } of files.filter(({ size }) => size > most))
    report(new Error(`"${name}" is too large: files can have up to ${most / 1024 / 1024} MB.`))
  await whilePending(element.nextElementSibling ?? element, () =>
    Promise.all(
      files
        .filter(({ size }) => size <= most)
        .map((file) => send(async () => ({ do: 'attach', ...address, files: [await inBase64(file)] }))),
    ),
  )
}

/** Drops files into a field; files dropped beside it must not replace the page. */
function startDrops() {
  /** @param {Event} event */
  const fieldAt = (event) => targetOf(event).closest('[data-drop]')
  /** @param {Element | null} field */
  const mark = (field) => {
    for (const each of document.querySelectorAll('[data-drop]')) each.classList.toggle('over', each === field)
  }
  document.addEventListener('dragover', (event) => {
    event.preventDefault()
    mark(fieldAt(event))
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? mark(null))
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    mark(null)
    const input = first(fieldAt(event), 'input[type=file]', HTMLInputElement)
    if (input) void attach(input, [...(event.dataTransfer?.files ?? [])])
  })
}
