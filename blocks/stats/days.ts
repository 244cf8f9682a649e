/** The days of an account as charts, and as a table. */
import type { AnyBlock } from '@slack/types'
import type { Stats } from '../../src/core/insight/analytics/stats.js'
import type { PictureDay } from '../../src/core/ports/charts.js'
import { dataTable, lineCharts } from '../kit/figures.js'
import { clip, type Picture, pictureBlock } from '../kit/kit.js'
import { dayOfYear } from '../kit/times.js'
import { capital } from '../kit/sentence.js'
import { pictureText } from './text.js'

const LINES = [
  { line: 'impressions', name: 'Impressions' },
  { line: 'saves', name: 'Saves' },
  { line: 'outboundClicks', name: 'Outbound clicks' },
] as const

/** Charts of the days that are counted, if there are few and none is missing between them; else the drawn picture, with its gaps. */
export function daysCharts(stats: Stats, picture: Picture | null, now: Date): AnyBlock[] {
  const drawn = pictureBlock(picture, pictureText(stats, now))
  const days = countedDays(stats.days)
  const lines = LINES.flatMap(({ line, name }) => {
    const values = days.flatMap(({ [line]: value }) => value ?? [])
    return values.length === days.length ? [{ line, name, values }] : []
  })
  const small = lines.filter(({ line }) => line !== 'impressions')
  if (small.length === lines.length) return drawn // a day without impressions is not known
  return lineCharts(
    days.map(({ date }) => dayOfYear(date, now)),
    [
      { title: 'Impressions by day', lines: lines.slice(0, 1) },
      ...(small.length > 0 ? [{ title: `${capital(namesOf(small))} by day`, lines: small }] : []),
    ],
    drawn,
  )
}

const namesOf = (lines: readonly { name: string }[]): string => lines.map(({ name }) => name.toLowerCase()).join(' and ')

/** Leaves out the days before the first and after the last that is counted. */
function countedDays(days: readonly PictureDay[]): PictureDay[] {
  const isCounted = ({ isCounting, impressions }: PictureDay) => !isCounting && impressions !== null
  return days.slice(Math.max(days.findIndex(isCounted), 0), days.findLastIndex(isCounted) + 1)
}

/** The newest day first. */
export function daysTable({ account, startDate, endDate, days }: Stats, now: Date): AnyBlock[] {
  const shown = LINES.filter(({ line }) => days.some((day) => day[line] !== null))
  const caption = `${clip(account.username, 100)}, ${dayOfYear(startDate, now)} to ${dayOfYear(endDate, now)}, day by day in UTC`
  return dataTable(
    caption,
    ['Day', ...shown.map(({ name }) => name)],
    days
      .toReversed()
      .map((day) => [dayOfYear(day.date, now), ...shown.map(({ line }) => (day.isCounting ? 'counting' : day[line]))]),
  )
}
