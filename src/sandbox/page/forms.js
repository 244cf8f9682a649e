/** The form on top: shown, closed, and where the focus goes. */
import { noteClosed, send } from './acts.js'
import { morphAround } from './morph.js'

const modal = document.getElementById('modal')

function parse(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  return template
}

/** Which form it is, and how many are open up to it. */
function formIn(element) {
  const { view, depth = 0 } = element.querySelector('[data-view]')?.dataset ?? {}
  return { view, depth: Number(depth) }
}

/** By view, where somebody was when another form was laid over it. */
const left = new Map()
let shown = parse(modal.innerHTML).innerHTML

/** @param written the form on top as the server wrote it; nothing when none is open */
export function showForm(written) {
  const { innerHTML: html, content } = parse(written) // as a browser writes it, so that it can be compared with what came with the page
  const { view, depth } = formIn(modal)
  const next = formIn(content)
  const errors = errorsShown()
  const place = { html: shown, focus: document.activeElement?.id, scroll: modal.querySelector('.modal-body')?.scrollTop }
  shown = html
  if (next.view !== view && next.depth <= depth) noteClosed(view) // before its fields go: the browser reports them as left
  morphAround(modal, html)
  if (next.view !== view) left.set(view, place)
  if (next.view === undefined) {
    if (modal.open) modal.close()
    return
  }
  if (!modal.open) modal.showModal()
  if (next.view !== view) returnTo(left.get(next.view), html)
  else if (errorsShown() !== '' && errorsShown() !== errors) showFirstError()
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
  const { view } = formIn(modal)
  return send({ do: 'submit', view })
}

/** @param how `close` shows the form below again, `close-all` closes that too */
export function closeForm(how) {
  const { view } = formIn(modal)
  return send(() => formIn(modal).view === view && { do: how }) // meant for this form, not for one that shows after it
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
  if (formIn(modal).view === undefined) return
  modal.showModal()
  focusFirst()
}
