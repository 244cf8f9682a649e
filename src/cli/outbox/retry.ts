import { DomainError } from '../../core/lib/errors.js'
import { reviveDeadLetter } from '../../core/outbox/dead-letters.js'
import { operatorOf, type Command } from '../command.js'
import { requireId } from '../options.js'

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
