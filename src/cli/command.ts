/** What a command of the operator is. */
import type { ParseArgsConfig } from 'node:util'
import type { Actor } from '../core/lib/actor.js'
import type { Deps } from '../core/ports/deps.js'
import type { Check } from '../service/doctor/check.js'

/** The options as they were written. */
export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

/** What a command has done: for machines (`--json`) and, line by line, for people. */
export type Report = { json: Record<string, unknown>; lines: string[] }

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
   * Reads the options before anything is opened.
   * @throws UsageError
   */
  prepare(values: Values): (deps: Deps) => Promise<Report>
}

/** A command that needs no service to be put together, since it looks at whether it can be. */
export type StandaloneCommand = Described & {
  run(terminal: { examine: () => Promise<Check[]> }): Promise<Report & { exitCode: 0 | 1 }>
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
