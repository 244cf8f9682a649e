/** What is sent again and what never is: a bare server counts what comes. */
import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { aPlatform, answering, breakOff, breakWithin, failure, inOrder } from './support/bare-platform.js'
import { deadPort } from './support/dead-port.js'
import { CREATE, EVERY, GRANTS, READS, WRITES, type Asking } from './support/every-call.js'

const access = { accessToken: 'pina_secret' }
const aBoard = answering(200, { id: '1', name: 'Kitchen' })
const wrong = answering(500, { code: 500, message: 'Sorry!' })
const UNANSWERED: [string, RequestListener][] = [
  ['a 500', wrong],
  ['a 503 that is no JSON', answering(503, '<html>')],
  ['a connection that is reset', breakOff],
  ['an answer that breaks off', breakWithin],
  ['a success that is no JSON', answering(200, '{"id": "12')],
]

test.each(UNANSWERED)('a read is sent three times at most: %s', async (_what, answer) => {
  const { platform, asked } = await aPlatform(answer)
  expect((await failure(platform.readBoard(access, '1'))).kind).toBe('unavailable')
  expect(asked).toEqual(['GET /v5/boards/1', 'GET /v5/boards/1', 'GET /v5/boards/1'])
})

test.each(UNANSWERED)('a read that is answered at the second or the third try is read: first %s', async (_what, answer) => {
  const second = await aPlatform(inOrder(answer, aBoard))
  expect(await second.platform.readBoard(access, '1')).toMatchObject({ id: '1', name: 'Kitchen' })
  const third = await aPlatform(inOrder(answer, answer, aBoard))
  expect(await third.platform.readBoard(access, '1')).toMatchObject({ id: '1' })
  expect([second.asked.length, third.asked.length]).toEqual([2, 3])
})

test('every read is sent again after a 500', async () => {
  const { platform, asked } = await aPlatform(wrong)
  await Promise.all(Object.values(READS).map((call) => failure(call(platform, access))))
  const times = [...new Set(asked)].map((line) => asked.filter((other) => other === line).length)
  expect(times).toEqual(Object.keys(READS).map(() => 3))
})

const FAULTS: [string, RequestListener][] = [
  ...UNANSWERED,
  ['a 429', answering(429, { code: 8, message: 'This request exceeded a rate limit.' })],
  ['a 401', answering(401, { code: 2, message: 'Authentication failed.' })],
  ['a 400 of 2787', answering(400, { code: 2787, message: 'Sorry! Something went wrong on our end.' })],
  ['a 409', answering(409, { code: 409, message: 'Board section conflict.' })],
]
test.each(
  Object.entries({ ...WRITES, ...GRANTS, ...CREATE }).flatMap(([name, call]) =>
    FAULTS.map(([what, answer]) => [name, what, answer, call] as const),
  ),
)('a write, a grant and a pin are sent exactly once: %s, %s', async (_name, _what, answer, call) => {
  const { platform, asked } = await aPlatform(answer)
  await call(platform, access).catch(() => undefined)
  expect(asked).toHaveLength(1)
})

test('a board that is asked for and answered 500 is asked for once', async () => {
  const { platform, asked } = await aPlatform(wrong)
  await failure(platform.createBoard(access, { name: 'Kitchen', description: null, privacy: 'public' }))
  expect(asked).toEqual(['POST /v5/boards'])
})

test.each([400, 401, 403, 404, 409, 429])('no read is sent again after a %i', async (status) => {
  const { platform, asked } = await aPlatform(answering(status, { code: 1, message: 'No.' }))
  await failure(platform.readBoard(access, '1'))
  expect(asked).toHaveLength(1)
})

test('a read answered in another shape is not sent again: it would be the same', async () => {
  const { platform, asked } = await aPlatform(answering(200, { id: 'kitchen' }))
  expect((await failure(platform.readBoard(access, '1'))).message).toMatch(/could not be read: id: /)
  expect(asked).toHaveLength(1)
})

test('a read without an end is not sent again, and neither is one that is not answered in time', async () => {
  const endless = await aPlatform((_request, response) => {
    const more = () => void (response.destroyed || response.write('x'.repeat(1_000_000), more))
    more()
  })
  expect((await failure(endless.platform.readBoard(access, '1'))).kind).toBe('unavailable')
  const silent = await aPlatform(() => {}, { timeoutMs: 300 })
  expect((await failure(silent.platform.readBoard(access, '1'))).kind).toBe('timeout')
  expect([endless.asked.length, silent.asked.length]).toEqual([1, 1])
})

test('the further tries of a read share its one time', async () => {
  const answer = inOrder(wrong, () => {})
  const { platform, asked } = await aPlatform(answer)
  expect((await failure(platform.readBoard(access, '1'))).kind).toBe('timeout')
  expect(asked).toHaveLength(2)
})

test('where no time is left for another try, the answer that came stands', async () => {
  const { platform, asked } = await aPlatform(wrong, { random: () => 1_000 }) // a wait beyond every time
  const error = await failure(platform.readBoard(access, '1'))
  expect([error.details.status, asked.length]).toEqual([500, 1])
})

/** Nobody listens; each try asks where the platform is. */
async function nobody() {
  let tries = 0
  const port = await deadPort()
  const { platform } = await aPlatform(aBoard, { apiUrl: () => (tries++, `http://127.0.0.1:${port}/v5`) })
  return { platform, tries: () => tries }
}
test.each([
  ['a read', 3, READS],
  ['a write', 2, WRITES],
  ['a grant', 1, GRANTS],
])('without a connection nothing can have arrived: %s is tried %i times', async (_what, expected, calls) => {
  const tries = await Promise.all(
    Object.values<Asking>(calls).map(async (call) => {
      const none = await nobody()
      expect((await failure(call(none.platform, access))).details).toMatchObject({ neverLeft: true })
      return none.tries()
    }),
  )
  expect(tries).toEqual(tries.map(() => expected))
})

test('a pin is never tried again by itself, also when it never left', async () => {
  const { platform, tries } = await nobody()
  expect(await EVERY.create_pin(platform, access)).toMatchObject({ kind: 'noAnswer', neverLeft: true })
  expect(tries()).toBe(1)
})

test('calls after each other share connections', async () => {
  const { platform, connections } = await aPlatform(aBoard)
  for (let call = 0; call < 20; call++) await platform.readBoard(access, '1')
  await platform.updateBoard(access, '1', { name: 'Cellar' })
  expect(connections()).toBeLessThanOrEqual(2) // an answer may be read before its connection is free again
})
