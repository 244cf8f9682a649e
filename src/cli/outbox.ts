import { requireOrganization } from '../core/accounts/workspaces/organizations.js'
import { HARMLESS } from '../core/notices/notices.js'
import { listDeadLetters, type DeadLetter, reviveDeadLetter } from '../core/notices/dead-letters.js'
import { operatorOf, UsageError, type Command } from './command.js'
import { optionalCount, optionalId, requireId } from './options.js'
import { quote, when } from './text.js'
import { DomainError } from '../core/lib/errors.js'

const LIMIT = 50

export const outboxList: Command = {
  name: 'outbox',
  usage: '[--org ID] [--limit N] [--all]',
  summary:
    `Lists dead letters: notices that reached nobody, over all organizations or in one, the latest first, at most ${LIMIT}, kept for 30 days.\n` +
    '    Without --all, notices that nobody misses are left out: no channel is chosen for the account, or their subject is gone.',
  examples: ['outbox', 'outbox --org 1 --limit 200'],
  options: { org: { type: 'string' }, limit: { type: 'string' }, all: { type: 'boolean' } },
  prepare(values) {
    const organizationId = optionalId(values, 'org')
    const limit = optionalCount(values, 'limit') ?? LIMIT
    const without = values.all === true ? [] : HARMLESS
    if (limit === 0) throw new UsageError('--limit must be a whole number from 1 to 999999999.')
    return async ({ db, clock }) => {
      if (organizationId !== undefined) await requireOrganization(db.sql, operatorOf(organizationId))
      const deadLetters = await listDeadLetters(db.sql, { organizationId, limit, without })
      return { json: { deadLetters }, lines: linesOf(deadLetters, { now: clock(), limit }) }
    }
  },
}

function linesOf(deadLetters: DeadLetter[], { now, limit }: { now: Date; limit: number }): string[] {
  if (deadLetters.length === 0) return ['There are no dead letters: every notice was delivered, or is still being tried.']
  const count = deadLetters.length < limit ? String(deadLetters.length) : `${limit} or more; --limit shows more`
  return [`These notices reached nobody. (${count})`, ...deadLetters.flatMap((one) => linesOfOne(one, now))]
}

const linesOfOne = ({ organizationId, id, destination, kind, attempts, lastError, createdAt, deadAt }: DeadLetter, now: Date) => [
  `  Notice ${id} of organization ${organizationId}: ${kind} for ${destination}, written ${when(createdAt, now)}.`,
  `    Given up ${when(deadAt, now)}, after ${attempts === 1 ? 'one try' : `${attempts} tries`}: ${lastError === null ? 'no reason is known' : quote(lastError)}.`,
  `    Once its cause is fixed: npm run admin -- outbox retry --org ${organizationId} --id ${id}`,
]

export const outboxRetry: Command = {
  name: 'outbox retry',
  usage: '--org ID --id ID',
  summary: 'Tries a dead letter again, at once and with all its tries. --id is the number that outbox shows.',
  examples: ['outbox retry --org 1 --id 42'],
  options: { org: { type: 'string' }, id: { type: 'string' } },
  prepare(values) {
    const organizationId = requireId(values, 'org')
    const id = requireId(values, 'id')
    return async ({ db, clock }) => {
      if (!(await db.tx((sql) => reviveDeadLetter(sql, operatorOf(organizationId), { id }, clock())))) {
        throw new DomainError(
          'NOT_FOUND',
          `Organization ${organizationId} has no dead letter ${id}: it was tried again already, or is gone.`,
        )
      }
      return {
        json: { organizationId, id },
        lines: [
          `Notice ${id} of organization ${organizationId} is due now. If it fails again, npm run admin -- outbox shows it with the reason.`,
        ],
      }
    }
  },
}
