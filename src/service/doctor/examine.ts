/**
 * Looks at everything an installation needs, without changing it: no migration is applied, no token renewed; of the bucket a small object is
 * written and deleted. Each part is looked at though another has failed, as far as it can be.
 */
import { type Config, ConfigError } from '../../config/config.js'
import type { Deps, Log } from '../../core/ports/deps.js'
import { countUncompared } from '../../core/restores/comparisons.js'
import { readBacklog } from '../../core/posts/publish/diagnostics/backlog.js'
import type { SlackAccess } from '../../slack/install/access.js'
import { makeClients, rightsOf } from '../../slack/transport/clients.js'
import type { WatchedStore } from '../../storage/watched.js'
import { openDatabase } from '../database/database.js'
import { requirePatched } from '../patched.js'
import type { Shutdown } from '../shutdown.js'
import { sentenceFor } from '../start-errors.js'
import { checkAddress } from './address.js'
import { type Check, messageOf, ok, problem, skipped, warning } from './check.js'
import { checkDatabase, type Clocks } from './database.js'
import { checkMedia } from './media.js'
import { checkModel } from './model.js'
import { checkPlatform } from './platform.js'
import { checkSlack } from './slack.js'

export type Opened = {
  deps: Deps
  store: Pick<WatchedStore, 'check' | 'notes'>
  slack: Pick<SlackAccess, 'fetch' | 'slackApiUrl'>
}
export type Examining = {
  readConfig: () => Config
  /** What the service is put together from, over a database that has all tables. */
  open: (config: Config, url: string) => Promise<Opened>
  clocks: Clocks
  shutdown: Shutdown
  log: Log
}

export async function examine({ readConfig, open, clocks, shutdown, log }: Examining): Promise<Check[]> {
  const patched = checkPatched()
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [
      patched,
      ...error.message.split('\n').map((line) => problem('Configuration', line)),
      ...unseen('the configuration has to be right first'),
    ]
  }
  const address = checkAddress(config, clocks.wallClock)
  const checks = [patched, ...ofConfig(config)]
  try {
    const url = await openDatabase(config, { shutdown, log })
    const { checks: found, isUsable } = await checkDatabase(config, url, clocks)
    checks.push(...found)
    if (!isUsable) return [...checks, ...unseen('the database has to be right and have its tables first'), ...(await address)]
    const { deps, store, slack } = await open(config, url)
    const clientOf = makeClients({ ...slack, log })
    const askSlack = (token: string) => rightsOf(clientOf(token))
    const parts = [
      checkMedia(config, store),
      checkPlatform(config, deps),
      checkSlack(config, deps.db.sql, askSlack),
      checkModel(config, deps.writer),
      checkWork(deps),
      checkComparisons(deps),
    ]
    return [...checks, ...(await Promise.all(parts)).flat(), ...(await address)]
  } catch (error) {
    return [...checks, problem('Database', sentenceFor(error, config) ?? messageOf(error)), ...(await address)]
  }
}

function checkPatched(): Check {
  try {
    requirePatched()
    return ok('Packages', 'They are installed, with our patches.')
  } catch (error) {
    return problem('Packages', messageOf(error))
  }
}

function ofConfig({ mode, metricsToken, storage }: Config): Check[] {
  const checks = [ok('Configuration', mode === 'production' ? 'Nothing is a stand-in.' : 'Some parts are stand-ins.')]
  if (mode !== 'production') return checks
  if (metricsToken === null)
    checks.push(
      warning('Metrics', 'Nobody can read them.', 'Set METRICS_TOKEN, and let Prometheus ask (deploy/prometheus/alerts.yml).'),
    )
  if (storage.kind === 'local')
    checks.push(
      warning(
        'Machines',
        'Media lies on this disk, so one machine alone can run the service.',
        'STORAGE_URL=s3://… lets several share it.',
      ),
    )
  return checks
}

const unseen = (because: string): Check[] =>
  ['Media', 'Pinterest', 'Slack', 'Model'].map((part) => skipped(part, `Not looked at: ${because}.`))

/** After a restore. */
async function checkComparisons({ db }: Deps): Promise<Check[]> {
  const waiting = await countUncompared(db.sql)
  if (waiting === 0) return []
  return [
    warning(
      'Restore',
      `${waiting === 1 ? 'One account is' : `${waiting} accounts are`} paused since a restore.`,
      'npm run admin -- compare reads their boards, and compare --resume resumes them.',
    ),
  ]
}

/** What waits or is stuck, as the metrics have it. */
async function checkWork({ db, clock }: Deps): Promise<Check> {
  const part = 'Pins'
  const { late, unknownOutcomes, orphanedAttempts, deadLetters } = await readBacklog(db, clock())
  const found = [
    ...(late > 0 ? [`${late} late`] : []),
    ...(unknownOutcomes > 0 ? [`${unknownOutcomes} with an unknown outcome`] : []),
    ...(orphanedAttempts > 0 ? [`${orphanedAttempts} left by a dead process`] : []),
  ]
  if (found.length > 0) return warning(part, `${found.join(', ')}.`, 'npm run admin -- attempts says what each waits for.')
  if (deadLetters > 0)
    return warning(
      part,
      `None is late. ${deadLetters === 1 ? 'One notice' : `${deadLetters} notices`} reached nobody.`,
      'npm run admin -- outbox lists them.',
    )
  return ok(part, 'None is late, and every outcome is known.')
}
