/** The sandbox's clock: shows it, moves it. */
import { moveClock, readClock, readNextPin, tell } from './server.js'

const shown = document.getElementById('now')
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
let leadMs

export async function startClock() {
  setInterval(show, 1000)
  for (const button of document.querySelectorAll('[data-jump]')) button.addEventListener('click', () => void jump(button))
  await refreshClock()
}

export async function refreshClock() {
  const { now } = await readClock().catch(() => ({}))
  if (now === undefined) return
  leadMs = Date.parse(now) - Date.now()
  show()
}

function show() {
  if (leadMs === undefined) return
  const now = new Date(Date.now() + leadMs)
  shown.textContent = format.format(now)
  shown.dateTime = now.toISOString()
}

async function jump(button) {
  const buttons = [...document.querySelectorAll('[data-jump]')]
  for (const each of buttons) each.disabled = true
  try {
    const { sendAt } = button.dataset.jump === 'next' ? await readNextPin() : {}
    if (sendAt === null) throw new Error('No pin is scheduled. Type /pin to schedule one.')
    await moveClock(sendAt === undefined ? { advanceMs: Number(button.dataset.jump) } : { to: sendAt })
    await refreshClock()
  } catch (error) {
    tell(error)
  } finally {
    for (const each of buttons) each.disabled = false
    button.focus()
  }
}
