/** The simulated platform as a page of pictures, and the pictures themselves. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock, Sql } from '../../../core/ports/deps.js'
import { renderPage, renderPinPage } from './page.js'
import { PAGE_STYLE } from './style.js'
import { readAccounts, readPage, readPin } from './data.js'
import { ROOT } from '../wire.js'

/** Forbids other hosts and inline code, so that text of a pin can never run. */
const PAGE_POLICY =
  "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"

export function pageRoutes(app: FastifyInstance, { sql, clock }: { sql: Sql; clock: Clock }): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff').header('content-security-policy', PAGE_POLICY)
    done()
  })

  app.get<{ Querystring: { board?: unknown } }>('/', async ({ query, headers }, reply) => {
    const boardId = typeof query.board === 'string' ? query.board : null
    const [page, accounts] = await Promise.all([readPage(sql, { boardId, now: clock() }), readAccounts(sql)])
    return sendUnlessKnown(reply, headers['if-none-match'], renderPage(page, accounts))
  })
  const pinPage = async (pinId: string, known: string | undefined, reply: FastifyReply) => {
    const pin = await readPin(sql, pinId)
    if (!pin) void reply.code(404)
    return sendUnlessKnown(reply, pin && known, renderPinPage(pin, pinId))
  }
  for (const path of ['/pin/:pinId', '/pin/:pinId/']) {
    app.get<{ Params: { pinId: string } }>(path, async ({ params, headers }, reply) =>
      pinPage(params.pinId, headers['if-none-match'], reply),
    )
  }
  app.get('/page.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(PAGE_STYLE))
  app.get('/page.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(PAGE_SCRIPT))

  app.get<{ Params: { pinId: string } }>('/pictures/:pinId', async ({ params }, reply) => {
    const [row] = await sql<PictureRow[]>`
      select content_type, picture
        from sim_pins
       where id = ${params.pinId}`
    return sendPicture(reply, row)
  })
  app.get<{ Params: { pinId: string; position: string } }>('/pictures/:pinId/:position', async ({ params }, reply) => {
    const [row] = await sql<PictureRow[]>`
      select content_type, picture
        from sim_pictures
       where pin_id = ${params.pinId} and position::text = ${params.position}`
    return sendPicture(reply, row)
  })
}

type PictureRow = { content_type: string; picture: Buffer }

function sendPicture(reply: FastifyReply, row: PictureRow | undefined): FastifyReply {
  if (!row) return reply.code(404).send({ error: 'There is no such picture.' })
  return reply.type(row.content_type).header('cache-control', 'private, max-age=86400, immutable').send(row.picture)
}

/** Answers 304 in most cases, because the page polls every few seconds. */
function sendUnlessKnown(reply: FastifyReply, known: string | undefined, html: string): FastifyReply {
  const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
  void reply.header('etag', etag).header('cache-control', 'no-cache')
  return known === etag ? reply.code(304).send() : reply.type('text/html; charset=utf-8').send(html)
}

/** The page's own script: shows times in the zone of the workspace's last user in this browser, and polls every three seconds. */
const PAGE_SCRIPT = `'use strict'
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
