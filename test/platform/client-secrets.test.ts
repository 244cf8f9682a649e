/** The log of a call: its request id and a short excerpt, never a secret. */
import { expect, test } from 'vitest'
import { aPlatform, answering, breakOff, failure, textOf as bodyOf } from './support/bare-platform.js'
import { EVERY, READS } from './support/every-call.js'

const TOKEN = 'pina_ThE-tOkEn_0f.an=account'
const access = { accessToken: TOKEN, account: '1 7' }
const basic = Buffer.from('client:an-app-secret').toString('base64')
const SECRETS = [TOKEN, 'c0de-of-once', 'pinr_secret', 'an-app-secret', basic]
const spellings = SECRETS.flatMap((secret) => [secret, encodeURIComponent(secret)])
const options = { clientSecret: 'an-app-secret', pacing: false }

/** Throws everything back that it was sent, as it came and as it was meant. */
const echo = (status: number, asJson: boolean) =>
  aPlatform(async (request, response) => {
    const { authorization = '' } = request.headers
    const body = await bodyOf(request)
    const meant = [Buffer.from(authorization.replace('Basic ', ''), 'base64').toString(), new URLSearchParams(body).toString()]
    const message = [authorization, ...meant, body, decodeURIComponent(body.slice(0, 300))].join(' and ')
    const error = { code: 1, message, message_detail: { given: message } }
    response.writeHead(status, { 'x-pinterest-rid': '4711' }).end(asJson ? JSON.stringify(error) : message)
  }, options)

const ofEvery = (check: (call: (typeof EVERY)['get_pin']) => Promise<void>) => Promise.all(Object.values(EVERY).map(check))
const told = (value: unknown) =>
  value instanceof Error ? `${value.message} ${JSON.stringify(value)} ${value.stack}` : JSON.stringify(value)

test.each([
  [200, true],
  [200, false],
  [302, false],
  [400, true],
  [401, true],
  [403, true],
  [429, true],
  [500, false],
  [503, true],
])(
  'a platform that answers %i and echoes everything brings no secret into a log line or a message (JSON: %s)',
  async (status, asJson) => {
    await ofEvery(async (call) => {
      const { platform, lines } = await echo(status, asJson)
      const said = told(await call(platform, access).catch((error: unknown) => error))
      expect(lines.length).toBeGreaterThan(0)
      for (const secret of spellings) expect(`${said} ${lines.join('\n')}`).not.toContain(secret)
    })
  },
)

test('a platform that is gone brings no secret into a log line either', async () => {
  await ofEvery(async (call) => {
    const broken = await aPlatform(breakOff, options)
    const gone = await aPlatform(breakOff, options)
    await gone.closeServer()
    const said = await Promise.all(
      [broken, gone].map(async ({ platform, lines }) => {
        const came: unknown = await call(platform, access).catch((error: unknown) => error)
        return `${told(came)} ${lines.join('\n')}`
      }),
    )
    for (const secret of spellings) expect(said.join('\n')).not.toContain(secret)
  })
})

test('tokens that are granted are in no log line', async () => {
  const granted = { access_token: 'pina_granted', refresh_token: 'pinr_granted', expires_in: 60 }
  const { platform, lines } = await aPlatform(answering(200, granted), options)
  await EVERY.exchange_code(platform, access)
  await EVERY.refresh_token(platform, access)
  expect(lines).toHaveLength(2)
  expect(lines.join('\n')).not.toMatch(/pina_|pinr_|c0de|an-app-secret/)
})

test('a part of a token is hidden too', async () => {
  const { platform, lines } = await aPlatform(answering(400, { code: 1, message: `Bad token ${TOKEN.slice(0, 12)}…` }), options)
  const { message } = await failure(platform.listBoards(access))
  expect(message).toBe('Bad token [hidden]…')
  expect(lines.join('\n')).not.toContain(TOKEN.slice(0, 12))
})

test('each try is one line with the request id of its answer', async () => {
  const { platform, lines } = await aPlatform(
    answering(500, { code: 500, message: 'Sorry!' }, { 'x-pinterest-rid': '4711' }),
    options,
  )
  const { details } = await failure(READS.get_board(platform, access))
  expect(details.requestId).toBe('4711')
  const told = { operation: 'get_board', method: 'GET', path: '/boards/1', status: 500, platformRequestId: '4711' }
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([told, told, told])
  const fine = await aPlatform(answering(200, { id: '1', name: 'Kitchen' }, { 'x-pinterest-rid': '4712' }), options)
  await READS.get_board(fine.platform, access)
  expect(fine.lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ status: 200, platformRequestId: '4712' }])
})

test('what a platform says is cut short before it is told', async () => {
  const message = `${'Much is wrong here. '.repeat(500)} ${'A'.repeat(100_000)}`
  const { platform, lines } = await aPlatform(answering(400, { code: 1, message }), options)
  expect((await failure(platform.listBoards(access))).message.length).toBeLessThanOrEqual(301)
  expect(lines.join('').length).toBeLessThan(1_000)
})
