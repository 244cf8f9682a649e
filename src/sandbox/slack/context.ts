import type { Clock, Db, Log } from '../../core/ports/deps.js'
import type { AppFeatures } from './app-features.js'
import type { ApiFaults } from './methods/faults.js'
import type { Sender } from './send.js'
import type { StepName } from '../../slack/install/steps.js'

/** How Slack behaves, as far as it can be set. */
export type Switches = Partial<Pick<Workspace, 'filesTakeMs' | 'refusedBlocks'>>

export type Execution = {
  id: string
  step: StepName
  state: 'running' | 'completed' | 'failed'
  outputs: Record<string, unknown> | null
  error: string | null
}

/** Shared dependencies of the workspace. `clock` dates messages; `wallClock` measures what real Slack would measure. */
export type Workspace = {
  db: Db
  clock: Clock
  wallClock: Clock
  log: Log
  features: AppFeatures
  faults: ApiFaults
  /** Steps of workflows that ran here, by Slack's id. */
  executions: Map<string, Execution>
  sender: Sender
  /** The lifetime of a trigger id. */
  triggerMs: number
  /** Types of blocks that this workspace does not take yet. */
  refusedBlocks: readonly string[]
  /** Processing time of the app's files: until then a file has no type, and no view shows it. */
  filesTakeMs: number
  /** True if keyboards curve the quotes typed in commands and messages, as those of phones and Macs do. */
  curvesQuotes: boolean
  /** An address of the domain whose links the app unfurls; undefined: of none. */
  unfurls: () => string | undefined
  /** Resolves when the sample data exist; the page is not served before. */
  filled: Promise<unknown>
  /** A sample picture by its name; undefined if there is none. */
  readSample: (name: string) => Promise<Buffer | undefined>
}
