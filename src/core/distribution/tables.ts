/** Says which tables are distributed over the nodes of a cluster by organization, and where the others are. */
import { listTables } from '../care/deletion/tables.js'
import type { Sql } from '../ports/deps.js'

/**
 * `reference`: a copy on every node, for what is read or written together with tables of organizations. `local`: on the
 * coordinator alone.
 */
export type ClusterWide = { is: 'reference' | 'local'; because: string }

/** Tables without an organization, and those whose rows are found before their organization is known. */
export const CLUSTER_WIDE: Readonly<Record<string, ClusterWide>> = {
  organizations: { is: 'reference', because: 'rows of organizations refer to it' },
  shared_places: { is: 'reference', because: 'is written with the notices to the staff' },
  slack_installations: { is: 'reference', because: 'a workspace is found by Slack’s key, and read with its members' },
  web_pages: { is: 'reference', because: 'what was read of a page is read with the pins that lead to it' },
  agent_sign_ins: { is: 'local', because: 'of a browser, before its organization is known' },
  cron_runs: { is: 'local', because: 'ticks of the cluster' },
  database_identity: { is: 'local', because: 'of the whole database' },
  deletions: { is: 'local', because: 'work of the cluster that outlives its organization' },
  model_rest: { is: 'local', because: 'of the model, for all' },
  receipt_keys: { is: 'local', because: 'of the service, for all' },
  schema_migrations: { is: 'local', because: 'of the whole database' },
  slack_events: { is: 'local', because: 'by Slack’s key' },
  spent_states: { is: 'local', because: 'of a browser, before its organization is known' },
  trend_answers: { is: 'local', because: 'the same for all organizations' },
  web_hosts: { is: 'local', because: 'the pace of a website, for all' },
}

/** The tables with a copy on every node. */
export const ON_EVERY_NODE: readonly string[] = Object.entries(CLUSTER_WIDE).flatMap(([name, { is }]) =>
  is === 'reference' ? [name] : [],
)

/**
 * Lists tables distributed by `organization_id`, all in the same way, so that rows of one organization are on one node. Referring
 * tables come first.
 */
export async function listDistributed(sql: Sql): Promise<string[]> {
  return (await listTables(sql, 'organization_id')).filter((name) => !(name in CLUSTER_WIDE))
}

/** Lists unique keys of distributed tables without the organization, which a node could not check against the others. */
export async function listKeysWithoutOrganization(sql: Sql): Promise<{ table: string; key: string }[]> {
  const tables = await listDistributed(sql)
  return sql<{ table: string; key: string }[]>`
    select t.relname as "table", k.relname as key
      from pg_index i
      join pg_class t on t.oid = i.indrelid
      join pg_class k on k.oid = i.indexrelid
     where t.relnamespace = 'public'::regnamespace
       and t.relname = any (${tables})
       and i.indisunique
       and not exists (select 1
                         from pg_attribute c
                        where c.attrelid = i.indrelid
                          and c.attnum = any (i.indkey)
                          and c.attname = 'organization_id')
     order by 1, 2`
}
