/**
 * Examines everything an installation needs without changing it or applying migrations. In the bucket a small object is written
 * and deleted, in Slack a message to the staff is scheduled and cancelled; a failed part does not prevent the others.
 */
import { type Config, ConfigError } from '../../config/config.js'
import type { Deps, Log } from '../../core/ports/deps.js'
import { countUncompared } from '../../core/care/restores/comparisons.js'
import type { Mailer } from '../../core/ports/mail.js'
import type { Writer, WriterSilence } from '../../core/ports/writer.js'
import { readBacklog } from '../../core/publish/diagnostics/backlog.js'
import type { SlackAccess } from '../../slack/transport/access.js'
import type { WatchedStore } from '../../storage/watched.js'
import { openDatabase } from '../database/database.js'
import { requirePatched } from '../patched.js'
import type { Shutdown } from '../shutdown.js'
import { makeSlackCalls, type SlackCalls } from '../slack-calls.js'
import { sentenceFor } from '../start-errors.js'
import { checkAddress } from './address.js'
import { type Check, messageOf, ok, problem, skipped, warning, CHECK_MS } from './check.js'
import { checkDatabase, type Clocks } from './database.js'
import { checkMedia, checkStored } from './media.js'
import { checkPlatform } from './platform.js'
import { checkStaffInstallation, checkTokens, checkWorkspaces } from './slack.js'

/** Parts that can be examined without the database. */
export type Beside = {
  store: Pick<WatchedStore, 'check' | 'notes'>
  slack: Pick<SlackAccess, 'fetch' | 'slackApiUrl'>
  writer: Writer | null
  mail: Mailer | null
}
export type Examining = {
  readConfig: () => Config
  openBeside: (config: Config) => Beside
  /** Builds the service's dependencies over a database that has all tables. */
  open: (config: Config, url: string) => Promise<Deps>
  clocks: Clocks
  shutdown: Shutdown
  log: Log
}

export async function examine({ readConfig, openBeside, ...examining }: Examining): Promise<Check[]> {
  const patched = checkPatched()
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [patched, ...error.message.split('\n').map((line) => problem('Configuration', line)), ...unseen()]
  }
  const { clocks, log } = examining
  const { store, slack, writer, mail } = openBeside(config)
  const calls = makeSlackCalls({ ...slack, log, clock: clocks.wallClock })
  const found = examineDatabase(config, calls, examining)
  const hasRun = async () => !(await found).isNew
  const beside = Promise.all([
    guarded('Media', () => checkMedia(config, store)),
    guarded('Slack', () => checkTokens(config, calls)),
    guarded('Model', () => checkModel(config, writer)),
    guarded('Mail', () => checkMail(mail)),
    guarded('Public address', () => checkAddress(config, { wallClock: clocks.wallClock, hasRun })),
  ])
  const { database, stored, platform, workspaces, work } = await found
  const [media, tokens, model, mails, address] = await beside
  return [
    patched,
    ...ofConfig(config),
    ...database,
    ...media,
    ...stored,
    ...platform,
    ...tokens,
    ...workspaces,
    ...model,
    ...mails,
    ...work,
    ...address,
  ]
}

type OverDatabase = Record<'database' | 'stored' | 'platform' | 'workspaces' | 'work', Check[]> & { isNew: boolean }

/** Examines the database, and what requires its rows. */
async function examineDatabase(
  config: Config,
  calls: SlackCalls,
  { open, clocks, shutdown, log }: Omit<Examining, 'readConfig' | 'openBeside'>,
): Promise<OverDatabase> {
  const alone = (database: Check[], isNew: boolean): OverDatabase => ({
    database,
    isNew,
    stored: [],
    platform: [skipped('Pinterest', 'Not looked at: the database has to be right and have its tables first.')],
    workspaces: [],
    work: [],
  })
  try {
    const url = await openDatabase(config, { shutdown, log })
    const { checks, isUsable, isNew } = await checkDatabase(config, url, clocks)
    if (!isUsable) return alone(checks, isNew)
    const deps = await open(config, url)
    const [stored, platform, workspaces, pins, restores] = await Promise.all([
      guarded('Media', () => checkStored(config, deps)),
      guarded('Pinterest', () => checkPlatform(config, deps)),
      guarded('Workspaces', async () => [
        ...(await checkWorkspaces(config, deps.db.sql)),
        ...(await checkStaffInstallation(config, deps, calls)),
      ]),
      guarded('Pins', () => checkWork(deps)),
      guarded('Restore', () => checkComparisons(deps)),
    ])
    return { database: checks, isNew, stored, platform, workspaces, work: [...pins, ...restores] }
  } catch (error) {
    return alone([problem('Database', sentenceFor(error, config) ?? messageOf(error))], false)
  }
}

/** Turns an exception of one part into a problem, so that the others still run. */
async function guarded(part: string, look: () => Check | Check[] | Promise<Check | Check[]>): Promise<Check[]> {
  try {
    return [await look()].flat()
  } catch (error) {
    return [problem(part, `It could not be looked at: ${messageOf(error)}`)]
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

const unseen = (): Check[] =>
  ['Database', 'Media', 'Pinterest', 'Slack', 'Model', 'Mail', 'Public address'].map((part) =>
    skipped(part, 'Not looked at: the configuration has to be right first.'),
  )

/** Lists accounts that wait for a comparison after a restore. */
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

/** Counts late and stuck work, as the metrics do. */
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

async function checkMail(mail: Mailer | null): Promise<Check> {
  if (!mail) return skipped('Mail', 'No server is set up: links for clients ask for no code.')
  try {
    await mail.check()
    return ok('Mail', 'The server lets us in.')
  } catch (error) {
    return problem(
      'Mail',
      `The server does not let us in: ${messageOf(error)}`,
      'Check SMTP_URL, and that this machine reaches it.',
    )
  }
}

/** Checks the model that writes drafts with one short question. */
const PART = 'Model'
const WHY: Readonly<Record<WriterSilence, string>> = {
  refused: 'Check LLM_API_KEY, LLM_MODEL, and that LLM_BASE_URL ends where /chat/completions begins, often in /v1.',
  rejected: 'It does not take our form of a question: use an endpoint that speaks OpenAI’s chat completions.',
  limited: 'It allows no more questions at this moment: look at the limits of its key.',
  unavailable: 'Check LLM_BASE_URL, and that this machine reaches it.',
  timeout: 'It takes too long: drafts would wait 20 seconds for it, then Pinslot writes them itself.',
  redirect: 'Set LLM_BASE_URL to where it redirects to: no redirect is followed, as the key would go along.',
  broken: 'LLM_BASE_URL leads to something else: it often has to end in /v1.',
}
const FORM = {
  name: 'word',
  schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false },
}

/** Never reports a problem, because Pinslot writes drafts itself if the model does not answer. */
export async function checkModel({ writer: given }: Pick<Config, 'writer'>, writer: Writer | null): Promise<Check> {
  if (!given || !writer) return skipped(PART, 'None is set up: Pinslot writes drafts of pages itself.')
  const messages = [{ role: 'user', content: 'Answer with the JSON {"word":"yes"} and nothing else.' }] as const
  const answer = await writer.write({ messages, form: FORM, maxTokens: 1_000, timeoutMs: CHECK_MS })
  const at = `${given.model} at ${new URL(given.baseUrl).host}`
  if (answer.kind === 'answered') return ok(PART, `${at} answers.`)
  const status = answer.status === null ? '' : ` (${answer.status})`
  return warning(PART, `${at} does not answer${status}.`, WHY[answer.because])
}
