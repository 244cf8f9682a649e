/** Renders Slack's mrkdwn as HTML. Text of people is escaped (`&lt;`), so a bare `<` is always one of Slack's own forms. */
import { withEmoji } from './emoji.js'
import { escape, safeUrl } from '../html.js'
import type { Reader } from './reader.js'
import { slackDate } from './slack-date.js'

const unescape = (text: string): string => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')
const shownText = (text: string): string => escape(withEmoji(unescape(text)))
// Finished pieces are replaced by characters of the private use area, so that no later step parses them.
const PARKED = /\uE000(\d+)\uE001/g
/** A date form without a date token: its fallback is plain text, even with mrkdwn marks. */
const NO_DATE = /<!date\^\d+\^(?![^|<>]*\{(?:date|time|ago|day))[^|<>]*\|([^<>\n]*)>/g
const LETTER = '[\\p{L}\\p{N}]'

export function mrkdwn(text: string, reader: Reader): string {
  const parked: string[] = []
  const park = (html: string): string => `\uE000${parked.push(html) - 1}\uE001`
  const special = text
    .replace(/[\uE000\uE001]/g, '')
    .replace(NO_DATE, (_, fallback: string) => park(escape(fallback)))
    .replace(/```\n?([\s\S]+?)```/g, (_, code: string) => park(`<pre>${escape(unescape(code))}</pre>`))
    .replace(/`([^`\n]+)`/g, (_, code: string) => park(`<code>${escape(unescape(code))}</code>`))
    .replace(/<([^<>\n]+)>/g, (_, inside: string, offset: number, whole: string) =>
      park(specialForm(inside, reader, /(?:^|\n)(?:[*_~]|[^\S\n])*$/.test(whole.slice(0, offset)))),
    )
  const styled = ['*b', '_i', '~s'].reduce((html, [mark = '', tag = '']) => emphasise(html, mark, tag), shownText(special))
  const lines = styled.split('\n').map((line) => {
    const quoted = /^&gt; ?(.*)$/.exec(line)
    return quoted ? `<blockquote>${quoted[1] ?? ''}</blockquote>` : line
  })
  return lines
    .join('<br>')
    .replace(/<\/blockquote><br>/g, '</blockquote>')
    .replace(PARKED, (_, index: string) => parked[Number(index)] ?? '')
}

/** Matches marks only at the edge of a word, so "snake_case" and "2*3*4" stay unchanged. */
function emphasise(html: string, mark: string, tag: string): string {
  const one = `[${mark}]`
  const form = new RegExp(`(?<!${LETTER}|${one})${one}(?=\\S)([^${mark}\\n]*?[^${mark}\\s])${one}(?!${LETTER}|${one})`, 'gu')
  return html.replace(form, `<${tag}>$1</${tag}>`)
}

function specialForm(inside: string, reader: Reader, isFirst: boolean): string {
  const [target = '', label] = splitOnce(inside, '|')
  if (target.startsWith('@')) return `<span class="mention">@${escape(label ?? reader.userName(target.slice(1)))}</span>`
  if (target.startsWith('#')) return `<span class="mention">#${escape(label ?? reader.channelName(target.slice(1)))}</span>`
  if (target.startsWith('!date^')) return dateForm(target, label, reader, isFirst)
  if (target.startsWith('!')) return `<span class="mention loud">@${escape(label ?? target.slice(1).split('^')[0] ?? '')}</span>`
  const url = safeUrl(unescape(target))
  const words = shownText(label ?? target.replace(/^mailto:/, ''))
  return url === undefined ? words : `<a href="${escape(url)}" target="_blank" rel="noopener noreferrer">${words}</a>`
}

/** Writes "today" within a sentence and "Today" at its beginning. */
function dateForm(target: string, fallback: string | undefined, reader: Reader, isFirst: boolean): string {
  const [, seconds = '', format = '', link] = target.split('^')
  if (!/^\d+$/.test(seconds) || format === '') return shownText(fallback ?? target)
  const words = slackDate(Number(seconds), format, reader)
  const shown = escape(isFirst ? words.charAt(0).toUpperCase() + words.slice(1) : words)
  const url = safeUrl(link)
  const time = `<time datetime="${new Date(Number(seconds) * 1000).toISOString()}">${shown}</time>`
  return url === undefined ? time : `<a href="${escape(url)}" target="_blank" rel="noopener noreferrer">${time}</a>`
}

function splitOnce(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at)
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}

/** Renders a text object: mrkdwn is parsed, plain_text is not. */
export function renderText(text: { type: string; text: string } | undefined, reader: Reader): string {
  if (!text) return ''
  return text.type === 'mrkdwn' ? mrkdwn(text.text, reader) : escape(withEmoji(text.text)).replace(/\n/g, '<br>')
}
