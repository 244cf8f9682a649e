/** Everything that can be done beside an attempt, and what of the service is not done here, with the reason. */
import { NotAllDoneError } from '../../../src/core/cron-runs.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { accountActs } from './account.js'
import type { Act } from './act.js'
import { boardActs } from './boards.js'
import { postActs } from './posts.js'

const tick = (job: string): Act => ({
  does: [`tick ${job}`],
  weight: 1,
  run: ({ deps }) =>
    TICKS.find((one) => one.job === job)! // that it is there is a test's to say
      .run(deps)
      .catch((error: unknown) => {
        if (!(error instanceof NotAllDoneError)) throw error // what failed comes again
      }),
})
const tickActs = {
  'the boards are read': tick('boards'),
  'tokens are renewed': tick('tokens'),
  'what is old is purged': tick('purge'),
  'the operator hears what is stuck': tick('stuck'),
  'links are read ahead': tick('links'),
  'late pins are swept': tick('lateness'),
  'evergreen slots are decided': tick('evergreen'),
} satisfies Record<string, Act>

export const ACTS = { ...postActs, ...boardActs, ...accountActs, ...tickActs }
export type ActName = keyof typeof ACTS
export const actOf = (name: ActName): Act => ACTS[name]
