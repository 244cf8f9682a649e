/** The guided setup as a process (npm run setup): options, signals, the service it starts, exit code. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.js'
import { ensureWorkspace, MAX_NAME_LENGTH } from '../../core/accounts/workspaces/organizations.js'
import { makeDeps, wallClock } from '../../deps.js'
import { makeLog } from '../../log.js'
import { openDatabase } from '../../service/database/database.js'
import { requirePatched } from '../../service/patched.js'
import { makeShutdown } from '../../service/shutdown.js'
import { onSignal } from '../../service/signals.js'
import { makeSlackCalls, type SlackCalls } from '../../service/slack-calls.js'
import { sentenceFor, unforeseen } from '../../service/start-errors.js'
import { readEnvFile, type Values } from './env-file.js'
import { findService, type Service, startService } from './service.js'
import { runSetup, TRACKS } from './setup.js'
import { SetupCancelled, SetupError } from './setup-error.js'
import { inLines, inTerminal } from './talk.js'

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

onSignal(() => (stopService ? stopService() : process.exit(broken())))
process.exitCode = await run().catch((error: unknown) => {
  stopService?.()
  if (error instanceof SetupCancelled) return broken()
  talk.failed(error instanceof SetupError ? error.message : (sentenceFor(error, config) ?? unforeseen(error)))
  return 1
})

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

/** Starts the service unless it runs, gives the workspace its organization, and says so to the staff. */
async function begin(config: Config, stop: boolean): Promise<number> {
  const running = await findService(config)
  const service = running === undefined ? await startService(scriptsDir(), (end) => (stopService = end)) : undefined
  const { slack, staffChannelId: channel, platform } = config
  const simulated = platform.kind === 'simulated'
  if (slack.kind === 'real' && slack.botToken !== null) {
    const calls = callsOf(slack.apiUrl)
    await giveOrganization(config, await calls.bot(slack.botToken))
    const text = `Pinslot is running${simulated ? ', with a simulated Pinterest' : ''}. Reports and alerts appear here. Type /pin to begin.`
    if (service && !stop && channel !== null) await calls.post(slack.botToken, { channel, text })
    talk.say(
      simulated
        ? 'Type /pin in Slack. Pins go to the simulated Pinterest, whose boards are at the address above.'
        : 'Type /pin connect in Slack to connect a Pinterest account. npm run admin -- doctor checks everything again.',
    )
  }
  if (!service) {
    talk.say(`The service runs already, at ${running}. Restart it if you changed settings.`)
    return 0
  }
  return follow(service, stop)
}

async function follow({ ended, stop }: Service, isStopped: boolean): Promise<number> {
  if (isStopped) stop()
  else talk.say('npm start starts it from now on.')
  return ended
}

async function giveOrganization(config: Config, { team, teamId }: { team: string; teamId: string }): Promise<void> {
  const url = await openDatabase(config, { shutdown, log })
  const { deps } = await makeDeps(config, { url, shutdown, log })
  const name = [...team].slice(0, MAX_NAME_LENGTH).join('')
  const joins = config.platform.kind === 'simulated' // it has one, with sample accounts
  const { organizationId } = await ensureWorkspace(deps, { teamId, name, joins })
  talk.passed(`The people of ${team} belong to organization ${organizationId}.`)
}

function callsOf(apiUrl: string | null): SlackCalls {
  const slackApiUrl = apiUrl?.endsWith('/') === false ? `${apiUrl}/` : apiUrl
  return makeSlackCalls({ log, clock: wallClock, ...(slackApiUrl !== null && { slackApiUrl }) })
}

function broken(): number {
  talk.say(`Broken off. What you gave is kept in ${FILE}: npm run setup goes on from here.`)
  return INTERRUPTED
}

/** The one that this process was started from. */
function scriptsDir(): string {
  return path.dirname(process.argv[1] ?? '')
}

/** @returns an exit code where there is nothing to set up */
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
