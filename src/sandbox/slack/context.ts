import type { Clock, Db, Log } from '../../core/ports/deps.js'
import type { AppFeatures } from './app-features.js'
import type { ApiFaults } from './methods/faults.js'
import type { Sender } from './send.js'

/** Shared dependencies of the workspace. `clock` dates messages; `wallClock` measures what real Slack would measure. */
export type Workspace = {
  db: Db
  clock: Clock
  wallClock: Clock
  log: Log
  features: AppFeatures
  faults: ApiFaults
  sender: Sender
  /** The lifetime of a trigger id. */
  triggerMs: number
  /** Processing time of the app's files: until then a file has no type, and no view shows it. */
  filesTakeMs: number
  /** True if keyboards curve the quotes typed in commands and messages, as those of phones and Macs do. */
  curvesQuotes: boolean
  /** Resolves when the sample data exist; the page is not served before. */
  filled: Promise<unknown>
  /** A sample picture by its name; undefined if there is none. */
  readSample: (name: string) => Promise<Buffer | undefined>
}
