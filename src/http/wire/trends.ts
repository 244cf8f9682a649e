/** The trends of searches. @see docs/contract.md#trends */
import { z } from 'zod'
import { LEAD_DAYS } from '../../core/insight/trends/seasons.js'
import type { Trends } from '../../core/insight/trends/read.js'
import { MOST_THEMES, type SeasonPlan, TO_PEAK } from '../../core/sources/season/read.js'
import { REGIONS, TREND_TYPES } from '../../core/accounts/trend-questions.js'
import { TIERS } from '../../core/insight/relevance/tiers.js'

const dateSchema = z.string().meta({ format: 'date', examples: ['2026-03-01'] })
const percent = z.number().nullable()

const keyword = z.string().meta({ description: 'As people type it into the search', examples: ['christmas cookies'] })
const growth = z
  .object({
    weekly: percent.meta({ description: 'Compared with the week before' }),
    monthly: percent.meta({ description: 'Compared with the month before' }),
    yearly: percent.meta({ description: 'Compared with the year before' }),
  })
  .meta({ description: 'In percent, at most 10,000; 10,001 means more. null: Pinterest does not say' })
const startBy = dateSchema
  .optional()
  .meta({ description: `When to have pins for it: ${LEAD_DAYS} days before \`peak\`, even if that has passed` })

const trendSchema = z
  .object({
    keyword,
    growth,
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
    startBy,
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

const themeSchema = z
  .object({
    keyword,
    growth,
    peak: dateSchema
      .optional()
      .meta({ description: 'When searches will peak, if it is as last year. Absent: no clear season, so no day is known' }),
    lastPeak: dateSchema.optional().meta({ description: 'The end of last year’s best week, from which `peak` follows' }),
    startBy,
    board: z
      .object({ boardId: z.string().meta({ description: 'Its id' }), name: z.string().meta({ description: 'Its name' }) })
      .optional()
      .meta({ description: 'The public board that fits best. Absent: none fits' }),
    pins: z.number().int().meta({ description: 'Pins for it that are scheduled, or were published in the last 90 days' }),
    draftPostIds: z.array(z.string()).meta({ description: 'Drafts for it without a time that you may change, newest first' }),
    pages: z
      .array(
        z.object({
          url: z.string().meta({ description: 'Its address' }),
          title: z.string().nullable().meta({ description: 'As the feed gives it; null: it gives none' }),
        }),
      )
      .meta({ description: 'Pages of feeds for it without a pin, newest first. `createGeneration` makes drafts of them' }),
  })
  .meta({ id: 'Theme', description: 'A search, what the account has for it, and what waits to be drafted' })

export const seasonPlanSchema = z.object({
  region: z.enum(REGIONS).meta({ description: 'Where they search' }),
  asOf: dateSchema.meta({ description: 'The UTC day of Pinterest’s answer' }),
  themes: z
    .array(themeSchema)
    .max(MOST_THEMES)
    .meta({
      description: `Searches that peak in ${TO_PEAK.least} to ${TO_PEAK.most} days, the next first; then those that grow without a season`,
    }),
})

export const seasonPlanToWire = ({ region, asOf, themes }: SeasonPlan): z.output<typeof seasonPlanSchema> => ({
  region,
  asOf,
  themes: themes.map(({ keyword, growth, peak, lastPeak, startBy, board, pins, drafts, pages }) => ({
    keyword,
    growth,
    ...(peak !== null && { peak }),
    ...(lastPeak !== null && { lastPeak }),
    ...(startBy !== null && { startBy }),
    ...(board && { board: { boardId: board.id, name: board.name } }),
    pins,
    draftPostIds: drafts.map(({ id }) => id),
    pages: pages.map(({ url, title }) => ({ url, title })),
  })),
})
