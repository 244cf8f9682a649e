/** What an act is. */
import type { Stage } from './stage.js'

export type Act = {
  /** The operations of /v1, commands, ticks and audited parts of the core that it does: what names.ts lists. */
  does: string[]
  /** Of 2 usual; 0: only as what follows from another act. */
  weight?: number
  run(stage: Stage): Promise<unknown>
}
