/** Databases that have every migration which the baseline replaces, as pg_dump wrote them: made new, or used by a team of the sandbox. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import postgres from 'postgres'
import { root } from '../../../src/root.js'

export async function restoreDump(url: string, name: '0345-new' | '0345-used'): Promise<void> {
  const dump = gunzipSync(readFileSync(path.join(root, 'test', 'fixtures', 'upgrade', `${name}.sql.gz`))).toString('utf8')
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(dump).simple()
  await sql.end()
}
