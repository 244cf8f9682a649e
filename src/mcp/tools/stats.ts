/** Analytics of an account or of one pin. */
import { z } from 'zod'
import { RefusedBecause } from '../../core/lib/errors.js'
import { text } from '../../http/schemas.js'
import { sortBySchema } from '../../http/wire/analytics.js'
import { type Call, toolOf } from '../tool.js'

const TOP = 5
const SHOWN = ['impression', 'save', 'saveRate', 'pinClick', 'outboundClick', 'engagement', 'engagementRate'] as const

type Metrics = Record<string, number | null>
const few = (metrics: Metrics): Metrics =>
  Object.fromEntries(SHOWN.flatMap((name) => (metrics[name] === undefined ? [] : [[name, rounded(metrics[name])]])))

/** Rounds rates, which have more digits than are meaningful. */
const rounded = (value: number | null) => value && Math.round(value * 10_000) / 10_000

const date = z.string().max(20).optional()

export const readStats = toolOf({
  name: 'read_stats',
  title: 'Read the stats',
  description:
    'Impressions, saves and clicks of an account with its top pins, or of one published pin. UTC days, by default today and the 29 before. Rates are fractions.',
  of: ['getAccountAnalytics', 'listTopPins', 'getPinAnalytics', 'getPost'],
  inputs: {
    postId: text().max(20).optional(),
    startDate: date.meta({ format: 'date', description: 'At most 90 days ago; with endDate' }),
    endDate: date.meta({ format: 'date' }),
    sortBy: sortBySchema.optional().meta({ description: 'Of the top pins; default ENGAGEMENT' }),
    byDay: z.boolean().optional(),
  },
  isOpenWorld: true,
  async run({ account, perform }, { postId, byDay = false, ...fields }) {
    const pinId = postId === undefined ? undefined : await pinterestIdOf(perform, postId)
    const { data } =
      pinId === undefined ? await perform('getAccountAnalytics', fields) : await perform('getPinAnalytics', { ...fields, pinId })
    const best = pinId === undefined ? (await perform('listTopPins', fields)).data.pins : undefined
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

async function pinterestIdOf(perform: Call['perform'], postId: string): Promise<string> {
  const { post } = (await perform('getPost', { postId })).data
  if (post.pinId === null) throw new RefusedBecause('post_not_published', { about: 'stats' })
  return post.pinId
}
