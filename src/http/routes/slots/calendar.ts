import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type AddressLimit, requireFewFailures } from '../../../core/accounts/keys/address-limit.js'
import { makeMinuteLimit } from '../../../core/accounts/keys/minute-limit.js'
import { DomainError, notFound } from '../../../core/lib/errors.js'
import type { Deps } from '../../../core/ports/deps.js'
import { openCalendar } from '../../../core/slots/calendar-link.js'
import { isUnchanged } from '../../conditional.js'
import { writeCalendar } from '../../wire/calendar-file.js'

const HEADERS = {
  'content-type': 'text/calendar; charset=utf-8',
  'cache-control': 'private, max-age=300',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** Version of the calendar's form; raise it when the same calendar is written differently. */
const FORM = 1
/** Points a minute for each link: 300 conditional requests that are unchanged, or twenty that return the text. */
const MOST_POINTS = 300
const TEXT_POINTS = 14

type Request = { Params: { name: string }; Headers: { 'if-none-match'?: string } }

/** The schedule for calendar programs, public by an unguessable name. Every wrong name gets the same answer. */
export function calendarRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'platform'>,
  failures: AddressLimit,
): void {
  const links = makeMinuteLimit(deps.clock, MOST_POINTS)
  const requireFew = (name: string, points?: number) => {
    const seconds = links.take(name, points)
    if (seconds !== undefined) throw tooOften(seconds)
  }
  app.get<Request>('/calendar/:name', { schema: { hide: true } }, async ({ params: { name }, headers, ip }, reply) => {
    const token = /^(.+)\.ics$/.exec(name)?.[1]
    const calendar = token === undefined ? undefined : await openCalendar(deps, token)
    if (!calendar) {
      requireFewFailures(failures, ip)
      throw notFound('Resource')
    }
    requireFew(name)
    const { host } = new URL(deps.settings.publicUrl)
    const etag = `"${createHash('sha256')
      .update(`${FORM} ${host} ${await calendar.mark()}`)
      .digest('base64url')}"`
    if (isUnchanged(headers['if-none-match'], etag))
      return reply
        .headers({ ...HEADERS, etag })
        .code(304)
        .send()
    requireFew(name, TEXT_POINTS)
    const text = await writeCalendar(await calendar.read(), { host, pages: deps.platform.pages })
    return reply.headers({ ...HEADERS, etag }).send(text)
  })
}

const tooOften = (retryAfterSeconds: number) =>
  new DomainError('TOO_MANY_REQUESTS', 'This calendar was loaded too often. Try again in a minute.', { retryAfterSeconds })
