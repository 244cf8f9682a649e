/** Encryption of a backup by the age format, which the tool `age` opens too. Streams on both sides: nothing is held whole. */
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './backup-error.js'

/** To whom, or with what; `recipients` are age's: `age1…`. */
export type Lock = { recipients: string[]; passphrase: string | null }
/** `identities` are age's: `AGE-SECRET-KEY-…`. */
export type Keys = { identities: string[]; passphrases: string[] }

/** With which every file of the format begins. */
export const AGE_HEAD = 'age-encryption.org/v'

/** @throws BackupError a recipient is none */
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

/** @throws BackupError an identity is none · none of the keys opens it */
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

// One chunk at a time, by hand: the conversions of node:stream count their buffers in chunks, of whatever size.
const toWeb = (stream: Readable) => ReadableStream.from(stream) as unknown as globalThis.ReadableStream<Uint8Array> // one class, two declarations
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) => Readable.from(stream, { objectMode: false })
