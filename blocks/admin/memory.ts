/** The private metadata of the views for admins. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** `at`: where the page begins. */
const page = z.object({ at: z.number() })

export type RolesMemory = z.infer<typeof page>
export const rolesMemory = viewMemory<RolesMemory>(page)

/** A program that waits for an answer. */
const asking = z.object({ signInId: z.string() })
export type AskingMemory = z.infer<typeof asking>
export const askingMemory = viewMemory<AskingMemory>(asking)

export type KeysMemory = z.infer<typeof page>
export const keysMemory = viewMemory<KeysMemory>(page)
