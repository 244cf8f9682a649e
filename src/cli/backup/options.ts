/** Keys and passphrases of a backup from files, because others on the machine can read a command line. */
import { readFileSync } from 'node:fs'
import { BackupError } from '../../service/backup/backup-error.js'

/**
 * The text of a file without its final line break.
 * @throws BackupError
 */
export function readPassphrase(file: string): string {
  const text = readText('passphrase-file', file).replace(/\r?\n$/, '')
  if (text === '') throw new BackupError(`--passphrase-file: ${file} is empty.`)
  return text
}

/**
 * Reads identities from files that age-keygen writes.
 * @throws BackupError
 */
export function readIdentities(files: string[]): string[] {
  return files.flatMap((file) => {
    const lines = readText('identity', file).split(/\r?\n/)
    const keys = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
    if (keys.length === 0) throw new BackupError(`--identity: ${file} holds no key.`)
    return keys
  })
}

function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BackupError(`--${option}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  }
}

/** Formats a size such as "1.4 GiB", "12 MiB" or "3 KiB". */
export function sizeOf(bytes: number): string {
  const [unit, name] = bytes >= GIB ? [GIB, 'GiB'] : bytes >= MIB ? [MIB, 'MiB'] : [1024, 'KiB']
  const value = bytes / unit
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${name}`
}
const MIB = 1024 * 1024
const GIB = 1024 * MIB

export const count = (number: number, one: string, many: string): string => (number === 1 ? `one ${one}` : `${number} ${many}`)
