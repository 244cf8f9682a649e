/** A month's report in words, without markup: the page, the message and the canvas write the same lines. Pure. */
import type { BestPin } from '../analytics/digest-pins.js'
import type { Compared } from '../analytics/compare.js'
import { pinThere } from '../../posts/pin-id.js'
import type { PlatformPages } from '../../ports/platform.js'
import type { MonthNumbers, MonthReport } from './month.js'
import type { Share } from '../analytics/digest-pins.js'
import { addMonths } from './months.js'
import { dayName, listed, whole } from '../../lib/prose/english.js'

/** `href`: an address of Pinterest for the beginning of the line, which is `name`. */
export type ReportLine = { name?: string; href?: string | undefined; words: string }
export type ReportPart = { key: keyof typeof TITLES; title: string; lines: ReportLine[] }

const TITLES = {
  published: 'Published',
  byBoard: 'By board',
  byLabel: 'By label',
  results: 'Results',
  best: 'Best pins',
  planned: 'Planned for the next four weeks',
} as const

/** `February 2026` */
const monthName = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `nextTo`: the months before and after, the latter until now. */
export type WrittenReport = { title: string; parts: ReportPart[]; nextTo: { month: string; name: string }[] }

export function writeReport(report: MonthReport, pages: PlatformPages): WrittenReport {
  const nextTo = [-1, ...(report.isRunning ? [] : [1])].map((by) => addMonths(report.month, by))
  return {
    title: reportTitle(report),
    parts: reportParts(report, pages),
    nextTo: nextTo.map((month) => ({ month, name: monthName(month) })),
  }
}

const reportTitle = ({ month, isRunning }: Pick<MonthReport, 'month' | 'isRunning'>): string =>
  isRunning ? `${monthName(month)} so far` : monthName(month)

export function reportParts(report: MonthReport, pages: PlatformPages): ReportPart[] {
  const { month, published, numbers, best, planned } = report
  const parts: [ReportPart['key'], ReportLine[]][] = [
    ['published', [{ words: publishedText(report) }]],
    ['byBoard', withRest(published.byBoard, published.count)],
    ['byLabel', published.byLabel.map(shareLine)],
    [
      'results',
      numbers ? resultsOf(numbers, month) : [{ words: 'Impressions, saves and clicks need a Pinterest business account.' }],
    ],
    ['best', best.map((pin) => bestLine(pin, pages))],
    [
      'planned',
      planned.length === 0
        ? [{ words: 'Nothing is scheduled.' }]
        : planned.map(({ week, count }) => ({ name: `Week of ${dayName(week)}`, words: pins(count) })),
    ],
  ]
  return parts.flatMap(([key, lines]) => (lines.length > 0 ? [{ key, title: TITLES[key], lines }] : []))
}

const pins = (count: number) => (count === 1 ? '1 pin' : `${whole(count)} pins`)

function publishedText({ published: { count, before }, month, isRunning }: MonthReport): string {
  const earlier = monthName(addMonths(month, -1))
  const many = `${count === 0 ? 'No pins' : pins(count)}. ${earlier} had ${before === 0 ? 'none' : whole(before)}`
  return isRunning && before > 0 ? `${many} in all.` : `${many}.`
}

const shareLine = ({ name, count }: Share): ReportLine => ({ name: name ?? 'Boards that are gone', words: pins(count) })

/** Adds the pins of boards that are not listed. */
function withRest(shares: readonly Share[], all: number): ReportLine[] {
  const rest = all - shares.reduce((sum, { count }) => sum + count, 0)
  return [...shares.map(shareLine), ...(rest > 0 ? [{ name: 'Other boards', words: pins(rest) }] : [])]
}

const METRICS: readonly [metric: string, name: string][] = [
  ['impression', 'Impressions'],
  ['save', 'Saves'],
  ['pinClick', 'Pin clicks'],
  ['outboundClick', 'Outbound clicks'],
]
const MOST_NAMED = 4

function resultsOf({ compared, days, wholeDays, counting }: MonthNumbers, month: string): ReportLine[] {
  const lines = METRICS.flatMap(([metric, name]): ReportLine[] => {
    const one = compared.find((each) => each.metric === metric)
    return one ? [{ name, words: `${whole(one.total)}${changeText(one)}` }] : []
  })
  const isCompared = compared.some(({ change }) => change !== null)
  const named = counting.length > MOST_NAMED ? `${counting.length} days` : listed(counting.map(dayName))
  const sentences = [
    ...(wholeDays === days ? [`All ${days} days are counted.`] : [`${wholeDays} of ${days} days are counted.`]),
    ...(counting.length > 0 ? [`Pinterest still counts ${named}, so the numbers may still change.`] : []),
    ...(isCompared
      ? [`Changes compare with as many days of ${monthName(addMonths(month, -1))}.`]
      : ['There are too few numbers of the month before to compare with.']),
    'Days are in UTC.',
  ]
  return [...lines, { words: sentences.join(' ') }]
}

function changeText({ change }: Compared): string {
  if (change === null) return ''
  const share = Math.round(change * 100)
  return ` (${share < 0 ? '−' : '+'}${whole(Math.abs(share))}%)`
}

function bestLine({ post, saves, pinClicks, outboundClicks, impressions }: BestPin, pages: PlatformPages): ReportLine {
  const { title } = post
  const pinId = pinThere(post)
  const counts: [number, string][] = [
    [saves, 'save'],
    [pinClicks, 'pin click'],
    [outboundClicks, 'outbound click'],
    [impressions, 'impression'],
  ]
  return {
    name: title === null || title.trim() === '' ? 'Untitled pin' : title,
    href: pinId === null || !/^\d+$/.test(pinId) ? undefined : pages.pin(pinId),
    words: counts.flatMap(([count, one]) => (count > 0 ? [`${whole(count)} ${one}${count === 1 ? '' : 's'}`] : [])).join(', '),
  }
}
