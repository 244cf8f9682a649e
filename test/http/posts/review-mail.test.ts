/** A review link that is bound to an address: the code by mail, what is shown before and after it, and what guessing comes to. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Log } from '../../../src/core/ports/deps.js'
import { makeMailer } from '../../../src/mail/mailer.js'
import { deadPort } from '../../platform/support/dead-port.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, DAY_MS } from '../../support/factories.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const lines: string[] = []
const say = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
const log: Log = { debug: say, info: say, warn: say, error: say }

type Sent = { to: string[]; text: string }
const sent: Sent[] = []
let answer: 'takes' | 'refuses' | 'is busy' = 'takes'
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    if (answer === 'takes') return done()
    done(Object.assign(new Error(`no ${address} here`), { responseCode: answer === 'refuses' ? 550 : 450 }))
  },
  onData(stream, { envelope }, done) {
    let text = ''
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    stream.on('end', () => {
      sent.push({ to: envelope.rcptTo.map(({ address }) => address), text })
      done()
    })
  },
})
await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
const { port } = smtp.server.address() as AddressInfo
const mail = makeMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Pins <pins@pinslot.test>', requireTls: false, log })
afterAll(async () => {
  await new Promise<void>((resolve) => void smtp.close(() => resolve()))
})
const server = await aServer(db, { parts: { log, mail } })
const { app, call, accountId, clock } = server
const url = `/v1/accounts/${accountId}/review-links`

beforeEach(() => {
  answer = 'takes'
  sent.length = 0
})

async function aLink(body: object = {}) {
  const { id } = await aDraft(server, { title: 'An oak shelf' })
  const made = await call('POST', url, { contactName: 'Rosa', postIds: [id], email: 'rosa@example.com', ...body })
  expect([made.status, made.body.error]).toEqual([201, undefined])
  const { reviewLink } = made.body.data as unknown as {
    reviewLink: { id: string; url: string; email: string; openings: number[] }
  }
  return { ...reviewLink, path: new URL(reviewLink.url).pathname }
}
const open = async (path: string, cookie = '') => (await app.inject({ url: path, headers: { cookie } })).body
async function press(path: string, form: Record<string, string>, cookie = '') {
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', cookie },
    payload: new URLSearchParams(form).toString(),
  })
  expect(statusCode).toBe(303)
  const set = String(headers['set-cookie'] ?? '')
  return { body: await open(String(headers.location), cookie), set, cookie: set.split(';')[0] ?? '' }
}
const send = (path: string) => press(path, { do: 'send' })
const enter = (path: string, code: string) => press(path, { do: 'open', code })
const lastCode = () => /\b(\d{6}) opens/.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('opening sends nothing and shows nothing; the code that a press sends lets this browser in, and no other', async () => {
  const { path, email, id } = await aLink()
  expect(email).toBe('r…@example.com')
  const locked = (await open(path)).split('<main')[1] ?? ''
  expect(locked).toContain('We send it to r…@example.com.')
  for (const hidden of ['oak shelf', 'Rosa', 'rosa@', '<img', 'comment']) expect(locked).not.toContain(hidden)
  expect(sent).toEqual([])
  expect((await send(path)).body).toContain('We sent a code to r…@example.com.')
  expect(sent).toMatchObject([{ to: ['rosa@example.com'] }])
  const { body: wrong, cookie: none } = await enter(path, other(lastCode()))
  expect([wrong.includes('That isn’t the code'), none]).toEqual([true, ''])
  const { set, cookie } = await enter(path, ` ${lastCode().slice(0, 3)} ${lastCode().slice(3)}`)
  expect(set).toMatch(/^pinslot-review-\d+=[\w.-]+; .*Path=\/review\/.+; .*HttpOnly; Secure; SameSite=Lax/)
  expect(await open(path, cookie)).toContain('An oak shelf')
  expect(await open(path)).not.toContain('oak shelf')
  expect(await open((await aLink()).path, cookie)).not.toContain('oak shelf')
  expect((await enter(path, lastCode())).body).toContain('This code no longer works.')
  const listed = (await call('GET', url)).body.data as unknown as { reviewLinks: { id: string; openings: number[] }[] }
  expect(listed.reviewLinks.find((one) => one.id === id)?.openings).toHaveLength(1)
  expect(lines.join('\n')).not.toContain('rosa@example.com')
})

test('a press without a pass does nothing', async () => {
  const { path } = await aLink()
  const { body } = await press(path, { do: 'name', name: 'Mallory' })
  expect(body).toContain('Nothing was sent. Open the page with a code first.')
  const [link] = await db.sql`select name_given from review_links order by id desc limit 1`
  expect(link).toEqual({ name_given: null })
})

test('a code is over after ten minutes, after five wrong ones, and once a newer one is sent', async () => {
  const { path } = await aLink()
  await send(path)
  const first = lastCode()
  clock.advance(10 * 60_000)
  expect((await enter(path, first)).body).toContain('This code no longer works.')
  await send(path)
  const second = lastCode()
  for (let n = 0; n < 5; n++) expect((await enter(path, other(second))).cookie).toBe('')
  expect((await enter(path, second)).body).toContain('This code no longer works.')
  await send(path)
  if (lastCode() !== second) expect((await enter(path, second)).body).toContain('That isn’t the code')
  expect((await enter(path, lastCode())).cookie).not.toBe('')
})

test('of many guesses at once five are judged', async () => {
  const { path, id } = await aLink()
  await send(path)
  await Promise.all(Array.from({ length: 20 }, () => enter(path, other(lastCode()))))
  expect(await db.sql`select tries from review_codes where link_id = ${id}`).toEqual([{ tries: 5 }])
  expect((await enter(path, lastCode())).cookie).toBe('')
})

test('an hour has three codes, also for presses at once', async () => {
  const { path } = await aLink()
  const pages = await Promise.all(Array.from({ length: 8 }, () => send(path)))
  expect(sent).toHaveLength(3)
  expect(pages.filter(({ body }) => body.includes('We sent three codes within an hour.'))).toHaveLength(5)
  clock.advance(3_600_000)
  await send(path)
  expect(sent).toHaveLength(4)
})

test('a mail server that takes nothing now is said, costs no code, and is tried again by the next press', async () => {
  const { path } = await aLink()
  answer = 'is busy'
  for (let n = 0; n < 4; n++) {
    const { body } = await send(path)
    expect(body).toContain('We couldn’t send a code now. Try again in a minute.')
    expect(body).not.toContain('We sent a code')
  }
  answer = 'refuses'
  expect((await send(path)).body).toContain('The mail server doesn’t take this address.')
  answer = 'takes'
  await send(path)
  expect((await enter(path, lastCode())).cookie).not.toBe('')
  expect(lines.join('\n')).not.toContain('rosa@example.com')
})

test('a mail server that is not there is said within seconds', async () => {
  const gone = await deadPort()
  const away = makeMailer({ url: `smtp://127.0.0.1:${gone}`, from: 'pins@pinslot.test', requireTls: false, log })
  expect(await away.send({ to: 'rosa@example.com', subject: 'a', text: 'b' })).toBe('away')
})

test('a pass ends with its link, and after 14 days', async () => {
  const { path, id } = await aLink({ expiresInDays: 30 })
  await send(path)
  const { cookie } = await enter(path, lastCode())
  clock.advance(14 * DAY_MS - 1)
  expect(await open(path, cookie)).toContain('An oak shelf')
  clock.advance(1)
  expect(await open(path, cookie)).toContain('Send code')
  await send(path)
  const again = await enter(path, lastCode())
  await call('DELETE', `${url}/${id}`)
  expect(await open(path, again.cookie)).toContain('This link doesn’t work')
})

test.each([
  'rosa',
  'rosa@example',
  'a@b.com, c@d.com',
  'Rosa <rosa@example.com>',
  'rosa@exa mple.com',
  'r\u0000@example.com',
  '',
])('%j is no address for a code', async (email) => {
  const { id } = await aDraft(server)
  const { status, body } = await call('POST', url, { contactName: 'Rosa', postIds: [id], email })
  expect([status, body.error?.field]).toEqual([400, 'email'])
})

test('without a mail server an address is refused, and nothing is made', async () => {
  const without = await aServer(db)
  const { id } = await aDraft(without)
  const links = `/v1/accounts/${without.accountId}/review-links`
  const { status, body } = await without.call('POST', links, { contactName: 'Rosa', postIds: [id], email: 'rosa@example.com' })
  expect([status, body.error?.field]).toEqual([400, 'email'])
  expect(body.error?.message).toContain('SMTP_URL')
  expect((await without.call('GET', links)).body.data).toMatchObject({ reviewLinks: [] })
})
