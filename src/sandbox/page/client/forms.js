/** The form on top: showing it, closing it, and its focus. */
import { noteClosed, send } from './acts.js'
import { all, around, byId, first, targetOf } from './dom.js'
import { morphAround, parse } from './morph.js'
import { raiseToast } from './server.js'

/** @typedef {{ html: string, focus: string | undefined, scroll: number }} Place */

const modal = byId('modal', HTMLDialogElement)

/** @param {ParentNode} root */
const viewIn = (root) => first(root, '[data-view]', HTMLElement)?.dataset.view
const body = () => first(modal, '.modal-body', HTMLElement)
const hasFocus = () => modal.contains(document.activeElement)

/** By view, the focus and scroll position when another form covered it. @type {Map<string, Place>} */
const left = new Map()
let shown = modal.innerHTML

/**
 * @param {string} written the form on top as the server wrote it; nothing when none is open
 * @param {readonly string[]} open the views of all that are open
 */
export function showForm(written, open) {
  const { innerHTML: html, content } = parse(written) // as the browser serializes it, for comparison
  const view = viewIn(modal)
  const next = viewIn(content)
  const errors = errorsShown()
  if (next !== view && view !== undefined) leaveForm(view, open)
  shown = html
  morphAround(modal, written)
  if (next === undefined) {
    if (!modal.open) return
    modal.close()
    returnFocus()
    raiseToast()
    return
  }
  if (!modal.open) {
    modal.showModal()
    raiseToast()
  }
  if (next !== view) returnTo(left.get(next), html)
  else if (errorsShown() !== '' && errorsShown() !== errors) showFirstError()
}

/**
 * Sends half typed values as a change of focus would: a covered form receives them, a closed one drops them.
 * @param {string} view
 * @param {readonly string[]} open
 */
function leaveForm(view, open) {
  left.set(view, { html: shown, focus: document.activeElement?.id, scroll: body()?.scrollTop ?? 0 })
  for (const each of left.keys()) {
    if (open.includes(each)) continue
    noteClosed(each)
    left.delete(each)
  }
  if (hasFocus() && document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

const errorsShown = () =>
  all(modal, '.error', HTMLElement)
    .map(({ textContent }) => textContent)
    .join()

/** Scrolls to the error, which may be out of sight in a long form. */
function showFirstError() {
  around(first(modal, '.error', HTMLElement), '.block', HTMLElement)?.scrollIntoView({ block: 'center' })
  if (!hasFocus()) first(modal, '[aria-invalid]', HTMLElement)?.focus({ preventScroll: true })
}

/**
 * Restores the focus and scroll position; a form with new content is shown from its top.
 * @param {Place | undefined} place
 * @param {string} html
 */
function returnTo(place, html) {
  const focused = place?.html === html && place.focus ? document.getElementById(place.focus) : null
  if (!place || !focused) return focusFirst()
  focused.focus({ preventScroll: true })
  body()?.scrollTo({ top: place.scroll })
}

/** Focuses the field once more: Chromium restores the focus when a dialog closes, but accepts no text before that. */
function returnFocus() {
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : byId('typed', HTMLElement)
  at.blur()
  at.focus({ preventScroll: true })
}

/**
 * Focuses the field that the form names, else the first, and among choices the selected one. A button with a confirmation, such
 * as one that deletes, is never focused automatically.
 */
function focusFirst() {
  const at =
    first(modal, '[data-focus]', HTMLElement) ??
    first(modal, '.modal-body :is(input, textarea, select, button, a.btn, summary)', HTMLElement)
  if (at?.dataset.confirm !== undefined) return first(modal, '#modal-title', HTMLElement)?.focus()
  const isRadio = at instanceof HTMLInputElement && at.type === 'radio'
  const chosen = isRadio ? first(at.closest('.block'), 'input:checked', HTMLInputElement) : null
  ;(chosen ?? at)?.focus()
}

export function submitForm() {
  const view = viewIn(modal) ?? ''
  return send(() => ({ do: 'submit', view }))
}

/** @param {'close' | 'close-all'} how `close` shows the form below again, `close-all` closes that too */
export function closeForm(how) {
  const view = viewIn(modal) ?? ''
  return send(() => ({ do: how, view }))
}

/** @param {Event} event */
function onEscape(event) {
  event.preventDefault()
  void closeForm('close')
}

export function startForms() {
  modal.addEventListener('cancel', onEscape)
  // handled here, because the dialog gets one Escape twice from a time field, and would close two forms
  modal.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape(event)
  })

  modal.addEventListener('keydown', (event) => {
    const input = targetOf(event)
    if (event.key !== 'Enter' || event.isComposing || !(input instanceof HTMLInputElement)) return
    if (['checkbox', 'radio', 'file'].includes(input.type) || input.dataset.do === 'search') return
    event.preventDefault()
    input.blur() // sends what was typed first
    first(modal, '[data-do=submit]:not(:disabled)', HTMLElement)?.click()
  })
  if (viewIn(modal) === undefined) return
  modal.showModal()
  focusFirst()
}
