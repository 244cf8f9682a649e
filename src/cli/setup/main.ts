/** The guided setup as a process (npm run setup): options, signals, the service it starts, exit code. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.js'
import { listAccounts } from '../../core/accounts/accounts.js'
import { setNotifyChannel } from '../../core/accounts/settings.js'
import { ensureWorkspace, MAX_NAME_LENGTH } from '../../core/accounts/workspaces/organizations.js'
import { makeDeps, wallClock } from '../../deps.js'
import { makeLog } from '../../log.js'
import { openDatabase, prepareDatabase } from '../../service/database/database.js'
import { messageOf } from '../../service/doctor/check.js'
import { requirePatched } from '../../service/patched.js'
import { makeShutdown } from '../../service/shutdown.js'
import { onSignal } from '../../service/signals.js'
import { makeSlackCalls, type SlackCalls } from '../../service/slack-calls.js'
import { sentenceFor, unforeseen } from '../../service/start-errors.js'
import { operatorOf } from '../command.js'
import { readEnvFile, type Values } from './env-file.js'
import { runSetup, TRACKS } from './setup.js'
import { SetupCancelled, SetupError } from './setup-error.js'
import { inLines, inTerminal } from './talk.js'
import { spawn } from 'node:child_process'
import { baseUrlOf } from '../../service/address.js'
import { isOurs } from '../../service/doctor/address.js'

const INTERRUPTED = 130
const USAGE = 'npm run setup -- [--track local|slack|production] [--answers FILE] [--stop]'
const HELP = `${USAGE}
  --track    the local workspace · your own Slack with a simulated Pinterest · production
  --answers  a file of lines NAME=value, as in .env. What it lacks is asked, if there is a terminal
  --stop     stops the service again once everything works`

const FILE = '.env'
const talk = process.stdin.isTTY && process.stdout.isTTY ? inTerminal : inLines
const log = makeLog('silent')
const shutdown = makeShutdown(() => {})
let stopService: (() => void) | undefined
let config: Config | undefined
let isInterrupted = false

async function run(): Promise<number> {
  const options = optionsOf(process.argv.slice(2))
  if (typeof options === 'number') return options
  requirePatched()
  const { track, answers: answersFile, stop = false } = options
  const answers = answersFile === undefined ? {} : readEnvFile(answersFile)
  try {
    const tryingWith = (values: Values) => ({ calls: callsOf(values['SLACK_API_URL'] || null), shutdown, log })
    const done = await runSetup({ file: FILE, track, answers, talk, tryingWith })
    config = done.config
    return await begin(config, stop)
  } finally {
    await shutdown.close()
  }
}

/** Starts the service unless it runs, creates the workspace's organization, and notifies the staff. */
async function begin(config: Config, stop: boolean): Promise<number> {
  const { slack, staffChannelId: channel, platform } = config
  const botToken = slack.kind === 'real' ? slack.botToken : null
  const calls = callsOf(slack.kind === 'real' ? slack.apiUrl : null)
  const bot = botToken === null ? null : await calls.bot(botToken)
  const running = await findService(config)
  if (running === undefined) talk.say('Starting Pinslot. The first start takes half a minute…')
  const service = running === undefined ? await startService(scriptsDir(), (end) => (stopService = end)) : undefined
  if (bot) await giveOrganization(config, bot)
  if (bot && botToken !== null && channel !== null && service && !stop)
    await calls
      .post(botToken, { channel, text: runningText(platform.kind) })
      .catch((error: unknown) =>
        talk.failed(`The staff channel got no message: ${messageOf(error)}. npm run admin -- doctor looks at it.`),
      )
  if (bot) talk.say(platform.kind === 'simulated' ? NEXT_SIMULATED : NEXT)
  if (!service) {
    talk.say(`Pinslot runs already, at ${running}. To use these settings, stop it and run npm start.`)
    return 0
  }
  if (stop) service.stop()
  else talk.say('Stop it with Ctrl-C. npm start starts it from now on.')
  return service.ended
}

const runningText = (platform: Config['platform']['kind']) =>
  `Pinslot is running${platform === 'simulated' ? ', with a simulated Pinterest' : ''}. Reports and alerts appear here. Type /pin to begin.`
const NEXT_SIMULATED = 'Type /pin in Slack. Pins go to the simulated Pinterest, whose boards are at the address above.'
const NEXT =
  'If the app’s page “Event Subscriptions” says that the address isn’t verified, press “Retry” there. Then type /pin connect in Slack. npm run admin -- doctor checks everything again.'

