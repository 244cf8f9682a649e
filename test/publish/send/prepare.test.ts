/** What keeps a pin from being sent before anything was sent, and what that means for it. */
import { expect, test } from 'vitest'
import type { ErrorCode } from '../../../src/core/lib/codes.js'
import { DomainError, RefusedBecause } from '../../../src/core/lib/errors.js'
import { claimDue } from '../../../src/core/publish/claim/claim-due.js'
import { listDue } from '../../../src/core/publish/claim/due.js'
import type { Claimed } from '../../../src/core/publish/model/claimed-post.js'
import { preparePictures } from '../../../src/core/publish/prefetch/pictures.js'
import { prepare, classifyPreparationError } from '../../../src/core/publish/send/prepare.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import { aDatabase } from '../../support/database.js'
import { aPin, aPublishWorld, aPublisher, attemptsOf, MINUTE_MS, noticesOf, reread } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)

const REFUSES: ErrorCode[] = ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
const PASSES: ErrorCode[] = ['RATE_LIMIT_EXCEEDED', 'TOO_MANY_REQUESTS', 'BAD_GATEWAY', 'SERVICE_UNAVAILABLE', 'GATEWAY_TIMEOUT']
const IS_OURS: ErrorCode[] = [
  ...(['UNAUTHORIZED', 'PAYMENT_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'CONFLICT'] as const),
  ...(['UNPROCESSABLE_ENTITY', 'INTERNAL_SERVER_ERROR'] as const),
]

test.each([
  ...REFUSES.map((code) => ({ code, means: { kind: 'refused', reason: 'media_rejected' } })),
  ...PASSES.map((code) => ({ code, means: { kind: 'retry', isOurs: false } })),
  ...IS_OURS.map((code) => ({ code, means: { kind: 'retry', isOurs: true } })),
])('an error $code means $means', ({ code, means }) => {
  expect(classifyPreparationError(new DomainError(code, 'words'))).toMatchObject(means)
})

test('only the reason that says so means dead tokens', () => {
  expect(classifyPreparationError(new RefusedBecause('platform_reconnect_required'))).toEqual({ kind: 'tokenDead' })
  const other = new DomainError('UNPROCESSABLE_ENTITY', 'words', { reason: 'no_open_slot' })
  expect(classifyPreparationError(other)).toMatchObject({ kind: 'retry', isOurs: true })
})

test('what is no error of the domain is tried again, and is for the operator', () => {
  const message = 'The pin could not be prepared: EIO'
  expect(classifyPreparationError(new Error('EIO'))).toEqual({ kind: 'retry', message, isOurs: true, because: 'not_prepared' })
})

const busy = new DomainError('SERVICE_UNAVAILABLE', 'The store is busy at the moment.')
const withReads = (read: Deps['storage']['read']) => ({
  ...world,
  deps: { ...world.deps, storage: { ...world.deps.storage, read } },
})

test('a picture that cannot be read for now holds its pin and not its account', async () => {
  const post = await aPin(world)
  world.clock.advance(MINUTE_MS)
  await aPublisher(withReads(() => Promise.reject(busy))).drain()
  expect(await reread(world, post)).toMatchObject({ status: 'queued' })
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'retry' }])
  expect(await noticesOf(world, post)).toEqual([])
  const [account] = await db.sql`select token_status from accounts where organization_id = ${world.organizationId}`
  expect(account).toEqual({ token_status: 'authorized' })
  await db.sql`delete from posts where id = ${post.id}`
})

test('a token that cannot be opened with our keys is for the operator, and says nothing of the account', async () => {
  await aPin(world)
  world.clock.advance(MINUTE_MS)
  const [claimed] = await claimDue(db, await listDue(db.sql, { now: world.clock.now, limit: 1 }), world.clock.now)
  const sealer: Deps['sealer'] = {
    ...world.deps.sealer,
    open: () => {
      throw new Error('none of our keys sealed it')
    },
  }
  const deps = { ...world.deps, sealer, pictures: preparePictures(world.deps) }
  expect(await prepare(deps, claimed as Claimed)).toMatchObject({ kind: 'retry', isOurs: true })
})
