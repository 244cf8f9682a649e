import type { StandaloneCommand } from '../command.js'
import { requireInstant } from '../options.js'
import { at } from '../text.js'

export const restored: StandaloneCommand = {
  name: 'restored',
  usage: '--as-of TIME',
  summary:
    'For a database that was restored by other means (a snapshot, a point in time, pg_restore): run it before any process starts. It does what\n' +
    '    restore does: every account is paused until compare has read its boards. --as-of is the time that the database went back to; if you\n' +
    '    are not sure, give an earlier one.',
  examples: ['restored --as-of 2027-01-31T04:00:00Z'],
  options: { 'as-of': { type: 'string' } },
  prepareAlone(values) {
    const asOf = requireInstant(values, 'as-of')
    return async ({ settleOtherMeans }) => {
      const { restoredAt, accounts } = await settleOtherMeans({ asOf })
      return {
        json: { asOf, restoredAt, accounts },
        lines: [`The database is taken for one of ${at(asOf)}.`, ...pausedLines(accounts)],
      }
    }
  },
}

/** @param accounts that wait for a comparison */
export function pausedLines(accounts: number): string[] {
  if (accounts === 0) return ['It has no account, so there is nothing to compare.']
  return [
    `${accounts === 1 ? 'One account is' : `${accounts} accounts are`} paused: what went out since then is on Pinterest, and this database does not know it.`,
    'Next: npm run admin -- compare, which reads their boards; then npm run admin -- compare --resume.',
  ]
}
