/** Runs one command of the operator: finds it, reads its options, opens what it needs, prints the result. */
import { parseArgs } from 'node:util'
import { DomainError, MediaStoreUnavailable } from '../core/lib/errors.js'
import type { Deps } from '../core/ports/deps.js'
import { accountConnect, accountDelete, accountDisconnect, accountAdd } from './accounts.js'
import { attemptsList, attemptsSettle, attemptsShow } from './attempts.js'
import { auditList } from './audit.js'
import { citusDistribute } from './citus.js'
import { type Command, type Installation, type Report, type StandaloneCommand, UsageError } from './command.js'
import { doctor } from './doctor.js'
import { backup } from './backup/backup.js'
import { restore } from './backup/restore.js'
import { restored } from './backup/restored.js'
import { compare } from './backup/compare.js'
import { importsList, importsCancel } from './imports.js'
import { keyCreate, keyList, keyRevoke } from './keys.js'
import { orgCreate, orgAddWorkspace, orgDelete, orgExport } from './organizations.js'
import { outboxList, outboxRetry } from './outbox.js'
import { planSet } from './plan-set.js'
import { secretsRotate, secretsForget, secretsReceiptKey } from './secrets.js'
import { slackManifest } from './slack-manifest.js'

export const COMMANDS: readonly (Command | StandaloneCommand)[] = [
  doctor,
  slackManifest,
  orgCreate,
  orgAddWorkspace,
  orgExport,
  orgDelete,
  keyCreate,
  keyList,
  keyRevoke,
  accountConnect,
  accountAdd,
  accountDisconnect,
  accountDelete,
  planSet,
  secretsRotate,
  secretsForget,
  secretsReceiptKey,
  citusDistribute,
  backup,
  restore,
  restored,
  compare,
  attemptsList,
  attemptsShow,
  attemptsSettle,
  importsList,
  importsCancel,
  outboxList,
  outboxRetry,
  auditList,
]

/** 0: done. 1: refused or failed. 2: wrong usage, nothing was tried. */
export type ExitCode = 0 | 1 | 2

export type Terminal = Installation & {
  out: (line: string) => void
  err: (line: string) => void
  /** Called once the command line is valid; `close` releases everything it opens. */
  open: () => Promise<{ deps: Deps; close: () => Promise<void> }>
  /** A sentence for a failure other than DomainError; undefined if it is unforeseen. */
  sentenceFor: (error: unknown) => string | undefined
}

export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const wanted = argv.slice(0, 2).join(' ')
  const command = COMMANDS.find(({ name }) => name === wanted) ?? COMMANDS.find(({ name }) => name === argv[0])
  if (!command) {
    const group = COMMANDS.filter(({ name }) => name.startsWith(`${argv[0]} `))
    if (group.length > 0) {
      terminal.err(`"${wanted}" is not a whole command. These are there:\n\n${linesOf(group)}`)
      return 2
    }
    const isHelp = ['', 'help', '--help', '-h'].includes(argv[0] ?? '')
    if (argv.length > 0 && isHelp) terminal.out(help(COMMANDS))
    else terminal.err(isHelp ? help(COMMANDS) : `There is no command "${wanted}".\n\n${help(COMMANDS)}`)
    return argv.length > 0 && isHelp ? 0 : 2
  }
  try {
    const { run, asJson } = read(command, argv.slice(command.name.split(' ').length))
    const { json, lines, isOutputTaken = false, exitCode = 0 } = await run(terminal)
    const print = isOutputTaken ? terminal.err : terminal.out
    print(asJson ? JSON.stringify(json) : lines.join('\n'))
    return exitCode
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\nUsage: ${usageOf(command)}`)
      return 2
    }
    terminal.err(sentence(error, terminal))
    return 1
  }
}

type Ran = Report & { exitCode?: 0 | 1 }

function read(
  command: Command | StandaloneCommand,
  args: string[],
): { run: (terminal: Terminal) => Promise<Ran>; asJson: boolean } {
  const { json, ...values } = parse(command, args)
  const asJson = json === true
  if ('prepareAlone' in command) return { run: command.prepareAlone(values), asJson }
  const work = command.prepare(values)
  return { run: (terminal) => withDeps(terminal, (deps) => work(deps, terminal.err)), asJson }
}

function parse({ options }: Command | StandaloneCommand, args: string[]) {
  try {
    return parseArgs({ args, options: { ...options, json: { type: 'boolean' } }, strict: true }).values
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      throw new UsageError(error.message)
    }
    throw error
  }
}

async function withDeps<T>(terminal: Terminal, work: (deps: Deps) => Promise<T>): Promise<T> {
  const { deps, close } = await terminal.open()
  try {
    return await work(deps)
  } finally {
    await close()
  }
}

function sentence(error: unknown, terminal: Terminal): string {
  if (error instanceof MediaStoreUnavailable) return `Images and videos cannot be stored or read: ${error.cause.message}.`
  if (error instanceof DomainError) return error.message
  return (
    terminal.sentenceFor(error) ??
    `This was not foreseen: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  )
}

const usageOf = ({ name, usage }: Pick<Command, 'name' | 'usage'>) => `npm run admin -- ${name} ${usage} [--json]`

/** Lists each command with its options and summary. */
const linesOf = (commands: typeof COMMANDS) =>
  commands.map((command) => `  ${command.name} ${command.usage}\n    ${command.summary}`).join('\n\n')

function help(commands: typeof COMMANDS): string {
  return [
    "The operator's commands work on DATABASE_URL, or else on the database of the data folder (PINSLOT_DATA_DIR).",
    linesOf(commands),
    'With --json the answer is one JSON object on one line.',
    `Examples:\n${commands.flatMap(({ examples }) => examples.map((example) => `  npm run admin -- ${example}`)).join('\n')}`,
  ].join('\n\n')
}
