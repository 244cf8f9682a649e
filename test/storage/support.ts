/** Our storage and Amazon's own client over the same bucket. */
import { S3Client } from '@aws-sdk/client-s3'
import { makeS3Storage, type S3Options } from '../../src/storage/s3.js'
import type { S3Store } from '../support/s3-store.js'

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true' // its advice to leave Node 20 is known

export const sdkOf = ({ endpoint, keys: { region, ...credentials } }: Pick<S3Store, 'endpoint' | 'keys'>): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })

export const storageOf = (store: S3Store, options: Partial<S3Options> = {}) => {
  const { accessKeyId, secretAccessKey, region } = store.keys
  const place = { bucket: store.bucket, prefix: '', region, endpoint: store.endpoint, pathStyle: true }
  const clock = () => store.clock.now
  return makeS3Storage({ place, accessKeyId, secretAccessKey, clock, wallClock: clock, random: () => 0, ...options })
}
