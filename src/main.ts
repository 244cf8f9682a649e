/** The process: configuration, start, signals, end. The only module with side effects. */
import { requireFreePort } from './service/address.js'
import { readyText, startedFacts } from './start/startup-message.js'
import { type Shutdown, makeShutdown, Stopped } from './service/shutdown.js'
import { type Config, readConfig } from './config/config.js'
import type { Log } from './core/ports/deps.js'
import { onLostParent, onSignal } from './service/signals.js'
import { foldRepeats, makeLog } from './log.js'
import { requirePatched } from './service/patched.js'
import { startService } from './start/start.js'
import { sentenceFor, unforeseen } from './service/start-errors.js'

/** Ends a process that hangs within ten seconds of a signal in the sandbox; in production an open send may take its 30 s. */
const LAST_RESORT_MS = { sandbox: 9_500, production: 45_000 }

// A terminal or parent that disappears must not end us before we have closed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

run()

function run(): void {
  const started = performance.now()
  let config: Config
  try {
    requirePatched()
    config = readConfig()
  } catch (error) {
    return fail(error)
  }
  const log = foldRepeats(makeLog(config.logLevel))
  const shutdown = makeShutdown((part, error) => log.warn({ part, error }, 'a part failed to close'))
  let exitCode = 0
  let ending = false
  let starting: Promise<unknown> = Promise.resolve()
  /** @param because absent after a failed start, whose error is the last line */
  const end = async (because?: string) => {
    if (ending) return
    ending = true
    if (because) log.info({ because }, 'stopping')
    setTimeout(() => {
      log.error({ ms: Math.round(shutdown.stoppingForMs()) }, 'stopped before everything was closed')
      process.exit(1)
    }, LAST_RESORT_MS[config.mode]).unref()
    shutdown.requestStop()
    await starting // the start ends at its next step, and leaves nothing half open
    await shutdown.close()
    if (because) log.info({ ms: Math.round(shutdown.stoppingForMs()), exitCode }, 'stopped')
    process.exit(exitCode)
  }
  const crash = (error: unknown) => {
    log.error({ error }, 'unexpected error: stopping')
    exitCode = 1
    void end('an unexpected error')
  }
  onSignal((signal) => void end(signal))
  if (config.launchedByNpm) onLostParent(() => void end('npm went away'))
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  starting = start(config, { shutdown, log, started }).catch((error: unknown) => {
    if (error instanceof Stopped) return
    fail(error, config)
    exitCode = 1
    void end()
  })
}

async function start(
  config: Config,
  { shutdown, log, started }: { shutdown: Shutdown; log: Log; started: number },
): Promise<void> {
  await requireFreePort(config)
  const running = await startService(config, { shutdown, log })
  const tookMs = performance.now() - started
  console.log(readyText(config, running, tookMs))
  log.info(startedFacts(config, running, tookMs), 'started')
}

function fail(error: unknown, config?: Config): void {
  console.error(sentenceFor(error, config) ?? unforeseen(error))
  process.exitCode = 1
}
