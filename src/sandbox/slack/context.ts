import type { Clock, Db, Log } from '../../core/ports/deps.js'
import type { AppFeatures } from './app-features.js'
import type { ApiFaults } from './methods/faults.js'
import type { Sender } from './send.js'

/** What the parts of the workspace share. `clock` dates messages, `wallClock` is what real Slack would go by. */
export type Workspace = {
  db: Db
  clock: Clock
  wallClock: Clock
  log: Log
  features: AppFeatures
  faults: ApiFaults
  sender: Sender
  /** How long a trigger id lives. */
  triggerMs: number
  /** How long a file of the app's takes to be processed: it has no type until then, and no view shows it. */
  filesTakeMs: number
  /** Whether keyboards curve the quotes that people type in commands and messages, as those of phones and Macs do. */
  curvesQuotes: boolean
  /** Resolves when the sample data are there: until then the page is not served. */
  filled: Promise<unknown>
  /** A sample picture by its name; undefined when there is none. */
  readSample: (name: string) => Promise<Buffer | undefined>
}
