/** Checks for readiness that the database is still the one of the start, with the key of its secrets. */
import type { Config } from '../../config/config.js'
import type { Sealer, Sql } from '../../core/ports/deps.js'
import { otherKind, readIdentity } from './identity.js'
import { anotherKey, opens } from './key-check.js'

export const identityProblems =
  (config: Config, sealer: Sealer) =>
  async (sql: Sql): Promise<string[]> => {
    const found = await readIdentity(sql)
    if (!found) return ['The database does not say what it is: start this process again, which writes it down.']
    if (found.kind !== config.databaseKind) return [otherKind(config, found.kind)]
    return found.keyCheck !== null && !opens(sealer, found.keyCheck) ? [anotherKey(config)] : []
  }
