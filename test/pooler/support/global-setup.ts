/** The server of the suite with a pooler before it, which the databases of the tests are reached by. */
import type { TestProject } from 'vitest/node'
import { startServer } from '../../support/global-setup.js'
import { startPgBouncer } from './pgbouncer.js'

export default async function setup(project: TestProject) {
  const { stop, adminUrl } = await startServer(project)
  const bouncer = await startPgBouncer(adminUrl, MANY_DATABASES)
  project.provide('poolerHost', new URL(bouncer.through(adminUrl)).host)
  return async () => {
    await bouncer.stop()
    await stop()
  }
}

/** Each file has a database of its own, and some at the same time hold a pool or four: no test waits for a place that another file has. */
const MANY_DATABASES = ['max_client_conn = 2000']
