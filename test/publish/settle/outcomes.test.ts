import { expect, test } from 'vitest'
import { judge, judgeSave } from '../../../src/core/publish/send/outcomes.js'

const answer = (status: number, code: number | null, message = 'words', retryAfterMs: number | null = null) =>
  judge({ kind: 'answer', status, code, message, requestId: null, retryAfterMs })

test('a pin with an id is confirmed', () => {
  expect(judge({ kind: 'created', pinId: '7', createdAt: null, requestId: null })).toEqual({
    kind: 'confirmed',
    pinId: '7',
    createdAt: null,
  })
})

test.each([
  [400, 1, 'Whoops! It looks like you entered an invalid URL.', 'platform_rejected'],
  [400, 1, 'Invalid request: …', 'platform_rejected'],
  [400, 1, 'cover_image_url or cover_image_content_type is needed', 'platform_rejected'],
  [401, 1, 'cover_image_url or cover_image_content_type is needed', 'platform_rejected'], // of a video, and no matter of the token
  [401, 2, 'cover_image_url or cover_image_content_type is needed', 'platform_rejected'],
  [403, 29, 'You are not permitted to access that resource.', 'board_forbidden'],
  [403, 403, 'Not authorized to update the board.', 'board_forbidden'],
  [403, 233, 'Your image is too small.', 'media_rejected'],
  [403, 235, 'Sorry, this image is broken.', 'media_rejected'],
  [404, 40, 'Board not found.', 'board_gone'],
  [404, 2031, "Sorry! We couldn't find this board section.", 'section_gone'],
  [400, 233, 'Your image is too small.', 'media_rejected'],
  [400, 235, 'Sorry, this image is broken.', 'media_rejected'],
])('%i/%i "%s" is final: %s', (status, code, message, reason) => {
  expect(answer(status, code, message)).toEqual({ kind: 'refused', reason, message })
})

test.each([
  [429, 8, 'Blocked for spam', 'spam'],
  [429, null, 'Blocked for spam', 'spam'],
  [400, 2625, 'Your account was disapproved.', 'disapproved'], // of these two no status is known
  [400, 2626, 'Your account is under review.', 'under_review'],
  [403, 2625, 'Your account was disapproved.', 'disapproved'],
  [403, 2626, 'Your account is under review.', 'under_review'],
])('%i/%i "%s" is about the account, and not about the pin: %s', (status, code, message, reason) => {
  expect(answer(status, code, message)).toEqual({ kind: 'accountRefused', refusal: { reason, message, retryAfterMs: null } })
})

test.each([
  [400, 1, 'Sorry we could not fetch the image.', undefined],
  [400, 1, 'Unable to reach the URL', undefined],
  [401, 3, 'Your application does not have access to this restricted feature: pin_create', 'restricted_feature'],
  [401, 3, 'Your application consumer type is not supported, please contact support', 'consumer_type'],
  [401, 3, 'You may not.', 'other'],
  [403, 29, 'Apps with Trial access may not create Pins in production', 'trial_access'],
  [403, null, 'PINNER_DATA_ACCESS_DENIED', 'pinner_data'],
])('%i/%i "%s" is tried again; our app is refused: %s', (status, code, message, refusal) => {
  expect(answer(status, code, message)).toEqual({
    kind: 'retry',
    message,
    isOurs: refusal !== undefined,
    because: refusal === undefined ? 'image_unreachable' : 'app_refused',
    ...(refusal && { refusal }),
  })
})

test.each([2, 283, 401])('401/%i renews the token', (code) => {
  expect(answer(401, code).kind).toBe('refreshToken')
})

test('a missing scope is not renewed for: a new token would miss it too', () => {
  const words = 'Your token does not have sufficient permissions to perform this operation.'
  expect(answer(401, 3, words)).toEqual({ kind: 'scopeMissing', message: words })
})

test('a rate limit is waited for as long as it says, a minute when it does not say', () => {
  expect(answer(429, 8, 'limit', 7_000)).toMatchObject({ kind: 'waitForRate', ms: 7_000 })
  expect(answer(429, 8)).toMatchObject({ kind: 'waitForRate', ms: 60_000 })
})

test('what may not go yet was not made: it goes when the platform allows it, an hour from now at most', () => {
  expect(judge({ kind: 'paced', retryAfterMs: 7_000 })).toMatchObject({ kind: 'waitForRate', ms: 7_000 })
  expect(judge({ kind: 'paced', retryAfterMs: 80_000_000 })).toMatchObject({ kind: 'waitForRate', ms: 3_600_000 })
})

test.each([
  [200, null],
  [201, null],
  [400, 2786],
  [400, 2787],
  [401, 2787], // a code under which pins were made, whatever the status
  [403, 2786],
  [429, 2787],
  [401, 7],
  [404, 50],
  [400, 400],
  [413, 413],
  [401, null], // no body of the platform's own: sent again, it might be a second one
  [400, 77],
  [400, null],
  [403, 1],
  [404, null],
  [404, 404],
  [408, null],
  [409, 409],
  [500, 0],
  [502, null],
  [503, null],
  [302, null],
])('%i/%s says nothing about the pin: it is unknown', (status, code) => {
  expect(answer(status, code).kind).toBe('unknown')
})

test('of a save a pin that is not there is final; all else is judged as of a new pin', () => {
  const answered = (status: number, code: number, message: string) =>
    judgeSave({ kind: 'answer', status, code, message, requestId: null, retryAfterMs: null })
  expect(answered(404, 50, 'Pin not found.')).toEqual({ kind: 'refused', reason: 'pin_gone', message: 'Pin not found.' })
  expect(answered(404, 40, 'Board not found.')).toMatchObject({ kind: 'refused', reason: 'board_gone' })
  expect(answered(500, 500, 'Sorry!').kind).toBe('unknown')
})

test('no answer is unknown, unless the request never left', () => {
  expect(judge({ kind: 'noAnswer', message: 'reset' }).kind).toBe('unknown')
  expect(judge({ kind: 'noAnswer', message: 'refused', neverLeft: true }).kind).toBe('retry')
})
