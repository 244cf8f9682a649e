import { requireOrganization } from '../../core/accounts/workspaces/organizations.js'
import { listStuck } from '../../core/posts/publish/diagnostics/stuck.js'
import { operatorOf, UsageError, type Command } from '../command.js'
import { optionalCount, optionalId } from '../options.js'
import { stuckLines } from '../stuck-lines.js'

const LIMIT = 50

export const attemptsList: Command = {
  name: 'attempts',
  usage: '[--org ID] [--limit N]',
  summary:
    'Lists what is stuck or late, over all organizations or in one, and why: unknown outcomes, attempts whose worker is gone, late pins, paused\n' +
    `    accounts. At most ${LIMIT} of each kind, the oldest first. It changes nothing.`,
  examples: ['attempts', 'attempts --org 1 --json'],
  options: { org: { type: 'string' }, limit: { type: 'string' } },
  prepare(values) {
    const organizationId = optionalId(values, 'org') ?? null
    const limit = optionalCount(values, 'limit') ?? LIMIT
    if (limit === 0) throw new UsageError('--limit must be a whole number from 1 to 999999999.')
    return async ({ db, clock }) => {
      if (organizationId !== null) await requireOrganization(db.sql, operatorOf(organizationId))
      const now = clock()
      const stuck = await listStuck(db.sql, { organizationId, limit }, now)
      return { json: { now, stuck }, lines: stuckLines(stuck, { now, limit }) }
    }
  },
}
