/** The operator's commands as a process (npm run admin): arguments, signals, exit code. */
import { type Shutdown, makeShutdown } from '../service/shutdown.js'
import { type Config, readConfig } from '../config/config.js'
import type { Deps } from '../core/ports/deps.js'
import { openDatabase, prepareDatabase } from '../service/database/database.js'
import { makeDeps, wallClock } from '../deps.js'
import { onSignal } from '../service/signals.js'
import { makeLog } from '../log.js'
import { requirePatched } from '../service/patched.js'
import { sentenceFor } from '../service/start-errors.js'
import { runCommand } from './run.js'

const INTERRUPTED = 130

const log = makeLog('error') // what a command has to say, it says in its own words
const closing = makeShutdown((part, error) => log.warn({ part, error }, 'a part did not close in order'))
let config: Config | undefined
let opening: Promise<unknown> = Promise.resolve()

// The embedded Postgres is let go of also when the command is interrupted.
onSignal(() => {
  closing.askToStop()
  void opening
    .catch(() => {}) // what it had opened is registered, and told by the command
    .then(() => closing.close())
    .then(() => process.exit(INTERRUPTED))
})

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  open: async () => {
    const deps = open(closing)
    opening = deps
    return { deps: await deps, close: () => closing.close() }
  },
  sentenceFor: (error) => sentenceFor(error, config),
})

/** The database as start opens it, but without seed, doors and loops. */
async function open(closing: Shutdown): Promise<Deps> {
  try {
    requirePatched()
    config = readConfig()
    const url = await openDatabase(config, { closing, log })
    closing.check()
    await prepareDatabase(config, url, wallClock())
    closing.check()
    return (await makeDeps(config, { url, closing, log })).deps
  } catch (error) {
    await closing.close()
    throw error
  }
}
