/** What a command of the operator is. */
import type { ParseArgsConfig } from 'node:util'
import type { Actor } from '../core/lib/actor.js'
import type { Deps } from '../core/ports/deps.js'
import type { BackupDone, BackupRequest } from '../service/backup/backup.js'
import type { RestoreDone, RestoreRequest } from '../service/backup/restore.js'
import type { RestoredDone, RestoredRequest } from '../service/backup/restored.js'
import type { ForgetDone, ForgetRequest } from '../service/backup/forget-secrets.js'
import type { Check } from '../service/doctor/check.js'

/** The options as they were written. */
export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

/** What a command has done: for machines (`--json`) and, line by line, for people. */
export type Report = {
  json: Record<string, unknown>
  lines: string[]
  /** The standard output is what the command wrote, to be passed on as it is: the report goes to the standard error. */
  isOutputTaken?: boolean
}

type Described = {
  /** As typed, one or two words: `key create`. */
  name: string
  /** The options, for the help. */
  usage: string
  summary: string
  examples: string[]
  options: NonNullable<ParseArgsConfig['options']>
}

export type Command = Described & {
  /**
   * Reads the options before anything is opened. What takes long says by `say` what it is at.
   * @throws UsageError
   */
  prepare(values: Values): (deps: Deps, say: (line: string) => void) => Promise<Report & { exitCode?: 0 | 1 }>
}

/** What is done with an installation as a whole, whether or not its service can be put together. */
export type Installation = {
  /** What each part is like; it opens what it can, and lets go of it. */
  examine: () => Promise<Check[]>
  /** @throws BackupError */
  takeBackup: (request: BackupRequest) => Promise<BackupDone>
  /** @throws BackupError */
  restoreBackup: (request: RestoreRequest) => Promise<RestoreDone>
  /** @throws BackupError · IdentityError · MigrationError */
  settleOtherMeans: (request: RestoredRequest) => Promise<RestoredDone>
  /** @throws BackupError · IdentityError · MigrationError */
  forgetSecrets: (request: ForgetRequest) => Promise<ForgetDone>
}

/** A command that opens what it works on by itself. */
export type StandaloneCommand = Described & {
  /**
   * Reads the options before anything is opened.
   * @throws UsageError
   */
  prepareAlone(values: Values): (installation: Installation) => Promise<Report & { exitCode?: 0 | 1 }>
}

/** The command line is wrong; shown together with its usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The operator may do everything in the organization that the command names. */
export const operatorOf = (organizationId: string): Actor => ({
  organizationId,
  via: 'operator',
  role: 'admin',
  userId: 'operator',
})
