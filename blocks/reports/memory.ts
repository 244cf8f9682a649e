/** The private metadata of the forms of reports. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

const report = z.object({ responseUrl: z.string().exactOptional() })
export type ReportMemory = z.infer<typeof report>
export const reportMemory = viewMemory(report)

/** The card whose button was pressed. `version`: the report as shown. */
const resolve = z.object({
  organizationId: z.string(),
  reportId: z.string(),
  version: z.number(),
  channelId: z.string(),
  ts: z.string(),
})
export type ResolveMemory = z.infer<typeof resolve>
export const resolveMemory = viewMemory(resolve)
