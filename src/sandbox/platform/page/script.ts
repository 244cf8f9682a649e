import { ROOT } from '../wire.js'

/** The page's own script: shows times in the zone of the workspace's last user in this browser, and polls every three seconds. */
export const PAGE_SCRIPT = `'use strict'
const zoneOf = () => {
  try {
    const zone = localStorage.getItem('sandbox-zone')
    if (zone) return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {} // no storage, or no such zone
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
const zone = zoneOf()
const format = new Intl.DateTimeFormat('en-US', {
  timeZone: zone, weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit',
})
document.getElementById('zone').textContent = 'Times in ' + zone.replace(/_/g, ' ')
const localTimes = (root) => {
  for (const time of root.querySelectorAll('time')) {
    time.title = time.textContent + ' UTC'
    time.textContent = format.format(new Date(time.dateTime))
  }
}
const pinsOf = (root) => new Map([...root.querySelectorAll('[data-pin]')].map((card) => [card.dataset.pin, card]))

let known = null
async function look() {
  if (document.hidden) return
  const answer = await fetch(location.href, { cache: 'no-cache' })
  const etag = answer.headers.get('etag')
  if (!answer.ok || etag === known) return
  const first = known === null
  known = etag
  if (first) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('live')
  if (!next) return
  const before = pinsOf(document)
  localTimes(next)
  for (const [id, card] of pinsOf(next)) if (!before.has(id)) card.classList.add('new')
  document.getElementById('live').replaceWith(next)
}
const post = (path, body) =>
  fetch('${ROOT}/' + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
async function choose({ target }) {
  const { username } = target.dataset
  if (username === undefined) return
  const [kind, value] = target.value.split(':')
  const answer =
    kind === 'standing'
      ? await post('standings', { username, standing: value })
      : await post('faults', { operation: 'create_pin', fault: value, times: 1, match: { username } })
  const words = target.selectedOptions[0].textContent
  document.getElementById('answered').textContent = answer.ok ? '@' + username + ': ' + words : 'That didn’t work. The log says why.'
}
document.addEventListener('change', (event) => void choose(event).catch(() => {}))
localTimes(document)
const watch = () => look().catch(() => {}).finally(() => setTimeout(watch, 3000)) // a server that restarts is found again
watch()
`
