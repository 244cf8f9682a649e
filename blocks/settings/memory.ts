/** What the forms of the settings remember. */
import { z } from 'zod'
import { evergreen } from './evergreen-memory.js'
import { viewMemory } from '../kit/memory.js'

/** `isAdvanced`: what few need is shown, too. */
const settings = z.object({ accountId: z.string(), isAdvanced: z.boolean().exactOptional() })
export type SettingsMemory = z.infer<typeof settings>
export const settingsMemory = viewMemory(settings)

/** `at`: where the page begins; `evergreen`: the form it was opened from; none: the settings. */
const spacing = z.object({
  accountId: z.string(),
  at: z.number(),
  round: z.number(),
  evergreen: evergreen.exactOptional(),
})
export type SpacingMemory = z.infer<typeof spacing>
export const spacingMemory = viewMemory(spacing)

/** `key` undefined: of a new one; '': of all links. */
const rule = z.object({ accountId: z.string(), key: z.string().exactOptional(), below: spacing })
export type RuleMemory = z.infer<typeof rule>
export const ruleMemory = viewMemory(rule)
