/** Refusals of rows of a batch, each alone and combined into one. */
import { say } from '../../lib/codes.js'
import { DomainError, type RowRefusal } from '../../lib/errors.js'
import type { RowError } from './model.js'

/** Codes that the sender can correct; the others are about the account, or temporary. */
const OF_THE_ROW = ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT']

/**
 * Combines the refusals of rows for which nothing is written. A refusal about the account as a whole keeps its code when nothing
 * else is wrong.
 */
export function refuseAll(rows: readonly RowRefusal[], total: number): DomainError {
  const sorted = [...rows].sort((a, b) => a.index - b.index)
  const ofRows = sorted.filter(({ error }) => OF_THE_ROW.includes(error.code))
  const first = ofRows[0] ?? sorted[0]
  if (!first) throw new Error('nothing was refused')
  const { index, error } = first
  const { code, details } = error
  if (ofRows.length === 0) return new DomainError(code, error.sentence, { ...details, rows: sorted })
  return new DomainError(
    'BAD_REQUEST',
    (of) => `${sorted.length} of ${total} ${of('posts')} cannot be saved, so none were. The first: ${say(error.sentence, of)}`,
    { field: fieldOf(index, details.field), rows: sorted },
  )
}

const fieldOf = (index: number, field: string | undefined) => `posts[${index}]${field === undefined ? '' : `.${field}`}`

export const toRowError = ({ code, message, sentence, details: { reason, field, busyHost } }: DomainError): RowError => ({
  code,
  ...(reason !== undefined && { reason }),
  ...(field !== undefined && { field }),
  message,
  sentence,
  ...(busyHost && { busyHost }),
})
