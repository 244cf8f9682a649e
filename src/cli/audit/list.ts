import { requireOrganization } from '../../core/accounts/workspaces/organizations.js'
import { listActs } from '../../core/audit/list.js'
import { actLines } from './lines.js'
import { operatorOf, UsageError, type Command } from '../command.js'
import { optionalCount, optionalId, optionalInstant, optionalText } from '../options.js'

const LIMIT = 50

export const auditList: Command = {
  name: 'audit',
  usage: '[--organization ID] [--account ID] [--actor WHO] [--subject WHAT] [--since ISO] [--limit N]',
  summary:
    `Lists every write through any channel, the newest first, at most ${LIMIT}: when, who, through which channel, what, and what it changed. --actor is T…:U…, U…,\n` +
    '    key:3, operator or holder:…; --subject is one thing (post:12, timeslot:5, api_key:3) or a kind of it (post).',
  examples: [
    'audit --organization 1',
    'audit --organization 1 --subject post:12 --json',
    'audit --actor U0123456789 --since 2027-01-31T00:00:00Z',
  ],
  options: {
    organization: { type: 'string' },
    org: { type: 'string' }, // as the other commands call it
    account: { type: 'string' },
    actor: { type: 'string' },
    subject: { type: 'string' },
    since: { type: 'string' },
    limit: { type: 'string' },
  },
  prepare(values) {
    const organizationId = optionalId(values, 'organization') ?? optionalId(values, 'org')
    const limit = optionalCount(values, 'limit') ?? LIMIT
    if (limit === 0) throw new UsageError('--limit must be a whole number from 1 to 999999999.')
    const filter = {
      organizationId,
      accountId: optionalId(values, 'account'),
      actor: optionalText(values, 'actor'),
      subject: optionalText(values, 'subject'),
      since: optionalInstant(values, 'since'),
      limit,
    }
    return async ({ db, clock }) => {
      if (organizationId !== undefined) await requireOrganization(db.sql, operatorOf(organizationId))
      const acts = await listActs(db.sql, filter)
      return { json: { acts }, lines: actLines(acts, { now: clock(), limit }) }
    }
  },
}
