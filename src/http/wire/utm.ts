import { z } from 'zod'
import type { UtmRule } from '../../core/links/utm.js'

const template = (name: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `Template for utm_${name}; null: not set here` })

/** @see docs/contract.md#utm-parameters */
export const utmRuleSchema = z
  .object({
    boardId: z.string().nullable().meta({ description: 'The board it applies to; null: the account' }),
    source: template('source'),
    medium: template('medium'),
    campaign: template('campaign'),
    content: template('content'),
  })
  .meta({ id: 'UtmRule', description: 'UTM parameters added to links when their pins go out' })

export const utmRuleToWire = ({ boardId, source, medium, campaign, content }: UtmRule): z.output<typeof utmRuleSchema> => ({
  boardId,
  source,
  medium,
  campaign,
  content,
})
