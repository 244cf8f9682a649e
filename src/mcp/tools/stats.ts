/** Analytics of an account or of one pin. */
import { z } from 'zod'
import { DomainError } from '../../core/lib/errors.js'
import { text } from '../../http/schemas.js'
import { sortBySchema } from '../../http/wire/analytics.js'
import type { Caller } from '../caller.js'
import type { Tool } from '../tool.js'
import { defineTool } from '../tool.js'
import { accountId, asQuery } from './inputs.js'

const TOP = 5
const SHOWN = ['impression', 'save', 'saveRate', 'pinClick', 'outboundClick', 'engagement', 'engagementRate'] as const

const metricsSchema = z.record(z.string(), z.number().nullable())
type Metrics = z.output<typeof metricsSchema>
const few = (metrics: Metrics): Metrics =>
  Object.fromEntries(SHOWN.flatMap((name) => (metrics[name] === undefined ? [] : [[name, rounded(metrics[name])]])))

/** Rounds rates, which have more digits than are meaningful. */
const rounded = (value: number | null) => value && Math.round(value * 10_000) / 10_000

const date = z.string().max(20).optional()

const readStats = defineTool({
  name: 'read_stats',
  title: 'Read the stats',
  description:
    'Impressions, saves and clicks of an account with its top pins, or of one published pin. UTC days, by default today and the 29 before. Rates are fractions.',
  input: z.strictObject({
    accountId,
    postId: text().max(20).optional(),
    startDate: date.meta({ format: 'date', description: 'At most 90 days ago; with endDate' }),
    endDate: date.meta({ format: 'date' }),
    sortBy: sortBySchema.optional().meta({ description: 'Of the top pins; default ENGAGEMENT' }),
    byDay: z.boolean().optional(),
  }),
  output: z.object({
    accountId: z.string(),
    startDate: z.string(),
    endDate: z.string(),
    sum: metricsSchema,
    /** false: some days are still being counted, so the totals will grow */
    isComplete: z.boolean(),
    days: z.array(z.object({ date: z.string(), metrics: metricsSchema, isComplete: z.boolean() })).optional(),
    bestPins: z
      .array(
        z.object({ pinterestUrl: z.string(), title: z.string().optional(), link: z.string().optional(), metrics: metricsSchema }),
      )
      .optional(),
    pinterestUrl: z.string().optional(),
  }),
  hints: { isReadOnly: true, isIdempotent: true, isOpenWorld: true },
  hasOthersText: true,
  async run(caller, { postId, byDay = false, sortBy, startDate, endDate, ...input }) {
    const account = await caller.account(input.accountId)
    const params = { accountId: account.id }
    const window = asQuery({ startDate, endDate })
    const pinId = postId === undefined ? undefined : await pinterestIdOf(caller, { ...params, postId })
    const { data } =
      pinId === undefined
        ? await caller.ask('getAccountAnalytics', { params, query: window })
        : await caller.ask('getPinAnalytics', { params: { ...params, pinId }, query: window })
    const best =
      pinId === undefined
        ? (await caller.ask('listTopPins', { params, query: { ...window, ...asQuery({ sortBy }) } })).data.pins
        : undefined
    return {
      accountId: account.id,
      startDate: data.startDate,
      endDate: data.endDate,
      sum: few(data.summaryMetrics),
      isComplete: data.dailyMetrics.every(({ dataStatus }) => dataStatus !== 'PROCESSING'),
      ...(byDay && {
        days: data.dailyMetrics.map((day) => ({
          date: day.date,
          metrics: few(day.metrics),
          isComplete: day.dataStatus === 'READY',
        })),
      }),
      ...(best && {
        bestPins: best.slice(0, TOP).map(({ pinUrl, title, destinationUrl, metrics }) => ({
          pinterestUrl: pinUrl,
          ...(title !== undefined && { title }),
          ...(destinationUrl !== undefined && { link: destinationUrl }),
          metrics: few(metrics),
        })),
      }),
      ...(pinId !== undefined && { pinterestUrl: account.pages.pin(pinId) }),
    }
  },
})

async function pinterestIdOf(caller: Caller, params: { accountId: string; postId: string }): Promise<string> {
  const { post } = (await caller.ask('getPost', { params })).data
  if (post.pinId === null)
    throw new DomainError('CONFLICT', 'This pin is not published yet, so it has no stats.', { reason: 'post_not_published' })
  return post.pinId
}

export const statsTools: Tool[] = [readStats]
