/** The operator's commands as a process (npm run admin): arguments, signals, exit code. */
import { type Shutdown, makeShutdown } from '../service/shutdown.js'
import { type Config, readConfig } from '../config/config.js'
import type { Deps } from '../core/ports/deps.js'
import { openDatabase, prepareDatabase } from '../service/database/database.js'
import { byDirect, directOf } from '../service/database/direct.js'
import { withRights } from '../service/database/rights.js'
import { databaseTime, makeDeps, openStorage, openMail, openWriter, wallClock } from '../deps.js'
import { onSignal } from '../service/signals.js'
import { makeLog } from '../log.js'
import { requirePatched } from '../service/patched.js'
import type { BackupParts } from '../service/backup/backup.js'
import { takeBackup } from '../service/backup/backup.js'
import { restoreBackup } from '../service/backup/restore.js'
import { settleOtherMeans } from '../service/backup/restored.js'
import { forgetSecrets } from '../service/backup/forget-secrets.js'
import { examine } from '../service/doctor/examine.js'
import { sentenceFor } from '../service/start-errors.js'
import { runCommand } from './run.js'

const INTERRUPTED = 130

const log = makeLog('error') // a command reports in its own words
const shutdown = makeShutdown((part, error) => log.warn({ part, error }, 'a part failed to close'))
let config: Config | undefined
let opening: Promise<unknown> = Promise.resolve()

// Closes the embedded Postgres also when the command is interrupted.
onSignal(() => {
  shutdown.requestStop()
  void opening
    .catch(() => {}) // everything it opened is registered, and the command reports the failure
    .then(() => shutdown.close())
    .then(() => process.exit(INTERRUPTED))
})

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  open: async () => {
    const deps = open(shutdown)
    opening = deps
    return { deps: await deps, close: () => shutdown.close() }
  },
  examine: async () => {
    const clocks = { wallClock, databaseTime }
    const examined = examine({
      readConfig,
      clocks,
      shutdown,
      log,
      openBeside: (found) => ({
        store: openStorage(found, { shutdown, log }),
        slack: slackOf(found),
        writer: openWriter(found, shutdown),
        mail: openMail(found, log),
      }),
      open: async (found, url) => (await makeDeps(found, { url, shutdown, log })).deps,
    })
    opening = examined
    return examined.finally(() => shutdown.close())
  },
  takeBackup: (request) => withParts((parts) => takeBackup(request, { ...parts, output: process.stdout })),
  restoreBackup: (request) => withParts((parts) => restoreBackup(request, { ...parts, input: process.stdin })),
  settleOtherMeans: (request) => withParts((parts) => settleOtherMeans(request, parts)),
  forgetSecrets: (request) => withParts((parts) => forgetSecrets(request, parts)),
  sentenceFor: (error) => sentenceFor(error, config),
})

async function withParts<T>(work: (parts: BackupParts) => Promise<T>): Promise<T> {
  const done = openParts().then((parts) => byDirect(parts.config, () => withRights(parts.config, parts.url, () => work(parts))))
  opening = done
  return done.finally(() => shutdown.close())
}

/** Opens database and store without building the service on them or applying migrations. */
async function openParts(): Promise<BackupParts> {
  requirePatched()
  config = readConfig()
  const given = await openDatabase(config, { shutdown, log })
  const url = directOf(config, given)
  const store = openStorage(config, { shutdown, log })
  await store.check()
  return { config, url, storage: store.storage, say: (line) => console.error(line) }
}

/** Opens the database as a start does, but without seed, entry points and loops. */
async function open(shutdown: Shutdown): Promise<Deps> {
  try {
    requirePatched()
    config = readConfig()
    const url = await openDatabase(config, { shutdown, log })
    shutdown.check()
    await prepareDatabase(config, url, wallClock())
    shutdown.check()
    return (await makeDeps(config, { url, shutdown, log })).deps
  } catch (error) {
    await shutdown.close()
    throw error
  }
}

/** @returns nothing if the local workspace replaces Slack, because nothing is called then */
function slackOf({ slack }: Config): { slackApiUrl?: string } {
  return slack.kind === 'real' && slack.apiUrl !== null ? { slackApiUrl: slack.apiUrl } : {}
}
