import { z } from 'zod'
import type { SpacingRule } from '../../core/slots/spacing-rules.js'

/** @see docs/contract.md#spacing-rules */
export const spacingRuleSchema = z
  .object({
    type: z.enum(['DEFAULT', 'CUSTOM']).meta({ description: 'DEFAULT: for the account; CUSTOM: for one url' }),
    url: z.string().nullable().meta({ description: 'As given; null for DEFAULT' }),
    days: z.int().meta({ description: 'Calendar days between pins with the same url' }),
  })
  .meta({ id: 'SpacingRule', description: 'The minimum number of days between pins with the same link' })

export const spacingRuleToWire = ({ type, url, days }: SpacingRule): z.output<typeof spacingRuleSchema> => ({ type, url, days })
