/** What each refusal of the platform means to a read and to a write: by status and code, by the words in three rows only. */
import { expect, test } from 'vitest'
import type { AppRefusal, HoldReason } from '../../src/core/ports/answer-about.js'
import type { PlatformError } from '../../src/core/ports/platform.js'
import { aPlatform, answering, failure } from './support/bare-platform.js'
import { READS, WRITES } from './support/every-call.js'

const access = { accessToken: 'pina_secret' }
const SCOPE =
  'Your token does not have sufficient permissions to perform this operation. Please ensure your token is authorized with the correct set of scopes.'
const RATE =
  'This request exceeded a rate limit. This can happen if the client exceeds one of the published rate limits or if multiple write operations are applied to an object within a short time window.'
const TRIAL =
  'Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.'
const LINK = 'Whoops! It looks like you entered an invalid URL. Try creating a Pin again with a valid URL.'

type Row = [status: number, code: number, message: string, kind: PlatformError['kind'], refusal?: AppRefusal | HoldReason]
/** @see test/platform/error-rows.md */
const ROWS: Row[] = [
  [401, 2, 'Authentication failed.', 'reconnect'],
  [401, 3, SCOPE, 'reconnect'],
  [401, 3, 'Your application consumer type is not supported, please contact support...', 'app_refused', 'consumer_type'],
  [401, 3, 'Your application does not have access to this restricted feature: pin_edit', 'app_refused', 'restricted_feature'],
  [
    401,
    3,
    'Your application does not have access to this restricted feature: partner_search',
    'app_refused',
    'restricted_feature',
  ],
  [401, 3, 'You may not.', 'app_refused', 'other'],
  [403, 29, TRIAL, 'app_refused', 'trial_access'],
  [403, 29, 'You are not permitted to access that resource.', 'forbidden'],
  [403, 403, 'Not authorized to update the board.', 'forbidden'],
  [404, 40, 'Board not found.', 'not_found'],
  [404, 50, 'Pin not found.', 'not_found'],
  [404, 2031, "Sorry! We couldn't find this board section.", 'not_found'],
  [400, 58, 'Try a different name. You already have a board with this name!', 'invalid'],
  [409, 58, 'Try a different name. You already have a board with this name!', 'invalid'],
  [400, 400, 'The board name is invalid or duplicated.', 'invalid'],
  [400, 1, LINK, 'invalid'],
  [400, 1, "Invalid request: 'x' does not match '^\\d+$'", 'invalid'],
  [400, 1, 'Sorry we could not fetch the image.', 'unavailable'],
  [400, 1, 'Unable to reach the URL', 'unavailable'],
  [403, 233, 'Your image is too small. Please choose a larger image and try again.', 'invalid'],
  [403, 235, 'Sorry, this image is broken. Please pick a different image.', 'invalid'],
  [400, 1, 'A video needs cover_image_url or cover_image_content_type', 'invalid'],
  [400, 2786, 'Sorry! Something went wrong on our end.', 'unavailable'],
  [400, 2787, 'Sorry! Something went wrong on our end.', 'unavailable'],
  [400, 400, 'Invalid board section parameters.', 'invalid'],
  [403, 403, 'Not authorized to delete board section.', 'forbidden'],
  [404, 404, 'Board section not found.', 'not_found'],
  [409, 409, 'Board section conflict.', 'unavailable'],
  [500, 500, 'Could not create a new board section.', 'unavailable'],
  [404, 404, 'Board not found.', 'not_found'],
  [403, 403, 'Not authorized to access the user account analytics.', 'forbidden'],
  [403, 403, 'Not authorized to access board or Pin.', 'forbidden'],
  [404, 404, 'Pin not found.', 'not_found'],
  [400, 400, 'Invalid pins analytics parameters.', 'invalid'],
  [400, 400, 'Invalid user accounts analytics parameters.', 'invalid'],
  [400, 400, 'Invalid pin filter value', 'invalid'],
  [429, 8, RATE, 'rate_limited'],
  [429, 8, 'Sorry! We blocked this Pin because it may lead to spam.', 'spam', 'spam'],
  [403, 2626, 'Your account is under review.', 'account_blocked', 'under_review'],
  [403, 2625, 'Your account is disapproved.', 'account_blocked', 'disapproved'],
]

