/**
 * Encrypts backups in the age format, which the tool `age` opens, too. Streams in both directions without holding a whole file.
 */
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './backup-error.js'

/** `recipients` are age's: `age1…`. */
export type Lock = { recipients: string[]; passphrase: string | null }
/** `identities` are age's: `AGE-SECRET-KEY-…`. */
export type Keys = { identities: string[]; passphrases: string[] }

/** The beginning of every file in the format. */
export const AGE_HEAD = 'age-encryption.org/v'

/** @throws BackupError if a recipient is invalid */
export function makeEncrypter({ recipients, passphrase }: Lock): (plain: Readable) => Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupError(`--age: ${recipient} is no recipient of age, which begins with age1 and is made by age-keygen.`)
    }
  }
  if (passphrase !== null) encrypter.setPassphrase(passphrase)
  return async (plain) => fromWeb(await encrypter.encrypt(toWeb(plain)))
}

/** @throws BackupError if an identity is invalid, or none of the keys opens the file */
export async function decrypt(sealed: Readable, { identities, passphrases }: Keys): Promise<Readable> {
  if (identities.length === 0 && passphrases.length === 0)
    throw new BackupError(
      'This backup is encrypted: give --identity with the file of age’s secret key, or --passphrase-file with its passphrase.',
    )
  const decrypter = new Decrypter()
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity)
    } catch {
      throw new BackupError('--identity: the file has a line that is no secret key of age, which begins with AGE-SECRET-KEY-1.')
    }
  }
  for (const passphrase of passphrases) decrypter.addPassphrase(passphrase)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(sealed)))
  } catch (error) {
    sealed.destroy()
    if (error instanceof Error && /no identity matched/.test(error.message))
      throw new BackupError('The key or the passphrase does not open this backup: give the one that it was encrypted for.')
    throw error
  }
}

// One chunk at a time: the conversions of node:stream limit their buffers by chunks, of whatever size.
const toWeb = (stream: Readable) => ReadableStream.from(stream) as unknown as globalThis.ReadableStream<Uint8Array> // one class with two declarations
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) => Readable.from(stream, { objectMode: false })
