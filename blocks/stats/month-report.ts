/** The report of a month: a short message with the link to its page, and the markdown of its canvas. */
import type { SharedReport } from '../../src/core/insight/monthly/link.js'
import type { ReportLine, ReportPart, WrittenReport } from '../../src/core/insight/monthly/words.js'
import type { Button } from '@slack/types'
import { actions, button, clip, context, escape, header, inline, type Message, oneLine, section, text } from '../kit/kit.js'
import { linkTo } from '../kit/link.js'

export const action = {
  monthReport: 'show_month_report',
  monthEarlier: 'month_report_earlier',
  monthLater: 'month_report_later',
  monthCanvas: 'month_report_canvas',
  monthEndLinks: 'month_report_end_links',
} as const

/** The report that a button shows; without a month that of the last whole one. */
export type ReportRef = { accountId: string; month?: string }

/** `inChannel`: the message is in a channel, which can get a canvas. `haveEnded`: links shared before were ended just now. */
type ReportModel = SharedReport & { written: WrittenReport; inChannel: boolean; haveEnded?: boolean }

const NAME = 80
/** Only the page and the canvas have all parts. */
const LEFT_OUT: readonly ReportPart['key'][] = ['byBoard', 'byLabel']

export function monthReportMessage({
  report: { account, month },
  written,
  href,
  inChannel,
  haveEnded = false,
}: ReportModel): Message {
  const headline = `${clip(account.username, 100)}: ${written.title}`
  const parts = written.parts.filter(({ key }) => !LEFT_OUT.includes(key))
  return {
    text: escape(headline),
    blocks: [
      header(headline),
      ...parts.map(({ title, lines }) => section([`*${title}*`, ...lines.map(markupOf)].join('\n'))),
      section(
        `${linkTo(href, 'Open the report')}, by board and label too. Anybody with the link can read it for 90 days.${haveEnded ? ` ${ENDED}` : ''}`,
      ),
      actions([
        ...(inChannel
          ? [
              button({
                text: 'Put it into a canvas',
                actionId: action.monthCanvas,
                value: valueOf({ accountId: account.id, month }),
                style: 'primary',
              }),
            ]
          : []),
        ...written.nextTo.map(({ month: to, name }) =>
          button({
            text: name,
            actionId: to < month ? action.monthEarlier : action.monthLater,
            value: valueOf({ accountId: account.id, month: to }),
          }),
        ),
        endLinks({ accountId: account.id, month }),
      ]),
      ...(inChannel
        ? [context('A canvas is a tab of this channel; everybody in it can read it. It keeps today’s numbers.')]
        : []),
    ],
  }
}

const ENDED = 'Links that were shared before don’t work any more.'

const endLinks = (ref: ReportRef): Button => ({
  ...button({ text: 'End shared links', actionId: action.monthEndLinks, value: valueOf(ref), style: 'danger' }),
  confirm: {
    title: text('End shared links?', 100),
    text: text('All links to reports of this account stop working, those of other months too. You get a new one.', 300),
    confirm: text('End links', 30),
    deny: text('Cancel', 30),
    style: 'danger',
  },
})

const valueOf = (ref: ReportRef): string => JSON.stringify(ref)

function markupOf({ name, href, words }: ReportLine): string {
  if (name === undefined) return escape(words)
  return `• ${href === undefined ? inline(name, NAME) : linkTo(href, name, NAME)}: ${escape(words)}`
}

/** Returns the button to the report of the last whole month. */
export const monthReportButton = (accountId: string) =>
  button({ text: 'Monthly report', actionId: action.monthReport, value: valueOf({ accountId }) })

export type ReportCanvas = { title: string; markdown: string }

/** Writes each part as a list. Only headings, lists and links are used, which every canvas takes. */
export function monthReportCanvas({ report, written, href }: Omit<ReportModel, 'inChannel'>): ReportCanvas {
  const parts = written.parts.map(({ title, lines }) => [`## ${title}`, ...lines.map(markdownOf)].join('\n'))
  return {
    title: clip(`${oneLine(report.account.username)}: ${written.title}`, 100),
    markdown: [...parts, `[The page of this report](${href}) stays up to date for 90 days.`].join('\n\n'),
  }
}

function markdownOf({ name, href, words }: ReportLine): string {
  if (name === undefined) return `- ${plain(words)}`
  const shown = plain(clip(oneLine(name), NAME))
  return `- ${href === undefined ? `${shown}` : `[${shown}](${href})`}: ${plain(words)}`
}

/** Signs of markdown, mentions and headings, each above its lookalike: whether a canvas reads backslashes is not documented. */
const SIGNS = '\\`*_[]<>~|#!@&'
const ALIKE = '⧵ʼ∗ˍ()‹›∼¦♯ǃ＠＆'
const plain = (words: string): string => Array.from(words, (sign) => ALIKE[SIGNS.indexOf(sign)] ?? sign).join('')