async function giveOrganization(config: Config, { team, teamId }: { team: string; teamId: string }): Promise<void> {
  const url = await openDatabase(config, { shutdown, log })
  await prepareDatabase(config, url, wallClock()) // a running service may use another database
  const { deps } = await makeDeps(config, { url, shutdown, log })
  const name = [...team].slice(0, MAX_NAME_LENGTH).join('')
  const joins = config.platform.kind === 'simulated' // the sandbox already has an organization with sample accounts
  const { organizationId, isNew } = await ensureWorkspace(deps, { teamId, name, joins })
  const actor = operatorOf(organizationId)
  if (joins && isNew && config.staffChannelId !== null)
    for (const { id } of await listAccounts(deps, actor)) // the sample accounts use a channel of the local workspace
      await setNotifyChannel(deps, actor, { accountId: id, channelId: config.staffChannelId })
  talk.passed(`The people of ${team} belong to organization ${organizationId}.`)
}

function callsOf(apiUrl: string | null): SlackCalls {
  const slackApiUrl = apiUrl?.endsWith('/') === false ? `${apiUrl}/` : apiUrl
  return makeSlackCalls({ log, clock: wallClock, ...(slackApiUrl !== null && { slackApiUrl }) })
}

function broken(): number {
  talk.say(`Stopped. What you gave is kept in ${FILE}: npm run setup goes on from here.`)
  return INTERRUPTED
}

/** The folder from which this process was started. */
function scriptsDir(): string {
  return path.dirname(process.argv[1] ?? '')
}

/** @returns an exit code if there is nothing to set up */
function optionsOf(args: string[]) {
  try {
    const options = {
      track: { type: 'string' },
      answers: { type: 'string' },
      stop: { type: 'boolean' },
      help: { type: 'boolean' },
    } as const
    const { values } = parseArgs({ args, options, strict: true })
    const track = TRACKS.find(({ value }) => value === values.track)?.value
    if (values.help) console.log(HELP)
    else if (values.track !== undefined && track === undefined)
      throw new Error(`--track is one of ${TRACKS.map(({ value }) => value).join(', ')}.`)
    return values.help ? 0 : { ...values, track }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nUsage: ${USAGE}`)
    return 2
  }
}

/** The service that the setup starts: a process of its own, as npm start begins it. */
type Service = {
  baseUrl: string
  /** Resolves to the exit code. */
  ended: Promise<number>
  stop: () => void
}

const LOOK_MS = 3_000

/** @returns the address of a service that answers at our port already */
async function findService({ host, port }: Pick<Config, 'host' | 'port'>): Promise<string | undefined> {
  const baseUrl = baseUrlOf(host, port)
  const answer = await fetch(`${baseUrl}/health/live`, { signal: AbortSignal.timeout(LOOK_MS) }).catch(() => undefined)
  return answer?.ok && (await isOurs(answer)) ? baseUrl : undefined
}

/**
 * Starts the service, which reads its settings from .env by itself: none is in its arguments.
 * @param scripts the folder of start.mjs
 * @throws SetupError it ended before it was ready; it has said why
 */
async function startService(scripts: string, begun: (stop: () => void) => void): Promise<Service> {
  const start = [path.join(scripts, 'start.mjs'), '--with-env-file']
  const child = spawn(process.execPath, start, { stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = () => void child.kill('SIGTERM')
  begun(stop)
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  let printed = ''
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      process.stdout.write(bytes)
      printed += bytes.toString()
      const address = /^ {2}API +(http\S+)\/v1$/m.exec(printed)?.[1]
      if (address !== undefined && printed.includes('Ctrl-C')) resolve(address)
    })
    child.once('error', reject)
    void ended.then(() => reject(new SetupError('The service did not start, as it says above. Your settings are kept.')))
  })
  return { baseUrl, ended, stop }
}

onSignal(() => {
  isInterrupted = true
  if (stopService) stopService()
  else process.exit(broken())
})
process.exitCode = await run().catch((error: unknown) => {
  stopService?.()
  if (isInterrupted || error instanceof SetupCancelled) return broken()
  talk.failed(error instanceof SetupError ? error.message : (sentenceFor(error, config) ?? unforeseen(error)))
  return 1
})
