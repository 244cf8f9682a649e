import { requireOrganization } from '../core/accounts/workspaces/organizations.js'
import { listActs, type ListedAct } from '../core/audit/list.js'
import { type Command, operatorOf, UsageError } from './command.js'
import { optionalCount, optionalId, optionalInstant, optionalText } from './options.js'
import { quote, when } from './text.js'

const LIMIT = 50

export const auditList: Command = {
  name: 'audit',
  usage: '[--org ID] [--account ID] [--actor WHO] [--subject WHAT] [--since ISO] [--limit N]',
  summary:
    `Lists every write through any channel, the newest first, at most ${LIMIT}: when, who, through which channel, what, and what it changed. --actor is T…:U…, U…,\n` +
    '    key:3, operator or holder:…; --subject is one thing (post:12, timeslot:5, api_key:3) or a kind of it (post).',
  examples: ['audit --org 1', 'audit --org 1 --subject post:12 --json', 'audit --actor U0123456789 --since 2027-01-31T00:00:00Z'],
  options: {
    org: { type: 'string' },
    organization: { type: 'string' }, // the option's former name
    account: { type: 'string' },
    actor: { type: 'string' },
    subject: { type: 'string' },
    since: { type: 'string' },
    limit: { type: 'string' },
  },
  prepare(values) {
    const organizationId = optionalId(values, 'org') ?? optionalId(values, 'organization')
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

function actLines(acts: ListedAct[], { now, limit }: { now: Date; limit: number }): string[] {
  if (acts.length === 0) return ['Nothing of that is in the audit.']
  const count = acts.length < limit ? String(acts.length) : `${limit} or more; --limit shows more`
  return [`What was done, the newest first. (${count})`, ...acts.flatMap((act) => linesOf(act, now))]
}

function linesOf(act: ListedAct, now: Date): string[] {
  const { organizationId, accountId, username, at, action, isUndone } = act
  const where = `organization ${organizationId}${accountId === null ? '' : `, account ${accountId}${username === null ? '' : ` (${username})`}`}`
  const changes = changesOf(act)
  return [
    `  ${when(at, now)}: ${whoOf(act)}: ${action} ${whatOf(act)}${isUndone ? ' (undone since)' : ''}, ${where}`,
    ...(changes === '' ? [] : [`    ${changes}`]),
  ]
}

function whoOf({ via, actor, keyName }: ListedAct): string {
  if (actor.startsWith('key:')) return `API key ${actor.slice(4)}${keyName === null ? '' : ` ${quote(keyName)}`}`
  return via === actor ? `the ${via}` : `${actor} by ${via}`
}

/** The subject with its name, if one is recorded. */
function whatOf({ subject, before, after }: ListedAct): string {
  const name = [
    after?.['title'],
    after?.['name'],
    after?.['handle'],
    before?.['title'],
    before?.['name'],
    before?.['handle'],
  ].find((one): one is string => typeof one === 'string' && one !== '')
  return name === undefined ? subject : `${subject} ${quote(name)}`
}

/** Shows `name: from -> to` for each changed field; for a created or deleted subject just its values. */
function changesOf({ before, after }: ListedAct): string {
  if (before === null && after === null) return ''
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => name !== 'version')
  const changed = names.flatMap((name) => {
    const [from, to] = [words(before?.[name]), words(after?.[name])]
    if (from === to) return []
    if (before === null) return [`${name}: ${to}`]
    return after === null ? [`${name}: ${from}`] : [`${name}: ${from} -> ${to}`]
  })
  return `${before !== null && after === null ? 'it was ' : ''}${changed.join(', ')}`
}

function words(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  return quote(typeof value === 'string' ? value : JSON.stringify(value)).replace(/^"([\w.:+-]*)"$/, '$1')
}
