/** The form of the operator's commands. */
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

/** A command's result: for machines (`--json`) and, line by line, for people. */
export type Report = {
  json: Record<string, unknown>
  lines: string[]
  /** The command's own output uses the standard output, so the report goes to the standard error. */
  isOutputTaken?: boolean
}

type Described = {
  /** The name as typed, one or two words: "key create". */
  name: string
  /** The options, for the help. */
  usage: string
  summary: string
  examples: string[]
  options: NonNullable<ParseArgsConfig['options']>
}

export type Command = Described & {
  /**
   * Reads the options before anything is opened. Long commands report their progress by `say`.
   * @throws UsageError
   */
  prepare(values: Values): (deps: Deps, say: (line: string) => void) => Promise<Report & { exitCode?: 0 | 1 }>
}

/** Operations on a whole installation, which need no working service. */
export type Installation = {
  /** Examines each part, opening and closing what it can. */
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

/** A command that opens its own resources. */
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

/** The operator has all rights in the organization that the command names. */
export const operatorOf = (organizationId: string): Actor => ({
  organizationId,
  via: 'operator',
  role: 'admin',
  userId: 'operator',
})
