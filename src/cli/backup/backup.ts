import type { BackupDone } from '../../service/backup/backup.js'
import type { StandaloneCommand } from '../command.js'
import { UsageError } from '../command.js'
import { listTexts, optionalText, requireText } from '../options.js'
import { at } from '../text.js'
import { count, readPassphrase, sizeOf } from './options.js'

/** The most missing keys that the report names. */
const NAMED = 20

export const backup: StandaloneCommand = {
  name: 'backup',
  usage: '--to FILE [--age RECIPIENT … | --passphrase-file FILE] [--without-media]',
  summary:
    'Writes the database as it is at this instant, and the pictures and videos that it names, into one file; beside a service that runs.\n' +
    '    --to - writes to standard output, and the report to standard error. --age encrypts it for a key of age, --passphrase-file with the text of a file. ENCRYPTION_KEY is not in it: keep that elsewhere.\n' +
    '    Ends with 1, and keeps the file, where the store lacks some of them; where it has none of them nothing is kept.',
  examples: ['backup --to /backups/pinslot-monday.age --age age1…', 'backup --to /backups/pinslot.backup'],
  options: {
    to: { type: 'string' },
    age: { type: 'string', multiple: true },
    'passphrase-file': { type: 'string' },
    'without-media': { type: 'boolean' },
  },
  prepareAlone(values) {
    const to = requireText(values, 'to')
    const recipients = listTexts(values, 'age')
    const file = optionalText(values, 'passphrase-file')
    if (recipients.length > 0 && file !== undefined) throw new UsageError('Give either --age or --passphrase-file, not both.')
    const withMedia = values['without-media'] !== true
    return async ({ takeBackup }) => {
      const passphrase = file === undefined ? null : readPassphrase(file)
      const lock = recipients.length > 0 || passphrase !== null ? { recipients, passphrase } : null
      const done = await takeBackup({ to, lock, withMedia })
      const { bytes, takenAt, isEncrypted, rows, media, lost } = done
      const all = Object.values(rows).reduce((sum, one) => sum + one, 0)
      const what = `${count(all, 'row', 'rows')} of ${Object.keys(rows).length} tables`
      const objects = withMedia
        ? ` and ${count(media.objects, 'picture or video', 'pictures and videos')} (${sizeOf(media.bytes)})`
        : '; pictures and videos were left out'
      return {
        isOutputTaken: to === '-',
        json: { file: to, bytes, takenAt, isEncrypted, rows, media, lost },
        lines: [
          `${to === '-' ? 'The backup' : to} holds the database as of ${at(takenAt)}: ${what}${objects}. It has ${sizeOf(bytes)}, and is ${isEncrypted ? '' : 'not '}encrypted.`,
          'ENCRYPTION_KEY is not in it, and without that key nobody can use its tokens: keep both, apart from each other.',
          ...lostLines(lost),
          ...deletedLines(media.missing - lost.count),
        ],
        exitCode: lost.count > 0 ? 1 : 0,
      }
    }
  },
}

function lostLines({ count: lost, keys }: BackupDone['lost']): string[] {
  if (lost === 0) return []
  const named = keys.slice(0, NAMED)
  return [
    `The store lacks ${count(lost, 'picture or video', 'pictures and videos')} that the database names, so this ends with 1; the file holds everything else:`,
    ...named.map((key) => `  ${key}`),
    ...(lost > named.length ? [`  and ${lost - named.length} more (--json names up to a thousand).`] : []),
  ]
}

const deletedLines = (deleted: number): string[] =>
  deleted === 0 ? [] : [`${count(deleted, 'picture or video was', 'pictures and videos were')} deleted meanwhile.`]
