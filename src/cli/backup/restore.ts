import type { StandaloneCommand } from '../command.js'
import { listTexts, optionalText, requireText } from '../options.js'
import { at } from '../text.js'
import { count, readIdentities, readPassphrase } from './options.js'
import { pausedLines } from './restored.js'

export const restore: StandaloneCommand = {
  name: 'restore',
  usage: '--from FILE [--identity FILE …] [--passphrase-file FILE]',
  summary:
    'Restores a backup (- reads it from standard input) into an empty or unused database and the configured store, wholly or not at all. Every\n' +
    '    account is paused afterwards: compare reads what went out since the backup, and resumes them.',
  examples: ['restore --from /backups/pinslot-monday.age --identity age.key'],
  options: {
    from: { type: 'string' },
    identity: { type: 'string', multiple: true },
    'passphrase-file': { type: 'string' },
  },
  prepareAlone(values) {
    const from = requireText(values, 'from')
    const files = listTexts(values, 'identity')
    const file = optionalText(values, 'passphrase-file')
    return async ({ restoreBackup }) => {
      const keys = { identities: readIdentities(files), passphrases: file === undefined ? [] : [readPassphrase(file)] }
      const done = await restoreBackup({ from, keys })
      const { rows, media, takenAt, accounts, stored, leftOut, hasMedia } = done
      const all = Object.values(rows).reduce((sum, one) => sum + one, 0)
      return {
        json: { takenAt, rows, media, stored, leftOut, accounts },
        lines: [
          `Restored as of ${at(takenAt)}: ${count(all, 'row', 'rows')} of ${Object.keys(rows).length} tables, ${mediaText(media.objects, stored, hasMedia)}.`,
          ...(media.missing > 0
            ? [
                `The store lacked ${count(media.missing, 'picture or video', 'pictures and videos')} already when the backup was taken.`,
              ]
            : []),
          ...(leftOut.length > 0 ? [`Left out, since no migration makes them: ${leftOut.join(', ')}.`] : []),
          ...pausedLines(accounts),
        ],
      }
    }
  },
}

function mediaText(objects: number, stored: number, hasMedia: boolean): string {
  if (!hasMedia) return 'without pictures and videos, which the backup left out'
  return `${count(objects, 'picture or video', 'pictures and videos')} (${stored} written to the store, the others were there)`
}
