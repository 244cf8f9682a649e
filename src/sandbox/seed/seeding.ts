/** The dependencies of seeding. */
import type { Deps } from '../../core/ports/deps.js'
import type { Samples } from '../samples/samples.js'

export type Seeding = { deps: Deps; samples: Samples; dataDir: string; baseUrl: string }
