/** The page of a month's report, for a client. Everything from people and Pinterest is escaped. */
import type { OpenReport } from '../../core/insight/monthly/link.js'
import { type ReportLine, writeReport } from '../../core/insight/monthly/words.js'
import { shownPath } from '../../core/media/media.js'
import type { BestPin } from '../../core/insight/analytics/digest-pins.js'
import type { PlatformPages } from '../../core/ports/platform.js'
import { shownOf } from '../../core/media/post-media.js'
import { closedPage, escapeHtml, render, steps, terms } from './layout.js'

export function monthReportPage({ report, lastDay }: OpenReport, pages: PlatformPages): string {
  const { account, best } = report
  const written = writeReport(report, pages)
  const parts = written.parts.map(({ key, title, lines }) =>
    key === 'best'
      ? `<h2>${title}</h2>${steps(...lines.map((line, index) => `<h3>${nameOf(line)}</h3>${pictureOf(best[index])}<p>${escapeHtml(line.words)}</p>`))}`
      : `<h2>${title}</h2>${linesOf(lines)}`,
  )
  return render({
    path: null,
    title: `${escapeHtml(account.username)}: ${written.title}`,
    lead: 'What the account published on Pinterest, how it did, and what comes next.',
    body: parts.join('\n'),
    footer: `This link works until ${lastDay.toISOString().slice(0, 10)}. The page is always up to date.`,
  })
}

/** The page of a link that is wrong or has ended, which look the same. */
export const noReportPage = (): string =>
  closedPage(
    'This link doesn’t work',
    'It has ended or is incomplete. Ask the team that sent it for a new one.',
    'A report’s link works for 90 days.',
  )

const nameOf = ({ name = '', href }: ReportLine): string =>
  href === undefined ? escapeHtml(name) : `<a href="${escapeHtml(href)}">${escapeHtml(name)}</a>`

function linesOf(lines: readonly ReportLine[]): string {
  const named = lines.filter(({ name }) => name !== undefined)
  const plain = lines.filter(({ name }) => name === undefined)
  return [
    ...(named.length > 0 ? [terms(...named.map((line): [string, string] => [nameOf(line), escapeHtml(line.words)]))] : []),
    ...plain.map(({ words }) => `<p>${escapeHtml(words)}</p>`),
  ].join('')
}

function pictureOf(pin: BestPin | undefined): string {
  const cover = pin && shownOf(pin.post.media)
  if (!pin || !cover) return ''
  const shown = shownPath(pin.post.organizationId, cover)
  return shown === null
    ? ''
    : `<p><img class="pin" src="${escapeHtml(shown)}" alt="${escapeHtml(pin.post.altText ?? 'The image of the pin')}"></p>`
}
