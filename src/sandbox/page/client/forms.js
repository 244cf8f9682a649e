/** The form on top: shown, closed, and where the focus goes. */
import { noteClosed, send } from './acts.js'
import { morphAround, parse } from './morph.js'

const modal = document.getElementById('modal')

const viewIn = (element) => element.querySelector('[data-view]')?.dataset.view

/** By view, where somebody was when another form was laid over it. */
const left = new Map()
let shown = modal.innerHTML

/**
 * @param written the form on top as the server wrote it; nothing when none is open
 * @param open the views of all that are open
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
    if (modal.open) modal.close()
    return
  }
  if (!modal.open) modal.showModal()
  if (next !== view) returnTo(left.get(next), html)
  else if (errorsShown() !== '' && errorsShown() !== errors) showFirstError()
}

/** What is half typed is sent, as by somebody who goes to another field: a form that was covered gets it, one that was closed takes it along. */
function leaveForm(view, open) {
  left.set(view, { html: shown, focus: document.activeElement?.id, scroll: modal.querySelector('.modal-body')?.scrollTop })
  for (const each of left.keys()) {
    if (open.includes(each)) continue
    noteClosed(each)
    left.delete(each)
  }
  if (modal.contains(document.activeElement)) document.activeElement.blur()
}

const errorsShown = () => [...modal.querySelectorAll('.error')].map(({ textContent }) => textContent).join()

/** A long form may have it out of sight. */
function showFirstError() {
  modal.querySelector('.error').closest('.block').scrollIntoView({ block: 'center' })
  if (!modal.contains(document.activeElement)) modal.querySelector('[aria-invalid]')?.focus({ preventScroll: true })
}

/** To the place it was left at; a form that says something new is read from its top. */
function returnTo(place, html) {
  const focused = place?.html === html && place.focus ? document.getElementById(place.focus) : null
  if (!focused) return focusFirst()
  focused.focus({ preventScroll: true })
  modal.querySelector('.modal-body').scrollTop = place.scroll
}

/** Among choices, on the one that is made. */
function focusFirst() {
  const first = modal.querySelector('.modal-body :is(input, textarea, select, button, a.btn, summary)')
  const chosen = first?.type === 'radio' ? first.closest('.block')?.querySelector('input:checked') : null
  ;(chosen ?? first)?.focus()
}

export function submitForm() {
  const view = viewIn(modal)
  return send(() => ({ do: 'submit', view }))
}

/** @param how `close` shows the form below again, `close-all` closes that too */
export function closeForm(how) {
  const view = viewIn(modal)
  return send(() => ({ do: how, view }))
}

function onEscape(event) {
  event.preventDefault()
  void closeForm('close')
}

export function startForms() {
  modal.addEventListener('cancel', onEscape)
  // not left to the dialog: from a field for a time it hears of one Escape twice, and two forms would close
  modal.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape(event)
  })

  modal.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || event.target.nodeName !== 'INPUT') return
    if (['checkbox', 'radio', 'file'].includes(event.target.type) || event.target.dataset.do === 'search') return
    event.preventDefault()
    event.target.blur() // sends what was typed first
    modal.querySelector('[data-do=submit]:not(:disabled)')?.click()
  })
  if (viewIn(modal) === undefined) return
  modal.showModal()
  focusFirst()
}