test.each(ROWS)('%i/%i "%s" is %s, for a read as for a write', async (status, code, message, kind, refusal) => {
  const headers = { 'x-pinterest-rid': '4711', 'x-ratelimit-reset': '5' }
  const { platform } = await aPlatform(answering(status, { code, message, status: 'failure' }, headers), { pacing: false })
  for (const call of [READS.list_boards, WRITES.delete_section]) {
    const error = await failure(call(platform, access))
    expect([error.kind, error.message]).toEqual([kind, message])
    expect(error.details).toEqual({
      status,
      code,
      requestId: '4711',
      ...(status === 429 && { retryAfterMs: 5_000 }),
      ...(message === SCOPE && { lacksScope: true }),
      ...(refusal && (isOfAccount(kind) ? { accountRefusal: refusal } : { appRefusal: refusal })),
    })
  }
})

const isOfAccount = (kind: PlatformError['kind']) => kind === 'spam' || kind === 'account_blocked'

const AWAY: [number, number, PlatformError['kind']][] = [
  [401, 2, 'reconnect'],
  [401, 3, 'app_refused'],
  [400, 1, 'invalid'],
  [400, 58, 'invalid'],
  [400, 2787, 'unavailable'],
  [403, 29, 'forbidden'],
  [404, 40, 'not_found'],
  [409, 409, 'unavailable'],
  [429, 8, 'rate_limited'],
  [500, 8, 'unavailable'],
]
test.each(AWAY)('words decide nothing in another row: %i/%i stays %s', async (status, code, kind) => {
  const message = 'No sections, boards, pins, trial access, restricted features nor authentication here.'
  const { platform } = await aPlatform(answering(status, { code, message }), { pacing: false })
  expect((await failure(platform.listBoards(access))).kind).toBe(kind)
})

test.each([
  { code: 'PINNER_DATA_ACCESS_DENIED', message: 'No.' },
  { code: 29, message: 'PINNER_DATA_ACCESS_DENIED' },
  { message: 'PINNER_DATA_ACCESS_DENIED' },
])(
  'an app that may not read personal accounts is refused as an app, in whichever form it is said (%j), and asks once',
  async (body) => {
    const { platform, asked } = await aPlatform(answering(403, body), { pacing: false })
    const error = await failure(platform.readBoard(access, '101'))
    expect([error.kind, error.details.appRefusal]).toEqual(['app_refused', 'pinner_data'])
    expect(error.message).toContain('PINNER_DATA_ACCESS_DENIED')
    expect(asked).toHaveLength(1)
  },
)

test.each([
  [403, { code: 'NEW_WORD', message: 'You may not.' }, 'forbidden'], // the platform speaks, in a word for a code
  [400, { code: '2787', message: 'Sorry!' }, 'unavailable'], // a number as text
  [429, { code: 8, message: 'Blocked.', message_detail: 'May lead to spam.' }, 'spam'],
  [429, '<html>slow down</html>', 'rate_limited'],
  [408, '', 'timeout'],
  [401, '<html>proxy</html>', 'unavailable'], // sent by no platform
  [403, { message: 'Blocked by a firewall' }, 'unavailable'],
  [404, '', 'unavailable'],
  [302, '', 'unavailable'],
  [503, 'down', 'unavailable'],
  [422, { code: 77, message: 'New.' }, 'invalid'],
  [400, { code: null, message: null }, 'unavailable'],
  [200, { items: 'none' }, 'unavailable'],
] as const)('%i %j is %s', async (status, body, kind) => {
  const { platform } = await aPlatform(answering(status, body), { pacing: false })
  expect((await failure(platform.listBoards(access))).kind).toBe(kind)
})

test('an answer that cannot be read says where, and quotes nothing', async () => {
  const { platform } = await aPlatform(answering(200, { items: [{ id: 'the-secret', name: 'x' }] }))
  const error = await failure(platform.listBoards(access))
  expect(error.message).toMatch(/could not be read: items\.0\.id: /)
  expect(error.message).not.toContain('the-secret')
})

test.each([
  ['a character that is cut in half', `${'ab '.repeat(99)}ab😀cd`],
  ['half a character', 'a\ud83d b \udc00'],
  ['a character that a database takes none of', 'a\u0000b'],
])('what the platform says can be written down: %s', async (_what, message) => {
  const { platform } = await aPlatform(answering(400, { code: 1, message }))
  const { message: said } = await failure(platform.listBoards(access))
  expect([said.isWellFormed(), said.includes('\0')]).toEqual([true, false])
})
