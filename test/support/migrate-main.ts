/** Applies the migrations of a folder, as a process that a test kills. Arguments: the address of the database, the folder, the table. */
import { migrate } from '../../src/db/migrations/migrate.js'

const [url = '', dir = '', table = ''] = process.argv.slice(2)
await migrate(url, dir, { table, now: new Date() })
