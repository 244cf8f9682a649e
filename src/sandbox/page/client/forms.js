/** The form on top: shown, closed, and where the focus goes. */
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

/** By view, where somebody was when another form was laid over it. @type {Map<string, Place>} */
const left = new Map()
let shown = modal.innerHTML

/**
 * @param {string} written the form on top as the server wrote it; nothing when none is open
 * @param {readonly string[]} open the views of all that are open
 */
export function showForm(written, open) {
  const { innerHTML: html, content } = parse(written) // as a browser writes it: as it would be in a page that came with it
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
 * What is half typed is sent, as by somebody who goes to another field: a form that was covered gets it, one that was closed takes it along.
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

/** A long form may have it out of sight. */
function showFirstError() {
  around(first(modal, '.error', HTMLElement), '.block', HTMLElement)?.scrollIntoView({ block: 'center' })
  if (!hasFocus()) first(modal, '[aria-invalid]', HTMLElement)?.focus({ preventScroll: true })
}

/**
 * To the place it was left at; a form that says something new is read from its top.
 * @param {Place | undefined} place
 * @param {string} html
 */
function returnTo(place, html) {
  const focused = place?.html === html && place.focus ? document.getElementById(place.focus) : null
  if (!place || !focused) return focusFirst()
  focused.focus({ preventScroll: true })
  body()?.scrollTo({ top: place.scroll })
}

/** Chromium gives a field its focus back when a dialog closes, but takes no text in it until it is focused once more. */
function returnFocus() {
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : byId('typed', HTMLElement)
  at.blur()
  at.focus({ preventScroll: true })
}

/**
 * To the field that the form itself names, else the first. Among choices, on the one that is made. A button that asks again, as one that deletes
 * does, gets it from nobody but the person.
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
  // not left to the dialog: from a field for a time it gets one Escape twice, and two forms would close
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
