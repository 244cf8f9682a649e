/** Numbers of accounts and pins. @see docs/contract.md#metrics */
import { z } from 'zod'
import type { AccountAnalytics } from '../../core/insight/analytics/account-analytics.js'
import type { AccountHistory } from '../../core/insight/analytics/history.js'
import type { PinAnalytics } from '../../core/insight/analytics/pin-analytics.js'
import type { TopPins } from '../../core/insight/analytics/top-pins.js'
import { TOP_PIN_SORTS, type MetricDay } from '../../core/ports/platform.js'

const metricsSchema = z.record(z.string(), z.number().nullable()).meta({
  id: 'Metrics',
  description:
    'By name: impression, save, saveRate, pinClick, outboundClick, engagement, engagementRate and others. Rates are fractions. null: not computed yet, may arrive later. Absent: Pinterest does not report it, and it will not arrive.',
  examples: [{ impression: 516, save: 12, saveRate: 0.023 }],
})

const dateSchema = z.string().meta({ format: 'date', description: 'A UTC day', examples: ['2026-03-02'] })

const daySchema = z
  .object({
    date: dateSchema,
    dataStatus: z.string().meta({
      description: 'Anything other than READY explains null or zero metrics; only PROCESSING is worth reading again later',
      examples: ['READY', 'PROCESSING', 'BEFORE_PIN_CREATED'],
    }),
    metrics: metricsSchema,
  })
  .meta({ id: 'MetricDay', description: 'The metrics of one day' })

const windowShape = {
  startDate: dateSchema.meta({ description: 'First day of the window used' }),
  endDate: dateSchema.meta({ description: 'Last day of the window used; today if a later day was requested' }),
}

const numbersSchema = z.object({
  accountId: z.string(),
  ...windowShape,
  summaryMetrics: metricsSchema,
  dailyMetrics: z.array(daySchema),
})

export const accountAnalyticsSchema = numbersSchema.extend({
  labels: z
    .array(z.object({ label: z.string(), pins: z.int() }))
    .meta({ description: 'The labels of most pins published here in the window, at most 10, and how many' }),
})

export const accountAnalyticsToWire = ({
  dailyMetrics,
  byLabel,
  ...analytics
}: AccountAnalytics): z.output<typeof accountAnalyticsSchema> => ({
  ...analytics,
  dailyMetrics: dailyMetrics.map(dayToWire),
  labels: byLabel.map(({ name, count }) => ({ label: name ?? '', pins: count })),
})

export const historySchema = numbersSchema.omit({ summaryMetrics: true })

export const historyToWire = ({ dailyMetrics, ...history }: AccountHistory): z.output<typeof historySchema> => ({
  ...history,
  dailyMetrics: dailyMetrics.map(dayToWire),
})

export const pinAnalyticsSchema = numbersSchema.extend({
  pinId: z.string(),
  lifetimeMetrics: metricsSchema.meta({ description: 'Since the pin was created: totalComments and totalReactions' }),
})

export const pinAnalyticsToWire = ({ dailyMetrics, ...analytics }: PinAnalytics): z.output<typeof pinAnalyticsSchema> => ({
  ...analytics,
  dailyMetrics: dailyMetrics.map(dayToWire),
})

const dayToWire = ({ day, dataStatus, metrics }: MetricDay): z.output<typeof daySchema> => ({ date: day, dataStatus, metrics })

const topPinSchema = z
  .object({
    pinId: z.string().meta({ description: 'Pinterest’s id, not that of a post' }),
    pinUrl: z.string().meta({ description: 'The pin’s own page' }),
    title: z.string().optional().meta({ description: 'Absent if it has none' }),
    description: z.string().optional().meta({ description: 'Absent if it has none' }),
    destinationUrl: z.string().optional().meta({ description: 'Its destination; absent if it has none' }),
    imageUrl: z.string().optional().meta({ description: 'Its image on Pinterest' }),
    createdAt: z
      .string()
      .optional()
      .meta({ format: 'date-time', description: 'When it was created', examples: ['2026-01-05T08:00:00.000Z'] }),
    metrics: metricsSchema,
  })
  .meta({
    id: 'TopPin',
    description: 'A pin that cannot be read (someone else’s, or deleted) has only pinId, pinUrl and metrics',
  })

export const sortBySchema = z.enum(TOP_PIN_SORTS)

export const topPinsSchema = z.object({
  accountId: z.string(),
  ...windowShape,
  sortBy: sortBySchema.meta({ description: 'The metric used' }),
  pins: z.array(topPinSchema).meta({ description: 'In Pinterest’s ranked order, at most 10' }),
})

export const topPinsToWire = ({ isPartial: _, ...top }: TopPins): z.output<typeof topPinsSchema> => top

export const topPinsMetaSchema = z.object({
  partial: z.literal(true).optional().meta({
    description:
      'true if some pins have only metrics because Pinterest limited the reads or did not answer: try again in a minute',
  }),
})

export const topPinsMeta = ({ isPartial }: TopPins): z.output<typeof topPinsMetaSchema> => (isPartial ? { partial: true } : {})
