/** The sandbox's clock: shows it, moves it. */
import { all, byId } from './dom.js'
import { moveClock, readClock, readNextPin, readPublished, report, say } from './server.js'

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

/** What the jump let go out, with a way to see it. @param {string} since */
async function tellPublished(since) {
  const { pins, total } = await readPublished(since)
  const [first] = pins
  if (!first) return
  const names = pins.map(({ title, username }) => `${title} · ${username}`).join(', ')
  const link = document.createElement('a')
  link.href = total === 1 ? first.url : '/sandbox/platform'
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = total === 1 ? 'See it' : 'See them'
  say([`Published: ${names}${total > pins.length ? ` and ${total - pins.length} more` : ''} `, link], 15_000)
}

/** @param {HTMLButtonElement} button */
async function jump(button) {
  const buttons = jumps()
  for (const each of buttons) each.disabled = true
  try {
    const sendAt = button.dataset.jump === 'next' ? (await readNextPin()).sendAt : undefined
    const since = (await readClock()).now
    if (sendAt === null) throw new Error('No pin is scheduled. Type /pin to schedule one.')
    await moveClock(sendAt === undefined ? { advanceMs: Number(button.dataset.jump) } : { to: sendAt })
    await refreshClock()
    await tellPublished(since)
  } catch (error) {
    report(error)
  } finally {
    for (const each of buttons) each.disabled = false
    button.focus()
  }
}
