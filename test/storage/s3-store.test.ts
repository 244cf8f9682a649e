/** The store of these tests itself: what Amazon's own client signs passes, and what is not signed so does not. */
import { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, expect, test } from 'vitest'
import { anS3Store } from '../support/s3-store.js'
import { sdkOf } from './support.js'

const store = await anS3Store({ now: new Date() })
const { bucket: Bucket, clock } = store
const sdk = sdkOf(store)
afterAll(async () => {
  sdk.destroy()
  await store.close()
})

const presign = (Key: string, options = {}) =>
  getSignedUrl(sdk, new PutObjectCommand({ Bucket, Key, ContentType: 'image/png' }), {
    expiresIn: 900,
    signableHeaders: new Set(['content-type']),
    signingDate: clock.now,
    ...options,
  })
const put = async (url: string, contentType = 'image/png') => {
  const response = await fetch(url, { method: 'PUT', headers: { 'content-type': contentType }, body: 'bytes' })
  return [response.status, /<Code>(\w+)/.exec(await response.text())?.[1]]
}

test('what the AWS SDK signs by headers passes, whatever is in the key', async () => {
  const Key = "media/1/a b+c~d'(é)*!.png"
  await sdk.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.from('0123456789'), ContentType: 'image/png' }))
  const copied = await sdk.send(
    new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/${encodeURIComponent(Key)}` }),
  )
  expect(copied.CopyObjectResult?.ETag).toBe('"copied"')
  const part = await sdk.send(new GetObjectCommand({ Bucket, Key: 'copy', Range: 'bytes=2-4' }))
  expect([await part.Body?.transformToString(), part.ContentRange]).toEqual(['234', 'bytes 2-4/10'])
  expect(await sdk.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({ ContentLength: 10, ContentType: 'image/png' })
  await sdk.send(new DeleteObjectCommand({ Bucket, Key }))
  await expect(sdk.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({ name: 'NotFound' })
})

test('what the AWS SDK signs by query passes, and only as it was signed', async () => {
  const url = await presign('staged/1/x')
  expect(await put(url)).toEqual([200, undefined])
  expect(store.objects.get('staged/1/x')).toMatchObject({ bytes: 5, contentType: 'image/png' })
  expect(await put(url, 'image/jpeg')).toEqual([403, 'SignatureDoesNotMatch'])
  expect(await put(url.replace('staged/1/x', 'staged/1/y'))).toEqual([403, 'SignatureDoesNotMatch'])
  expect(await put(url.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'))).toEqual([403, 'SignatureDoesNotMatch'])
  expect(await put(url.split('?')[0]!)).toEqual([403, 'AccessDenied'])
  expect(store.objects.has('staged/1/y')).toBe(false)
})

test('an address of the AWS SDK ends with its last second', async () => {
  const url = await presign('staged/1/late')
  const signedAt = Math.floor(clock.now.getTime() / 1000) * 1000
  clock.now = new Date(signedAt + 900_000)
  expect(await put(url)).toEqual([200, undefined])
  clock.now = new Date(signedAt + 901_000)
  expect(await put(url)).toEqual([403, 'AccessDenied'])
  clock.now = new Date()
})

test.each([
  ['another secret', { secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
  ['another key id', { accessKeyId: 'AKIDOTHER' }, 'InvalidAccessKeyId'],
  ['another region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
])('a request of the AWS SDK with %s is refused', async (_what, keys, code) => {
  const other = sdkOf({ ...store, keys: { ...store.keys, ...keys } })
  const sent = other.send(new PutObjectCommand({ Bucket, Key: 'x', Body: 'x' }))
  await expect(sent).rejects.toMatchObject({ name: code })
  other.destroy()
})

test('a request of the AWS SDK that is a quarter of an hour old is refused', async () => {
  const other = sdkOf(store)
  clock.now = new Date(Date.now() + 16 * 60_000)
  await expect(other.send(new PutObjectCommand({ Bucket, Key: 'x', Body: 'x' }))).rejects.toMatchObject({
    name: 'RequestTimeTooSkewed',
  })
  clock.now = new Date()
  other.destroy()
})

test('a body that is not the signed one is refused', async () => {
  const other = sdkOf(store)
  const swapBody = { name: 'swapBody', step: 'deserialize' } as const
  other.middlewareStack.add(
    (next) => (args) => next({ ...args, request: Object.assign(args.request as object, { body: 'other' }) }),
    swapBody,
  )
  const sent = other.send(new PutObjectCommand({ Bucket, Key: 'swapped', Body: 'bytes' }))
  await expect(sent).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' })
  expect(store.objects.has('swapped')).toBe(false)
  other.destroy()
})

test('a body of unknown length is refused', async () => {
  const url = await presign('staged/1/chunked')
  const body = new Blob(['bytes']).stream()
  const response = await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/png' }, body, duplex: 'half' })
  expect([response.status, store.objects.has('staged/1/chunked')]).toEqual([501, false])
})
