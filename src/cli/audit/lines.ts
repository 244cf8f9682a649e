/** The audit in lines for the operator. */
import type { ListedAct } from '../../core/audit/list.js'
import { quote, when } from '../text.js'

export function actLines(acts: ListedAct[], { now, limit }: { now: Date; limit: number }): string[] {
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

/** With its name, where what is kept of it has one. */
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

/** `name: from -> to` of each field that changed; of what came or went, nothing but what it is. */
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
