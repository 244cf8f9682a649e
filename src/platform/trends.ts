/**
 * What people search for, as v5 reports it. Parts may be null or missing; a keyword without weeks is left out, and an answer
 * without any readable keyword is an error.
 */
import { z } from 'zod'
import type { PlatformTrend, TrendQuestion } from '../core/ports/platform.js'

/** The most that the platform returns. */
const LIMIT = '50'
/** Bounds what is stored of an answer in a new form. */
const MOST_WEEKS = 106

/** Escapes the region's name, whose `+` would otherwise be a space. */
export const trendsPath = ({ region, type }: TrendQuestion): string =>
  `/trends/keywords/${encodeURIComponent(region)}/top/${type}`
export const trendsQuery = ({ interest }: TrendQuestion) => ({ limit: LIMIT, ...(interest !== null && { interests: interest }) })

const percent = z.number().nullish()
/** The day of an ISO 8601 date, with or without a time. */
function dayOf(date: string): string | undefined {
  const day = /^(\d{4}-\d\d-\d\d)(?:T|$)/.exec(date)?.[1]
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined
}

const trend = z.looseObject({
  keyword: z.string().trim().min(1).max(200),
  pct_growth_wow: percent,
  pct_growth_mom: percent,
  pct_growth_yoy: percent,
  time_series: z.record(z.string(), z.number().nullable()).nullish(),
})

export const trends = z.looseObject({ trends: z.array(z.unknown()).nullish() }).transform(({ trends: found }, ctx) => {
  const read = (found ?? []).flatMap(readTrend)
  if (read.length === 0 && found && found.length > 0)
    ctx.addIssue({ code: 'custom', message: 'none of them can be read', path: ['trends'] })
  return read
})

function readTrend(one: unknown): PlatformTrend[] {
  const { success, data } = trend.safeParse(one)
  if (!success) return [] // one keyword in a new form does not spoil the others
  const weeks = Object.entries(data.time_series ?? {})
    .flatMap(([date, value]) => {
      const week = dayOf(date)
      return week === undefined || value === null ? [] : [{ week, value: Math.min(100, Math.max(0, value)) }]
    })
    .sort((a, b) => (a.week < b.week ? -1 : 1))
    .slice(-MOST_WEEKS)
  const growth = {
    weekly: data.pct_growth_wow ?? null,
    monthly: data.pct_growth_mom ?? null,
    yearly: data.pct_growth_yoy ?? null,
  }
  return weeks.length === 0 ? [] : [{ keyword: data.keyword, growth, weeks }]
}
