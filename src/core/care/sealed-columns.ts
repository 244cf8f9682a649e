/** All columns with sealed secrets, row by row over all organizations, in the order of their keys. */
import type { Sql } from '../ports/deps.js'

export type Row = {
  /** The values of the row's key. */
  key: string[]
  /** The row's sealed columns; null: it has none. */
  sealed: (Buffer | null)[]
}
export type PlaceName =
  | 'connections'
  | 'slack_installations'
  | 'calendar_links'
  | 'webhooks'
  | 'idempotency_keys'
  | 'receipt_keys'
  | 'database_identity'
export type Place = {
  name: PlaceName
  /** The columns of the key. */
  keys: string[]
  /** Lists the next rows after that one. */
  list(sql: Sql, after: Row | undefined, limit: number): Promise<Row[]>
  /** Replaces what was read; false: something else is stored now, and stays. */
  store(sql: Sql, row: Row, fresh: (Buffer | null)[]): Promise<boolean>
}

type OneSecret = { key: string[]; secret: Buffer }
const toRow = ({ key, secret }: OneSecret): Row => ({ key, sealed: [secret] })

const connections: Place = {
  name: 'connections',
  keys: ['organization_id', 'account_id'],
  async list(sql, after, limit) {
    const rows = await sql<{ key: string[]; access: Buffer; refresh: Buffer | null }[]>`
      select array[organization_id::text, account_id::text] as key, access_token as access, refresh_token as refresh
        from connections
       where (organization_id, account_id) > (${after?.key[0] ?? '0'}::bigint, ${after?.key[1] ?? '0'}::bigint)
       order by organization_id, account_id
       limit ${limit}`
    return rows.map(({ key, access, refresh }) => ({ key, sealed: [access, refresh] }))
  },
  async store(sql, { key: [organizationId = '', accountId = ''], sealed: [access, refresh] }, [newAccess, newRefresh]) {
    const stored = await sql`
      update connections
         set access_token = ${newAccess!}, refresh_token = ${newRefresh ?? null}
       where organization_id = ${organizationId}
         and account_id = ${accountId}
         and access_token = ${access!}
         and refresh_token is not distinct from ${refresh ?? null}`
    return stored.count === 1
  },
}

const calendarLinks: Place = {
  name: 'calendar_links',
  keys: ['organization_id', 'account_id'],
  async list(sql, after, limit) {
    const rows = await sql<OneSecret[]>`
      select array[organization_id::text, account_id::text] as key, secret
        from calendar_links
       where (organization_id, account_id) > (${after?.key[0] ?? '0'}::bigint, ${after?.key[1] ?? '0'}::bigint)
       order by organization_id, account_id
       limit ${limit}`
    return rows.map(toRow)
  },
  async store(sql, { key: [organizationId = '', accountId = ''], sealed: [secret] }, [fresh]) {
    const stored = await sql`
      update calendar_links
         set secret = ${fresh!}
       where organization_id = ${organizationId}
         and account_id = ${accountId}
         and secret = ${secret!}`
    return stored.count === 1
  },
}

/** A workspace is known before its organization, so the key has no organization. */
const slackInstallations: Place = {
  name: 'slack_installations',
  keys: ['enterprise_id', 'team_id', 'is_enterprise'],
  async list(sql, after, limit) {
    const rows = await sql<{ key: string[]; token: Buffer | null; granted: Buffer | null }[]>`
      select array[enterprise_id, team_id, is_enterprise::text] as key, bot_token as token, installation as granted
        from slack_installations
       where (bot_token is not null or installation is not null)
         and (${after === undefined}
              or (enterprise_id, team_id, is_enterprise)
                 > (${after?.key[0] ?? ''}, ${after?.key[1] ?? ''}, ${after?.key[2] ?? 'false'}::boolean))
       order by enterprise_id, team_id, is_enterprise
       limit ${limit}`
    return rows.map(({ key, token, granted }) => ({ key, sealed: [token, granted] }))
  },
  async store(sql, { key: [enterpriseId = '', teamId = '', isEnterprise = ''], sealed: [token, granted] }, fresh) {
    const [newToken, newGranted] = fresh
    const stored = await sql`
      update slack_installations
         set bot_token = ${newToken ?? null}, installation = ${newGranted ?? null}
       where enterprise_id = ${enterpriseId}
         and team_id = ${teamId}
         and is_enterprise = ${isEnterprise}::boolean
         and bot_token is not distinct from ${token ?? null}
         and installation is not distinct from ${granted ?? null}`
    return stored.count === 1
  },
}

