/** The sandbox's clock: shows and moves it, reports what happened to pins meanwhile, and sets faults of the next pin. */
import { all, byId, first } from './dom.js'
import { disconnect, moveClock, readClock, readNextPin, readOutcomes, report, say, setFault } from './server.js'

/** @import { Outcome } from './server.js' */

const shown = byId('now', HTMLTimeElement)
const format = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
  timeZone: document.body.dataset.zone,
})
/** @type {number | undefined} */
let leadMs

const jumps = () => all(document, '[data-jump]', HTMLButtonElement)

export async function startClock() {
  setInterval(show, 1000)
  for (const button of jumps()) button.addEventListener('click', () => void jump(button))
  for (const button of all(document, '[data-try]', HTMLButtonElement))
    button.addEventListener('click', () => void tryFault(button))
  await refreshClock()
}

export async function refreshClock() {
  const read = await readClock().catch(() => undefined)
  if (read === undefined) return
  leadMs = Date.parse(read.now) - Date.now()
  show()
}

function show() {
  if (leadMs === undefined) return
  const now = new Date(Date.now() + leadMs)
  shown.textContent = format.format(now)
  shown.dateTime = now.toISOString()
}

const NONE = 'No pin is scheduled. Type /pin to schedule one.'
const WORDS = {
  published: 'Published: ',
  failed: 'Failed: ',
  unanswered: 'No answer from Pinterest: ',
  waiting: 'Waiting: ',
}
const LONG_MS = 15_000

/** Reports what happened to pins, with links. @param {string} since */
async function tellOutcomes(since) {
  const { outcomes } = await readOutcomes(since)
  say(outcomes.length === 0 ? ['No pin was due.'] : outcomes.map(lineOf), LONG_MS)
}

/** @param {Outcome} outcome */
function lineOf({ outcome, pins, total }) {
  const line = document.createElement('p')
  const names = pins.map(({ title, username }) => `${title} · ${username}`).join(', ')
  line.append(`${WORDS[outcome]}${names}${total > pins.length ? ` and ${total - pins.length} more` : ''}. `)
  if (outcome === 'unanswered') line.append('Forward once more: Pinslot then reads the board.')
  else if (outcome === 'published')
    line.append(total === 1 ? linkTo(pins[0]?.url, 'See it') : linkTo('/sandbox/platform', 'See them'))
  else line.append(wayTo(pins[0]?.channel))
  return line
}

/** @param {string | null | undefined} address @param {string} words */
function linkTo(address, words) {
  const link = document.createElement('a')
  link.href = address ?? ''
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = words
  return link
}

/** A button that opens the channel with the report. @param {string | null | undefined} channel without one: the app's Home */
function wayTo(channel) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'way'
  button.dataset.do = 'open'
  button.dataset.channel = channel ?? 'home'
  button.textContent = 'See why'
  return button
}

/** @param {HTMLButtonElement} button */
async function jump(button) {
  const buttons = jumps()
  for (const each of buttons) each.disabled = true
  try {
    const sendAt = button.dataset.jump === 'next' ? (await readNextPin()).sendAt : undefined
    const since = (await readClock()).now
    if (sendAt === null) throw new Error(NONE)
    await moveClock(sendAt === undefined ? { advanceMs: Number(button.dataset.jump) } : { to: sendAt })
    await refreshClock()
    await tellOutcomes(since)
  } catch (error) {
    report(error)
  } finally {
    for (const each of buttons) each.disabled = false
    button.focus()
  }
}

const HOW = ' Click “Forward to the next pin” to see it.'

/** Sets a fault of the next pin. @param {HTMLButtonElement} button */
async function tryFault(button) {
  first(button.closest('details'), 'summary', HTMLElement)?.focus()
  try {
    const { username } = await readNextPin()
    if (username === null) throw new Error(NONE)
    say([`${await setTry(button.dataset.try, username)}${HOW}`], LONG_MS)
  } catch (error) {
    report(error)
  }
}

/** @param {string | undefined} what @param {string} username whose pin is next @returns {Promise<string>} what will happen */
async function setTry(what, username) {
  if (what === 'connection') {
    await disconnect(username)
    return `Pinterest no longer accepts our access to ${username}.`
  }
  await setFault({ fault: what === 'answer' ? 'commit_then_hang' : 'board_gone' })
  return what === 'answer'
    ? 'The next pin will go out, but Pinterest’s answer will be lost.'
    : 'The next pin will fail: Pinterest will say that its board is gone.'
}
