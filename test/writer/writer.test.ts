/** A model is asked over the real protocol: how, what comes of each fault, and that no secret leaves but in its header. */
import { expect, test, vi } from 'vitest'
import type { WriterAnswer, WriterRequest } from '../../src/core/ports/writer.js'
import { makeWriter } from '../../src/writer/writer.js'
import {
  aModelServer,
  type Behaviour,
  breakingOff,
  failing,
  hanging,
  hangingInTheMiddle,
  saying,
  sending,
  streaming,
} from './support/model-server.js'

const KEY = 'sk-the-secret-of-the-operator'
const NOW = new Date('2026-03-02T10:00:00Z')
const SEVEN_SECONDS_ON = 'Mon, 02 Mar 2026 10:00:07 GMT'
const QUESTION: WriterRequest = {
  messages: [
    { role: 'system', content: 'Write.' },
    { role: 'user', content: 'A page.' },
  ],
  form: { name: 'drafts', schema: { type: 'object', properties: {}, required: [], additionalProperties: false } },
  maxTokens: 500,
  timeoutMs: 10_000,
}

const server = await aModelServer()
const aWriter = () => makeWriter({ baseUrl: server.baseUrl, apiKey: KEY, model: 'small-1', clock: () => NOW })

async function ask(behaviour: Behaviour, given: Partial<WriterRequest> = {}): Promise<WriterAnswer> {
  server.plays(behaviour)
  return aWriter().write({ ...QUESTION, ...given })
}

test('a question is one call with the model, the key, the limit and the form of the answer, and says nothing of this machine', async () => {
  server.asked.length = 0
  const answer = await ask(saying('{"drafts":[]}'))
  expect(answer).toEqual({ kind: 'answered', text: '{"drafts":[]}', isCut: false, declined: false, tokens: 1_200 })
  expect(server.asked).toHaveLength(1)
  const [{ path, headers, body }] = server.asked as [(typeof server.asked)[0]]
  expect(path).toBe('/v1/chat/completions')
  expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'user-agent': 'Pinslot/1' })
  expect(Object.keys(headers).filter((name) => /^x-|openai/i.test(name))).toEqual([])
  expect(body).toEqual({
    model: 'small-1',
    messages: QUESTION.messages,
    max_tokens: 500,
    response_format: { type: 'json_schema', json_schema: { name: 'drafts', schema: QUESTION.form.schema, strict: true } },
  })
})

test('variables of the package are not read: not its key, not its headers, not its log', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'another-key')
  vi.stubEnv('OPENAI_ORG_ID', 'another-organization')
  vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-other: 1')
  vi.stubEnv('OPENAI_LOG', 'debug')
  const told = vi.spyOn(console, 'debug').mockImplementation(() => {})
  server.asked.length = 0
  await ask(saying('{}'))
  vi.unstubAllEnvs()
  const { authorization, ...others } = server.asked[0]!.headers
  expect(authorization).toBe(`Bearer ${KEY}`)
  expect(others).not.toHaveProperty('openai-organization')
  expect(others).not.toHaveProperty('x-other')
  expect(told).not.toHaveBeenCalled()
  told.mockRestore()
})

test.each<[string, Behaviour, Partial<WriterAnswer>]>([
  ['an answer that reached its limit', saying('{"dra', { finish: 'length' }), { kind: 'answered', isCut: true }],
  ['a refusal of the model', saying(null, { refusal: 'I cannot.' }), { kind: 'answered', declined: true, text: '' }],
  ['a filter', saying('', { finish: 'content_filter' }), { kind: 'answered', declined: true }],
  ['a filter before the model', failing(400, { error: { code: 'content_filter' } }), { kind: 'answered', declined: true }],
  ['no key', failing(401), { because: 'refused', status: 401 }],
  ['no model', failing(404), { because: 'refused', status: 404 }],
  ['a limit', failing(429, { headers: { 'retry-after': '7' } }), { because: 'limited', status: 429, afterMs: 7_000 }],
  ['a limit for a year', failing(429, { headers: { 'retry-after': '31536000' } }), { because: 'limited', afterMs: 3_600_000 }],
  [
    'a limit until a date',
    failing(429, { headers: { 'retry-after': SEVEN_SECONDS_ON } }),
    { because: 'limited', afterMs: 7_000 },
  ],
  ['a limit until some day', failing(429, { headers: { 'retry-after': 'soon' } }), { because: 'limited', afterMs: null }],
  ['a failure', failing(500), { because: 'unavailable', status: 500 }],
  ['too much', failing(413), { because: 'rejected', status: 413 }],
  ['a question that is not taken', failing(400), { because: 'rejected', status: 400 }],
  ['half an answer', breakingOff, { because: 'unavailable' }],
  ['half of JSON', sending('{"choices":[{"mess'), { because: 'broken' }],
  ['no JSON', sending('<html>Welcome</html>', 'text/html'), { because: 'broken' }],
  ['JSON that is no answer', sending('{"hello":"world"}'), { because: 'broken' }],
  ['JSON of another form', sending('{"choices":[{"message":"hello"}]}'), { because: 'broken' }],
  ['an empty list', sending('{"choices":[]}'), { because: 'broken' }],
  ['nothing', sending(''), { because: 'broken' }],
])('%s', async (_, behaviour, expected) => {
  expect(await ask(behaviour)).toMatchObject(expected)
})

