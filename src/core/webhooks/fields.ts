/** The fields of an endpoint, checked. */
import type { Actor } from '../lib/actor.js'
import { requireAccount } from '../accounts/accounts.js'
import { badRequest } from '../lib/errors.js'
import type { Sql } from '../ports/deps.js'
import { ALL_EVENTS, EVENTS, type WebhookEvent } from '../events/events.js'
import { MOST_WEBHOOK_ACCOUNTS, type Webhook } from './webhook.js'

/** Returns the events in the order of the list, each once. @throws BAD_REQUEST events */
export function readEvents(given: readonly string[]): Webhook['events'] {
  if (given.length === 0)
    throw badRequest('events', (of) => `${of('events')} must name at least one event, or be ["${ALL_EVENTS}"] for all.`)
  const unknown = given.find((one) => one !== ALL_EVENTS && !isEvent(one))
  if (unknown !== undefined)
    throw badRequest(
      'events',
      (of) => `${of('events')}: “${unknown.slice(0, 60)}” is not an event. Use ${EVENTS.join(', ')}, or ${ALL_EVENTS} for all.`,
    )
  return given.includes(ALL_EVENTS) ? [ALL_EVENTS] : EVENTS.filter((one) => given.includes(one))
}

const isEvent = (text: string): text is WebhookEvent => (EVENTS as readonly string[]).includes(text)

/** Reads the ids of accounts. @returns null: all of them @throws BAD_REQUEST accountIds */
export function readAccountIds(given: readonly string[] | null | undefined): string[] | null {
  if (given === undefined || given === null) return null
  const ids = [...new Set(given)]
  if (ids.length === 0 || ids.length > MOST_WEBHOOK_ACCOUNTS)
    throw badRequest(
      'accountIds',
      (of) => `${of('accountIds')} must be 1 to ${MOST_WEBHOOK_ACCOUNTS} account ids. Leave it out for all accounts.`,
    )
  return ids
}

/** Replaces the accounts of an endpoint. @throws NOT_FOUND an account */
export async function writeAccounts(sql: Sql, actor: Actor, webhookId: string, accountIds: string[] | null): Promise<void> {
  const { organizationId } = actor
  for (const accountId of accountIds ?? []) await requireAccount(sql, actor, accountId)
  await sql`
    delete from webhook_accounts
     where organization_id = ${organizationId}
       and webhook_id = ${webhookId}`
  if (accountIds === null) return
  await sql`
    insert into webhook_accounts (organization_id, webhook_id, account_id)
    select ${organizationId}, ${webhookId}, unnest(${accountIds}::bigint[])`
}
