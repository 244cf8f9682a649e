/** Creates an endpoint. */
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { badRequest } from '../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { requireOrganizationAdmin } from '../accounts/people/roles.js'
import { readAccountIds, readEvents, writeAccounts } from './fields.js'
import { requireReceiver } from './receiver.js'
import { newSecret } from './signing.js'
import { MOST_WEBHOOKS, requireWebhook, type Webhook } from './webhook.js'

export type NewWebhook = {
  url: string
  /** `*`: all events. */
  events: readonly string[]
  /** Absent: all accounts. */
  accountIds?: readonly string[] | null | undefined
}
/** An endpoint with its secret, which is shown once. */
export type WithSecret = { webhook: Webhook; secret: string }

/**
 * Creates an endpoint. @throws FORBIDDEN not an admin of the organization · BAD_REQUEST url (also too many), events, accountIds ·
 * NOT_FOUND an account
 */
export async function createWebhook(
  { db, clock, sealer, settings }: Pick<Deps, 'db' | 'clock' | 'sealer' | 'settings'>,
  actor: Actor,
  input: NewWebhook,
  beforeCommit?: BeforeCommit<WithSecret>,
): Promise<WithSecret> {
  requireOrganizationAdmin(actor)
  const url = requireReceiver(settings, input.url)
  const events = readEvents(input.events)
  const accountIds = readAccountIds(input.accountIds)
  const now = clock()
  const secret = newSecret()
  return db.tx(async (sql) => {
    await requireFreePlace(sql, actor)
    const [{ id }] = await sql<[{ id: string }]>`
      insert into webhooks (organization_id, url, events, names_accounts, secret, created_by, created_at)
      values (${actor.organizationId}, ${url}, ${events}::text[], ${accountIds !== null}, ${sealer.seal(secret)}, ${actor.userId}, ${now})
      returning id`
    await writeAccounts(sql, actor, id, accountIds)
    const webhook = await requireWebhook(sql, actor, id, now)
    await recordAct(sql, actor, { subject: `webhook:${id}`, action: 'create', after: { url, events, accountIds } }, now)
    const made = { webhook, secret }
    await beforeCommit?.(sql, made)
    return made
  })
}

/** Checks the limit, under a lock that keeps others from adding one meanwhile. @throws BAD_REQUEST url */
async function requireFreePlace(sql: Sql, { organizationId }: Actor): Promise<void> {
  await sql`select from organizations where id = ${organizationId} for no key update`
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from webhooks
     where organization_id = ${organizationId}`
  if (count >= MOST_WEBHOOKS) throw badRequest('url', `You have ${MOST_WEBHOOKS} webhooks, the maximum. Delete one first.`)
}
