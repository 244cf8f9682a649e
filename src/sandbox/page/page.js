/** Keeps the page in step with the workspace: looks again whenever the stream says that something changed. */
import { refreshClock, startClock } from './clock.js'
import { startComposer } from './composer.js'
import { startFields } from './fields.js'
import { morphAround } from './morph.js'
import { actsDone, read, send, tell } from './server.js'

const app = document.getElementById('app')
const modal = document.getElementById('modal')
const toggle = document.getElementById('bar-toggle')
const seenKey = `seen-${document.body.dataset.as}`
let looking = false
let again = false

async function look() {
  if (looking) {
    again = true
    return
  }
  looking = true
  try {
    do {
      again = false
      const before = actsDone()
      const screen = await read('/sandbox/page/screen')
      if (before === actsDone()) show(screen)
      else again = true
    } while (again)
  } catch (error) {
    tell(error)
  } finally {
    looking = false
  }
}

function show(screen) {
  const before = document.getElementById('scroll')
  const title = before.getAttribute('aria-label')
  const wasAtEnd = before.scrollHeight - before.scrollTop - before.clientHeight < 80
  morphAround(app, screen.app)
  showModal(screen.modal)
  settle()
  const after = document.getElementById('scroll')
  const moved = after.getAttribute('aria-label') !== title
  document.querySelector('label[for=typed]').textContent = `Message ${after.getAttribute('aria-label')}`
  if (moved || (wasAtEnd && after.querySelector('.messages'))) scrollToStart(after)
}

/** By view, where somebody was when another form was laid over it. */
const left = new Map()
let shown = ''

function showModal(html) {
  const view = modal.querySelector('[data-view]')?.dataset.view
  const errors = errorsShown()
  const place = { html: shown, focus: document.activeElement?.id, scroll: modal.querySelector('.modal-body')?.scrollTop }
  shown = html
  morphAround(modal, html)
  const now = modal.querySelector('[data-view]')?.dataset.view
  if (now !== view) left.set(view, place)
  if (now === undefined) {
    if (modal.open) modal.close()
    return
  }
  if (!modal.open) modal.showModal()
  if (now !== view) returnTo(left.get(now), html)
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

/** Messages are read from the newest one, everything else from its top. */
function scrollToStart(place) {
  place.scrollTop = place.querySelector('.messages') ? place.scrollHeight : 0
}

/** Channels with messages that were not on this screen yet are bold. */
function settle() {
  const seen = JSON.parse(localStorage.getItem(seenKey) ?? '{}')
  for (const place of document.querySelectorAll('.place[data-latest]')) {
    const { channel, latest } = place.dataset
    if (place.getAttribute('aria-current') === 'page' || seen[channel] === undefined) seen[channel] = latest
    place.classList.toggle('unread', seen[channel] !== latest)
  }
  localStorage.setItem(seenKey, JSON.stringify(seen))
}

/** Pictures come later than their messages: who read the newest one still does. Home is read from its top, and stays. */
app.addEventListener(
  'load',
  ({ target }) => {
    const scroll = target.closest?.('#scroll')
    if (
      scroll?.querySelector('.messages') &&
      scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < target.clientHeight + 120
    )
      scroll.scrollTop = scroll.scrollHeight
  },
  true,
)

const closeTop = (event) => {
  event.preventDefault()
  void send({ do: 'close' })
}
modal.addEventListener('cancel', closeTop)
/** Not left to the dialog: from a field for a time it hears of one Escape twice, and two forms would close. */
modal.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) closeTop(event)
})

modal.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing || event.target.nodeName !== 'INPUT') return
  if (['checkbox', 'radio', 'file'].includes(event.target.type) || event.target.dataset.do === 'search') return
  event.preventDefault()
  event.target.blur() // sends what was typed first
  modal.querySelector('[data-do=submit]:not(:disabled)')?.click()
})

const showBar = (isOpen) => {
  document.body.classList.toggle('bar-open', isOpen)
  toggle.setAttribute('aria-expanded', String(isOpen))
}
toggle.addEventListener('click', () => showBar(!document.body.classList.contains('bar-open')))
document.addEventListener('click', ({ target }) => {
  const isInside = toggle.contains(target) || (target.closest('#bar') && !target.closest('.place'))
  if (!isInside && document.body.classList.contains('bar-open')) showBar(false)
})
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') showBar(false)
})

startFields()
startComposer()
void startClock()
if (modal.querySelector('[data-view]')) {
  modal.showModal()
  focusFirst()
}
settle()
scrollToStart(document.getElementById('scroll'))

const stream = new EventSource('/sandbox/slack/events')
stream.addEventListener('changed', () => {
  void look()
  void refreshClock()
})
