/** Finds the privileges that our role lacks, in the catalog, once the database has refused something. */
import type { Config } from '../../config/config.js'
import { variableOf } from './direct.js'
import { withSql } from './identity.js'
import { whereIs } from '../where-is.js'

/** The message is a sentence for the person at the terminal. */
export class RightsError extends Error {
  override readonly name = 'RightsError'
}

const NO_RIGHTS = '42501'

type Lacks = { role: string; mayCreate: boolean; table: string | null; owner: string | null }

/**
 * @param url by which the work is done
 * @throws RightsError if the database refuses the work for lack of a privilege, and any other error of the work
 */
export async function withRights<T>(config: Config, url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RightsError) throw error // from nested work on the other address
    const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
    if (![code, cause?.code].includes(NO_RIGHTS)) throw error
    throw new RightsError(sentenceOf(config, url, await readLacks(config, url), error as Error), { cause: error })
  }
}

/** The first table of this schema that our role does not own, preferring one without any privilege. */
const readLacks = (config: Config, url: string): Promise<Lacks> =>
  withSql(config, url, async (sql) => {
    const [row] = await sql<[Lacks]>`
      select current_user as role,
             has_schema_privilege('public', 'create') and has_schema_privilege('public', 'usage') as "mayCreate",
             t.relname as "table",
             pg_get_userbyid(t.relowner) as owner
        from (select) one
        left join lateral (select c.relname, c.relowner
                             from pg_class c
                            where c.relnamespace = 'public'::regnamespace
                              and c.relkind in ('r', 'p')
                              and not pg_has_role(c.relowner, 'usage')
                              and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
                            order by has_table_privilege(c.oid, 'select'), c.relname
                            limit 1) t on true`
    return row
  })

function sentenceOf(config: Config, url: string, { role, mayCreate, table, owner }: Lacks, error: Error): string {
  const { database } = config
  const variable = variableOf(config, url)
  const where = database.kind === 'url' ? whereIs(url) : database.dir
  if (!mayCreate)
    return (
      `The role ${role} of ${variable} may not make tables in the schema public of ${where}: ` +
      `run "grant create, usage on schema public to ${role}" there as its owner, or give ${variable} a role that owns the tables.`
    )
  if (table !== null)
    return (
      `The role ${role} of ${variable} does not own the table ${table} of ${where}, which is ${owner}’s (${error.message}): ` +
      `give ${variable} the role ${owner}, or run "grant ${owner} to ${role}" there as a superuser.`
    )
  return `The role ${role} of ${variable} lacks a right at ${where} (${error.message}): give ${variable} a role that owns all that Pinslot made there.`
}
