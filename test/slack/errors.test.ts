import { expect, test } from 'vitest'
import {
  badRequest,
  conflict,
  DomainError,
  noOpenSlot,
  notFound,
  paymentRequired,
  reconnectRequired,
} from '../../src/core/errors.js'
import { explain } from '../../src/slack/errors.js'

const settings = { publicUrl: 'https://pinslot.test', dailyRequestLimit: 1, sendTimeoutMs: 1, simplifiedPins: false }
const lines: object[] = []
const line = (fields: object) => void lines.push(fields)
const log = { debug: line, info: line, warn: line, error: line }
const told = (error: unknown) => explain({ settings, log }, error, { type: 'test' })

test('a broken rule names the field as the form does', () => {
  expect(told(badRequest('altText', 'altText must be at most 500 characters; it has 501.'))).toEqual({
    field: 'altText',
    sentence: 'Alt text must be at most 500 characters; it has 501.',
  })
})

test('a denial says what to do, and where', () => {
  const denied = paymentRequired('insufficient_credits', 'This account has no credit left.', '/billing/credits')
  expect(told(denied).sentence).toBe(
    'This account has no credit left. Save it as a draft, or buy credits: https://pinslot.test/billing/credits',
  )
})

test.each<[DomainError, string]>([
  [noOpenSlot(), 'There is no open slot on this schedule. Choose “At a set time”, or have timeslots added.'],
  [notFound('Post'), 'Pin not found. It may have been removed meanwhile: see /pin queue.'],
  [conflict('post_not_schedulable', 'It was sent.'), 'It was sent.'],
  [reconnectRequired(), 'Until then, drafts can still be saved.'],
  [new DomainError('INTERNAL_SERVER_ERROR', 'secret words'), 'Something went wrong on our side. Please try again.'],
])('%s gets its sentence', (error, sentence) => {
  expect(told(error).sentence).toContain(sentence)
})

test('an API client’s words never reach a person in Slack', () => {
  for (const error of [noOpenSlot(), badRequest('sendAt', 'sendAt must lie in the future.')])
    expect(told(error).sentence).not.toMatch(/sendAt/)
})

test('what is not for people’s eyes is in the log alone, under the reference they see', () => {
  lines.length = 0
  const { sentence } = told(new Error('password is hunter2'))
  expect(sentence).not.toContain('hunter2')
  const reference = /reference ([0-9a-f]{8})/.exec(sentence)?.[1]
  expect(lines).toEqual([expect.objectContaining({ reference, type: 'test' })])
})
