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

test.each([
  ['carouselItems[1].mediaUrl', 'carouselItems[1].mediaUrl is no picture.', 'Picture 3 is no picture.'],
  ['carouselItems[0].uploadId', 'carouselItems[0].uploadId: no bytes were PUT yet.', 'Picture 2: no bytes were PUT yet.'],
  [
    'intervalBoards[1].boardId',
    'intervalBoards[1].boardId names the board of intervalBoards[0].boardId again.',
    'Board 2 names the board of Board 1 again.',
  ],
  [
    'intervalBoards[2].boardSectionId',
    'intervalBoards[2].boardSectionId is not on the board.',
    'Section of board 3 is not on the board.',
  ],
  ['intervalDays', 'intervalDays must be 1 to 90.', 'Days between must be 1 to 90.'],
  [
    'productTagPinIds',
    'Leave out productTagPinIds. They cannot stand beside carouselItems',
    'Leave out Product tags. They cannot stand beside Files',
  ],
  ['title', 'title must be 1 to 100 characters; subtitle is none.', 'Title must be 1 to 100 characters; subtitle is none.'],
  ['boardSectionId', 'boardSectionId needs a board. Pass boardId too.', 'Section needs a board. Pass Board too.'],
])('%s is called as the form calls it', (field, message, sentence) => {
  expect(told(badRequest(field, message))).toEqual({ field, sentence })
})

test.each([
  ['The post is published and cannot be rescheduled.', 'The pin is published and cannot be rescheduled.'],
  ['Post not found.', 'Pin not found.'],
  [
    'Set it, or save the post as a draft. This post and your posts wait.',
    'Set it, or save the pin as a draft. This pin and your pins wait.',
  ],
])('a post of the API is a pin in Slack', (message, sentence) => {
  expect(told(conflict('post_not_schedulable', message)).sentence).toBe(sentence)
})

test('an Undo that comes too late is told in words', () => {
  expect(told(conflict('undo_expired', 'This is more than ten minutes ago. Change the post itself.')).sentence).toBe(
    'This is more than ten minutes ago. Change the pin itself.',
  )
})

test('what is not for people’s eyes is in the log alone, under the reference they see', () => {
  lines.length = 0
  const { sentence } = told(new Error('password is hunter2'))
  expect(sentence).not.toContain('hunter2')
  const reference = /reference ([0-9a-f]{8})/.exec(sentence)?.[1]
  expect(lines).toEqual([expect.objectContaining({ reference, type: 'test' })])
})
