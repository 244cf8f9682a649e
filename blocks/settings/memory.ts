/** The private metadata of the forms of the settings. */
import { z } from 'zod'
import { evergreen } from './evergreen-memory.js'
import { viewMemory } from '../kit/memory.js'

/** `isAdvanced`: the rare settings are shown, too. */
const settings = z.object({ accountId: z.string(), isAdvanced: z.boolean().exactOptional() })
export type SettingsMemory = z.infer<typeof settings>
export const settingsMemory = viewMemory(settings)

/** `seenAt`: when the rules were set that the form shows; null: never. */
export const stepsMemory = viewMemory(settings.extend({ seenAt: z.string().nullable() }))

/** The limits that the form shows: those that nobody touched stay as they are by then. */
const guard = settings.extend({ perDay: z.union([z.number(), z.literal('auto')]).nullable(), samePicturePerMonth: z.number() })
export const guardMemory = viewMemory(guard)

/** `at`: where the page begins. `evergreen`: the metadata of the form below; undefined: that is the settings. */
const spacing = z.object({
  accountId: z.string(),
  at: z.number(),
  round: z.number(),
  evergreen: evergreen.exactOptional(),
})
export type SpacingMemory = z.infer<typeof spacing>
export const spacingMemory = viewMemory(spacing)

/** `key` undefined: a new rule; '': the rule for all links. */
const rule = z.object({ accountId: z.string(), key: z.string().exactOptional(), below: spacing })
export type RuleMemory = z.infer<typeof rule>
export const ruleMemory = viewMemory(rule)
