import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../core/lib/errors.js'
import type { Deps } from '../../../core/ports/deps.js'
import { readCalendar } from '../../../core/slots/calendar/link.js'
import { writeCalendar } from '../../wire/calendar-file.js'

const HEADERS = {
  'content-type': 'text/calendar; charset=utf-8',
  'cache-control': 'private, max-age=300',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

type Request = { Params: { name: string }; Headers: { 'if-none-match'?: string } }

/** The schedule for calendar programs, public by an unguessable name. Whatever is wrong with the name, the answer is the same. */
export function calendarRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'platform'>): void {
  app.get<Request>('/calendar/:name', { schema: { hide: true } }, async ({ params, headers }, reply) => {
    const token = /^(.+)\.ics$/.exec(params.name)?.[1]
    const calendar = token === undefined ? undefined : await readCalendar(deps, token)
    if (!calendar) throw notFound('Resource')
    const text = await writeCalendar(calendar, { host: new URL(deps.settings.publicUrl).host, pages: deps.platform.pages })
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    void reply.headers({ ...HEADERS, etag })
    return isKnown(headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(text)
  })
}

/** The weak comparison of RFC 9110 section 13.1.2. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
