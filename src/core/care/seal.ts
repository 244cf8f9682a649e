/** Authenticated encryption of secrets at rest: AES-256-GCM, with the key's id beside the bytes so that keys can be changed. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Sealer } from '../ports/deps.js'

const VERSION = 1
const ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + ID_BYTES + IV_BYTES + TAG_BYTES

/**
 * Makes a sealer. Sealed bytes are: version (1), key id (4), iv (12), tag (16), ciphertext.
 * @param key 32 bytes; everything new is sealed with it
 * @param previous keys that still open what was sealed before
 */
export function makeSealer(key: Buffer, previous: Buffer[] = []): Sealer {
  const keys = new Map([key, ...previous].map((each) => [idOf(each).toString('hex'), each]))
  const currentHead = Buffer.concat([Buffer.of(VERSION), idOf(key)])
  return {
    seal(plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      cipher.setAAD(currentHead)
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([currentHead, iv, cipher.getAuthTag(), text])
    },
    isCurrent: (sealed) => currentHead.equals(Buffer.from(sealed).subarray(0, currentHead.length)),
    open(sealed) {
      const bytes = Buffer.from(sealed)
      if (bytes.length < HEAD_BYTES || bytes[0] !== VERSION) throw new Error('These bytes were not sealed by this service.')
      const head = bytes.subarray(0, 1 + ID_BYTES)
      const found = keys.get(head.subarray(1).toString('hex'))
      if (!found) throw new Error('This secret was sealed with another ENCRYPTION_KEY.')
      const iv = bytes.subarray(head.length, head.length + IV_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', found, iv)
      decipher.setAAD(head)
      decipher.setAuthTag(bytes.subarray(head.length + IV_BYTES, HEAD_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}

const idOf = (key: Buffer) => createHash('sha256').update('pinslot key id').update(key).digest().subarray(0, ID_BYTES)
