/** The trends of searches. @see docs/contract.md#trends */
import { z } from 'zod'
import { LEAD_DAYS } from '../../core/insight/trends/seasons.js'
import type { Trends } from '../../core/insight/trends/read.js'
import { REGIONS, TREND_TYPES } from '../../core/accounts/trend-questions.js'
import { TIERS } from '../../core/insight/relevance/tiers.js'

const dateSchema = z.string().meta({ format: 'date', examples: ['2026-03-01'] })
const percent = z.number().nullable()

const trendSchema = z
  .object({
    keyword: z.string().meta({ description: 'As people type it into the search', examples: ['christmas cookies'] }),
    growth: z
      .object({
        weekly: percent.meta({ description: 'Compared with the week before' }),
        monthly: percent.meta({ description: 'Compared with the month before' }),
        yearly: percent.meta({ description: 'Compared with the year before' }),
      })
      .meta({ description: 'In percent, at most 10,000; 10,001 means more. null: Pinterest does not say' }),
    weeks: z
      .array(
        z.object({
          week: dateSchema.meta({ description: 'The UTC day on which the week ends' }),
          value: z.number().meta({ description: 'Searches relative to the best week, 0 to 100' }),
        }),
      )
      .meta({ description: 'Oldest first, usually 52' }),
    peak: dateSchema.optional().meta({
      description: 'When searches will peak next: the end of that week, today or later. Absent: no clear season',
    }),
    startBy: dateSchema
      .optional()
      .meta({ description: `When to have pins for it: ${LEAD_DAYS} days before \`peak\`, even if that has passed` }),
    fit: z.enum(TIERS).optional().meta({
      description: 'How well it fits the board, by the words in the board’s name and description. Absent without `boardId`',
    }),
  })
  .meta({ id: 'Trend', description: 'What people search for' })

export const trendsSchema = z.object({
  region: z.enum(REGIONS).meta({ description: 'Where they search' }),
  type: z.enum(TREND_TYPES).meta({ description: 'The requested list' }),
  asOf: dateSchema.meta({
    description:
      'The UTC day of Pinterest’s answer: today, or an earlier day if it gives no answer; with several interests, the oldest',
  }),
  trends: z
    .array(trendSchema)
    .meta({ description: 'In Pinterest’s order, taking turns between several interests; with `boardId`, best fits first' }),
})

export const trendsToWire = ({ region, type, asOf, trends }: Trends): z.output<typeof trendsSchema> => ({
  region,
  type,
  asOf,
  trends: trends.map(({ keyword, growth, weeks, peak, startBy, fit }) => ({
    keyword,
    growth,
    weeks,
    ...(peak !== null && { peak }),
    ...(startBy !== null && { startBy }),
    ...(fit !== null && { fit }),
  })),
})
