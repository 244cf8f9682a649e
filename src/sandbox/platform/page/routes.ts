/** The simulated platform as a page of pictures, and the pictures themselves. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock, Sql } from '../../../core/ports/deps.js'
import { renderPage, renderPinPage } from './page.js'
import { PAGE_SCRIPT } from './script.js'
import { PAGE_STYLE } from './style.js'
import { readAccounts, readPage, readPin } from './data.js'

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