test.each<[string, Behaviour]>([
  ['a hang', hanging],
  ['a hang in the middle', hangingInTheMiddle],
])('%s ends with its time', async (_, behaviour) => {
  expect(await ask(behaviour, { timeoutMs: 300 })).toMatchObject({ kind: 'unanswered', because: 'timeout' })
})

test('an answer that never ends is cut off', async () => {
  expect(await ask(streaming, { timeoutMs: 60_000 })).toMatchObject({ kind: 'unanswered', because: 'broken' })
})

test('nobody there is an answer too', async () => {
  const gone = await aModelServer()
  await gone.close()
  const writer = makeWriter({ baseUrl: gone.baseUrl, apiKey: KEY, model: 'small-1', clock: () => new Date() })
  expect(await writer.write(QUESTION)).toMatchObject({ kind: 'unanswered', because: 'unavailable', status: null })
})

test.each([301, 302, 307, 308])('a redirect %i is not followed, and the key goes nowhere else', async (status) => {
  const elsewhere = await aModelServer(saying('{}'))
  expect(await ask(failing(status, { headers: { location: `${elsewhere.baseUrl}/chat/completions` } }))).toMatchObject({
    kind: 'unanswered',
    because: 'redirect',
    status,
  })
  expect(elsewhere.asked).toEqual([])
})

test.each<[unknown, number | null]>([
  [{ total_tokens: 900 }, 900],
  [{ prompt_tokens: 700, completion_tokens: 100 }, 800],
  [{ prompt_tokens: 700, completion_tokens: 100, total_tokens: 5 }, 800],
  [{ total_tokens: -5 }, null],
  [{ total_tokens: 0, prompt_tokens: 0, completion_tokens: 0 }, null],
  [{ total_tokens: 1e18 }, null],
  [{ total_tokens: 12.5 }, null],
  [{ total_tokens: '900' }, null],
  ['many', null],
  [null, null],
])('of what it says it used, %j, %j is believed', async (usage, tokens) => {
  expect(await ask(saying('{}', { usage: usage as object }))).toMatchObject({ kind: 'answered', tokens })
})

test('where a strict form is refused, any JSON is asked for, also of the next question', async () => {
  server.asked.length = 0
  const writer = aWriter()
  server.plays(failing(400, { error: { param: 'response_format' } }), saying('{"a":1}'))
  expect(await writer.write(QUESTION)).toMatchObject({ kind: 'answered', text: '{"a":1}' })
  await writer.write(QUESTION)
  expect(server.asked.map(({ body }) => body.response_format.type)).toEqual(['json_schema', 'json_object', 'json_object'])
})

test('where the limit has another name, that is used', async () => {
  server.asked.length = 0
  server.plays(failing(400, { error: { param: 'max_tokens', code: 'unsupported_parameter' } }), saying('{}'))
  expect(await aWriter().write(QUESTION)).toMatchObject({ kind: 'answered' })
  expect(server.asked.map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
    [500, undefined],
    [undefined, 500],
  ])
})

test('no answer holds what the endpoint throws back: not the key, not its text', async () => {
  for (const status of [400, 401, 403, 404, 429, 500]) {
    const told = JSON.stringify(await ask(failing(status)))
    expect(told).not.toContain('sk-')
    expect(told).not.toContain('Incorrect')
  }
})
