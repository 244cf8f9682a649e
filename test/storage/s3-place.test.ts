/** STORAGE_URL, and the addresses made of it. */
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { copySource, objectUrl, readS3Url } from '../../src/storage/s3-place.js'
import './support.js'

test.each([
  ['s3://pins?region=eu-central-1', 'https://pins.s3.eu-central-1.amazonaws.com/media/1/x.png'],
  ['s3://pins/?region=eu-central-1', 'https://pins.s3.eu-central-1.amazonaws.com/media/1/x.png'],
  ['s3://pins/apps/pinslot/?region=eu-central-1', 'https://pins.s3.eu-central-1.amazonaws.com/apps/pinslot/media/1/x.png'],
  ['s3://pins?region=eu-central-1&pathStyle=true', 'https://s3.eu-central-1.amazonaws.com/pins/media/1/x.png'],
  ['s3://pins.example.com?region=eu-central-1', 'https://s3.eu-central-1.amazonaws.com/pins.example.com/media/1/x.png'],
  ['s3://pins?endpoint=http://127.0.0.1:9000', 'http://127.0.0.1:9000/pins/media/1/x.png'],
  ['s3://pins/p?endpoint=https://store.test/', 'https://store.test/pins/p/media/1/x.png'],
  ['s3://pins?endpoint=https://store.test&pathStyle=false', 'https://pins.store.test/media/1/x.png'],
])('%s keeps media/1/x.png at %s', (url, address) => {
  expect(objectUrl(readS3Url(url), 'media/1/x.png')).toBe(address)
})

test.each([
  ['s3://pins?region=eu-central-1', {}],
  ['s3://pins?region=eu-central-1&pathStyle=true', { forcePathStyle: true }],
  ['s3://pins.example.com?region=eu-central-1', {}],
  ['s3://pins?region=eu-central-1&endpoint=https://store.test&pathStyle=false', { endpoint: 'https://store.test' }],
])('the AWS SDK finds an object of %s at the same address', async (text, options) => {
  const place = readS3Url(text)
  const credentials = { accessKeyId: 'a', secretAccessKey: 's' }
  const sdk = new S3Client({ region: place.region, credentials, ...options })
  const signed = new URL(await getSignedUrl(sdk, new PutObjectCommand({ Bucket: place.bucket, Key: 'media/1/x.png' })))
  expect(objectUrl(place, 'media/1/x.png')).toBe(signed.origin + signed.pathname)
})

test('the source of a copy is named by bucket and prefix, whatever the style of the addresses', () => {
  expect(copySource(readS3Url('s3://pins/p?region=eu-central-1'), 'media/1/x')).toBe('/pins/p/media/1/x')
})

test.each([
  ['ftp://pins', 'must be local or start with s3://'],
  ['s3://', 'must name a bucket'],
  ['s3://Pins?region=eu-central-1', 'must name a bucket'],
  ['s3://pi?region=eu-central-1', 'must name a bucket'],
  ['s3://pins:9000?region=eu-central-1', 'must name a bucket'],
  ['s3://key:secret@pins?region=eu-central-1', 'must not carry credentials'],
  ['s3://pins', 'needs the region'],
  ['s3://pins?region=', 'needs the region'],
  ['s3://pins?region=eu central', 'needs the region'],
  ['s3://pins?region=eu-central-1&acl=public', 'knows no acl'],
  ['s3://pins/a b?region=eu-central-1', 'has a prefix'],
  ['s3://pins/a//b?region=eu-central-1', 'has a prefix'],
  ['s3://pins?region=eu-central-1&pathStyle=yes', 'takes pathStyle=true or pathStyle=false'],
  ['s3://pins?endpoint=store.test', 'takes as endpoint'],
  ['s3://pins?endpoint=ftp://store.test', 'takes as endpoint'],
  ['s3://pins?endpoint=https://store.test/minio', 'takes as endpoint'],
  ['s3://pins?endpoint=https://a:b@store.test', 'takes as endpoint'],
  ['s3://pins?endpoint=http://127.0.0.1:9000&pathStyle=false', 'needs pathStyle=true'],
  ['s3://pins?endpoint=http://[::1]:9000&pathStyle=false', 'needs pathStyle=true'],
])('STORAGE_URL=%s is refused: %s', (STORAGE_URL, problem) => {
  const read = () =>
    readConfig({ PINSLOT_ENV: 'development', STORAGE_URL, S3_ACCESS_KEY_ID: 'AKID', S3_SECRET_ACCESS_KEY: 'secret' })
  expect(read).toThrow(`STORAGE_URL ${problem}`)
  expect(read).not.toThrow('secret@')
})
