/** Keeps the page current: reads it again whenever the stream reports a change. */
import { actsDone, showAfterActs } from './acts.js'
import { refreshClock, startClock } from './clock.js'
import { startComposer } from './composer.js'
import { all, around, byId, first, targetOf } from './dom.js'
import { startFields } from './fields.js'
import { showForm, startForms } from './forms.js'
import { morphAround } from './morph.js'
import { readScreen, report } from './server.js'
import { keepWindow } from './window.js'

/** @import { Screen } from './server.js' */

const app = byId('app', HTMLElement)
const toggle = byId('bar-toggle', HTMLElement)
const seenKey = `seen-${document.body.dataset.as}`
let reading = Promise.resolve()
/** @type {Promise<void> | undefined} */
let next

/** The scrollable part: the messages, or Home. */
const scrolled = () => byId('scroll', HTMLElement)

/**
 * Resolves when the page shows the current state, or a later one; concurrent callers share one read. A failed read has been
 * reported.
 */
function look() {
  next ??= reading.then(() => {
    next = undefined
    return readAndShow()
  })
  reading = next
  return next
}

async function readAndShow() {
  try {
    let before
    let screen
    do {
      before = actsDone()
      screen = await readScreen()
    } while (before !== actsDone())
    show(screen)
  } catch (error) {
    report(error)
  }
}

/** @param {Screen} screen */
function show(screen) {
  const before = scrolled()
  const place = before.dataset.shows
  const wasAtEnd = before.scrollHeight - before.scrollTop - before.clientHeight < 80
  morphAround(app, screen.app)
  showForm(screen.modal, screen.forms)
  settle()
  const after = scrolled()
  const moved = after.dataset.shows !== place
  byId('composer', HTMLFormElement).hidden = after.dataset.shows === 'home'
  const label = first(document, 'label[for=typed]', HTMLElement)
  if (label) label.textContent = `Message ${after.getAttribute('aria-label')}`
  if (moved || (wasAtEnd && after.querySelector('.messages'))) scrollToStart(after)
}

/** Scrolls messages to the newest one, everything else to the top. @param {HTMLElement} place */
function scrollToStart(place) {
  place.scrollTop = place.querySelector('.messages') ? place.scrollHeight : 0
}

/** Marks channels with unread messages as bold and describes them. */
function settle() {
  const seen = /** @type {Record<string, string>} */ (JSON.parse(localStorage.getItem(seenKey) ?? '{}'))
  for (const place of all(document, '.place[data-latest]', HTMLElement)) {
    const { messages = '', latest = '' } = place.dataset
    if ('read' in place.dataset || seen[messages] === undefined) seen[messages] = latest
    const isUnread = place.classList.toggle('unread', seen[messages] !== latest)
    if (isUnread) place.setAttribute('aria-describedby', 'unread')
    else place.removeAttribute('aria-describedby')
  }
  localStorage.setItem(seenKey, JSON.stringify(seen))
}

/** Pictures load later than their messages: keeps the newest message in sight if it was. Home stays at its position. */
app.addEventListener(
  'load',
  (event) => {
    const target = targetOf(event)
    const scroll = around(target, '#scroll', HTMLElement)
    if (
      scroll?.querySelector('.messages') &&
      scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < target.clientHeight + 120
    )
      scroll.scrollTop = scroll.scrollHeight
  },
  true,
)

/** @param {boolean} isOpen */
const showBar = (isOpen) => {
  document.body.classList.toggle('bar-open', isOpen)
  toggle.setAttribute('aria-expanded', String(isOpen))
}
toggle.addEventListener('click', () => showBar(!document.body.classList.contains('bar-open')))
document.addEventListener('click', (event) => {
  const target = targetOf(event)
  const isInside = toggle.contains(target) || (target.closest('#bar') && !target.closest('.place'))
  if (!isInside && document.body.classList.contains('bar-open')) showBar(false)
})
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') showBar(false)
})

/** The simulated pages have no person, so they show times as the last used window does. */
const noteZone = () => localStorage.setItem('sandbox-zone', document.body.dataset.zone ?? '')
noteZone()
window.addEventListener('focus', noteZone)

showAfterActs(look)
startFields()
startComposer()
startForms()
void startClock()
void keepWindow()
settle()
scrollToStart(scrolled())
if (document.activeElement === document.body) byId('typed', HTMLElement).focus()

const stream = new EventSource('/sandbox/slack/events')
stream.addEventListener('changed', () => {
  void look()
  void refreshClock()
})