/** Stored answers of idempotent requests, kept for a day; those with a secret are `{sealed}`, in base64. */
const keptAnswers: Place = {
  name: 'idempotency_keys',
  keys: ['organization_id', 'scope', 'key'],
  async list(sql, after, limit) {
    const rows = await sql<OneSecret[]>`
      select array[organization_id::text, scope, key] as key, decode(answer ->> 'sealed', 'base64') as secret
        from idempotency_keys
       where jsonb_typeof(answer -> 'sealed') = 'string'
         and (organization_id, scope, key) > (${after?.key[0] ?? '0'}::bigint, ${after?.key[1] ?? ''}, ${after?.key[2] ?? ''})
       order by organization_id, scope, key
       limit ${limit}`
    return rows.map(toRow)
  },
  async store(sql, { key: [organizationId = '', scope = '', key = ''], sealed: [answer] }, [fresh]) {
    const stored = await sql`
      update idempotency_keys
         set answer = ${sql.json({ sealed: fresh!.toString('base64') })}, answer_text = null -- the same in what was sealed with the key before
       where organization_id = ${organizationId}
         and scope = ${scope}
         and key = ${key}
         and answer ->> 'sealed' = ${answer!.toString('base64')}`
    return stored.count === 1
  },
}

/** Secrets that sign deliveries; after a change the old one signs beside the new one for a day. */
const webhooks: Place = {
  name: 'webhooks',
  keys: ['organization_id', 'id'],
  async list(sql, after, limit) {
    const rows = await sql<{ key: string[]; secret: Buffer; old: Buffer | null }[]>`
      select array[organization_id::text, id::text] as key, secret, old_secret as old
        from webhooks
       where (organization_id, id) > (${after?.key[0] ?? '0'}::bigint, ${after?.key[1] ?? '0'}::bigint)
       order by organization_id, id
       limit ${limit}`
    return rows.map(({ key, secret, old }) => ({ key, sealed: [secret, old] }))
  },
  async store(sql, { key: [organizationId = '', id = ''], sealed: [secret, old] }, [fresh, freshOld]) {
    const stored = await sql`
      update webhooks
         set secret = ${fresh!}, old_secret = ${freshOld ?? null}
       where organization_id = ${organizationId}
         and id = ${id}
         and secret = ${secret!}
         and old_secret is not distinct from ${old ?? null}`
    return stored.count === 1
  },
}

/** Keys that sign receipts; a retired one has no secret any more. */
const receiptKeys: Place = {
  name: 'receipt_keys',
  keys: ['kid'],
  async list(sql, after, limit) {
    const rows = await sql<OneSecret[]>`
      select array[kid] as key, private_key as secret
        from receipt_keys
       where private_key is not null
         and kid > ${after?.key[0] ?? ''}
       order by kid
       limit ${limit}`
    return rows.map(toRow)
  },
  async store(sql, { key: [kid = ''], sealed: [secret] }, [fresh]) {
    const stored = await sql`
      update receipt_keys
         set private_key = ${fresh!}
       where kid = ${kid}
         and private_key = ${secret!}`
    return stored.count === 1
  },
}

/** A key that opens this value is the key of this database's secrets. */
const keyCheck: Place = {
  name: 'database_identity',
  keys: ['one'],
  async list(sql, after, limit) {
    if (after !== undefined) return []
    const rows = await sql<OneSecret[]>`
      select array[one::text] as key, key_check as secret
        from database_identity
       where key_check is not null
       limit ${limit}`
    return rows.map(toRow)
  },
  async store(sql, { sealed: [check] }, [fresh]) {
    const stored = await sql`
      update database_identity
         set key_check = ${fresh!}
       where key_check = ${check!}`
    return stored.count === 1
  },
}

export const PLACES: readonly Place[] = [
  connections,
  slackInstallations,
  calendarLinks,
  webhooks,
  keptAnswers,
  receiptKeys,
  keyCheck,
]
