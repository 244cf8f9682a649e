/** The private metadata of the forms of feeds. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** `feedId`: the feed to edit; undefined: a new one, or the list. */
const feeds = z.object({ accountId: z.string(), feedId: z.string().exactOptional() })
export type FeedsMemory = z.infer<typeof feeds>
export const feedsMemory = viewMemory(feeds)
