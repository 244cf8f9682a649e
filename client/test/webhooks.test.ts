import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { verifyWebhook, WebhookError } from '../src/index.js'

const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`
const other = `whsec_${Buffer.from('another secret of 24 by.').toString('base64')}`
const now = new Date('2026-03-02T10:00:00Z')
const body = JSON.stringify({
  id: 'evt_1',
  type: 'post.sent',
  timestamp: now.toISOString(),
  organizationId: '1',
  data: { post: { title: 'Ä “lamp”' } },
})

const signed = (by: string, at = now, text = body) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(by).sign('msg_1', at, text),
})
const problemOf = (...[received]: Parameters<typeof verifyWebhook>): string => {
  try {
    verifyWebhook(received)
    return 'none'
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    return error.problem
  }
}
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('a webhook that the reference library signed', () => {
  test.each([
    ['as a string', body],
    ['as bytes', Buffer.from(body)],
  ])('is taken, its body %s', (_, given) => {
    expect(verifyWebhook({ secret, headers: signed(secret), body: given, now })).toEqual(JSON.parse(body))
  })

  test('is taken with headers of fetch, and with names in capitals', () => {
    const headers = signed(secret)
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    for (const one of [new Headers(headers), capitals])
      expect(verifyWebhook({ secret, headers: one, body, now }).type).toBe('post.sent')
  })

  test('is taken while the secret is changed: two secrets here, or two signatures there', () => {
    expect(problemOf({ secret: [other, secret], headers: signed(secret), body, now })).toBe('none')
    const both = {
      ...signed(other),
      'webhook-signature': `${signed(other)['webhook-signature']} ${signed(secret)['webhook-signature']}`,
    }
    expect(problemOf({ secret, headers: both, body, now })).toBe('none')
  })

  test.each([
    ['the other secret', { secret: other }],
    ['another body', { body: `${body} ` }],
    ['another id', { headers: { ...signed(secret), 'webhook-id': 'msg_2' } }],
    ['another time', { headers: { ...signed(secret), 'webhook-timestamp': String(after(1).getTime() / 1000) } }],
    [
      'a signature of another version',
      { headers: { ...signed(secret), 'webhook-signature': signed(secret)['webhook-signature'].replace('v1,', 'v2,') } },
    ],
    [
      'a signature cut short',
      { headers: { ...signed(secret), 'webhook-signature': signed(secret)['webhook-signature'].slice(0, 20) } },
    ],
    ['no signature in it', { headers: { ...signed(secret), 'webhook-signature': 'v1, v1' } }],
  ])('is refused with %s', (_, change) => {
    expect(problemOf({ secret, headers: signed(secret), body, now, ...change })).toBe('signature_wrong')
  })

  test.each([
    [300, 'none'],
    [301, 'too_old'],
    [-300, 'none'],
    [-301, 'too_new'],
  ])('at %i seconds after it was signed: %s', (seconds, problem) => {
    expect(problemOf({ secret, headers: signed(secret), body, now: after(seconds) })).toBe(problem)
  })

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('is refused without %s', (name) => {
    expect(problemOf({ secret, headers: { ...signed(secret), [name]: undefined }, body, now })).toBe('header_missing')
  })

  test.each(['', '1.5', 'NaN', '-1', '1e9', '99999999999999'])('is refused with the time “%s”', (time) => {
    const problem = problemOf({ secret, headers: { ...signed(secret), 'webhook-timestamp': time }, body, now })
    expect(problem).toBe(time === '' ? 'header_missing' : 'timestamp_wrong')
  })
})

test('what is signed and no JSON is refused', () => {
  expect(problemOf({ secret, headers: signed(secret, now, 'hello'), body: 'hello', now })).toBe('body_wrong')
})

test.each(['', 'whsec_', 'whsec_not base64', secret.slice(6), []])(
  '%j is no secret: an error of the caller, not of the sender',
  (wrong) => {
    expect(() => verifyWebhook({ secret: wrong, headers: signed(secret), body, now })).toThrow(TypeError)
  },
)
