/** Secrets in the places where the database keeps them sealed. */
import type { Sealer, Sql } from '../../src/core/ports/deps.js'
import { START } from '../support/world.js'

/** One in each place but connections, and beside it rows without one. */
export async function sealPlaces(
  sql: Sql,
  { organizationId, accountId }: { organizationId: string; accountId: string },
  by: Sealer,
) {
  await sql`
    insert into slack_installations (team_id, organization_id, bot_token, installation, installed_at)
    values ('T1', ${organizationId}, ${by.seal('xoxb-1')}, ${by.seal('{"bot":{}}')}, ${START}), ('T2', ${organizationId}, null, null, ${START})`
  await sql`
    insert into calendar_links (organization_id, account_id, secret_hash, secret, created_by, created_at)
    values (${organizationId}, ${accountId}, 'hash', ${by.seal('calendar')}, 'key:1', ${START})`
  await sql`
    insert into idempotency_keys (organization_id, scope, key, request, body_hash, status, answer, expires_at)
    values (${organizationId}, 'key:1', 'secret', 'POST /', 'h', 201, ${sql.json({ sealed: by.seal('{"a":1}').toString('base64') })}, ${START}),
           (${organizationId}, 'key:1', 'open', 'POST /', 'h', 201, ${sql.json({ post: { id: '1' } })}, ${START})`
  await sql`
    insert into webhooks (organization_id, url, events, secret, old_secret, old_secret_until, created_by, created_at)
    values (${organizationId}, 'https://hooks.example.com/', '{*}', ${by.seal('whsec_1')}, ${by.seal('whsec_0')}, ${START}, 'key:1', ${START})`
  await sql`
    insert into receipt_keys (kid, public_key, private_key, created_at, retired_at)
    values ('current', 'x', ${by.seal('receipts')}, ${START}, null), ('ended', 'x', null, ${START}, ${START})`
  await sql`insert into database_identity (kind, key_check, created_at) values ('production', ${by.seal('check')}, ${START})`
}
