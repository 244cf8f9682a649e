/** What the forms of feeds remember. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** `feedId`: the one that is changed; none: a new one, or all of them. */
const feeds = z.object({ accountId: z.string(), feedId: z.string().exactOptional() })
export type FeedsMemory = z.infer<typeof feeds>
export const feedsMemory = viewMemory(feeds)
