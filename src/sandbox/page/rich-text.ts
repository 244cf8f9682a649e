/** rich_text blocks, the form of people's own messages. */
import { escape, safeUrl } from './html.js'
import { withEmoji } from './emoji.js'
import type { Reader } from './reader.js'
import { slackDate } from './slack-date.js'

type Style = { bold?: boolean; italic?: boolean; strike?: boolean; code?: boolean }
export type Rich = {
  type: string
  text?: string
  url?: string
  name?: string
  unicode?: string
  user_id?: string
  channel_id?: string
  range?: string
  timestamp?: number
  format?: string
  fallback?: string
  indent?: number
  style?: Style | string
  elements?: Rich[]
}

export const richText = (elements: readonly Rich[], reader: Reader): string =>
  elements.map((each) => richBlock(each, reader)).join('')

function richBlock(block: Rich, reader: Reader): string {
  const inside = (block.elements ?? []).map((each) => richPiece(each, reader)).join('')
  switch (block.type) {
    case 'rich_text_section':
      return `<div>${inside}</div>`
    case 'rich_text_preformatted':
      return `<pre>${inside}</pre>`
    case 'rich_text_quote':
      return `<blockquote>${inside}</blockquote>`
    case 'rich_text_list': {
      const tag = block.style === 'ordered' ? 'ol' : 'ul'
      const items = (block.elements ?? []).map((each) => `<li>${richBlock(each, reader)}</li>`).join('')
      return `<${tag} class="indent-${Math.min(block.indent ?? 0, 4)}">${items}</${tag}>`
    }
    default:
      return inside
  }
}

function richPiece(piece: Rich, reader: Reader): string {
  switch (piece.type) {
    case 'text':
      return styled(breaks(escape(withEmoji(piece.text ?? ''))), piece.style)
    case 'link': {
      const url = safeUrl(piece.url)
      const words = escape(piece.text ?? piece.url ?? '')
      return styled(
        url === undefined ? words : `<a href="${escape(url)}" target="_blank" rel="noopener noreferrer">${words}</a>`,
        piece.style,
      )
    }
    case 'emoji':
      return escape(withEmoji(`:${piece.name ?? ''}:`))
    case 'user':
      return `<span class="mention">@${escape(reader.userName(piece.user_id ?? ''))}</span>`
    case 'channel':
      return `<span class="mention">#${escape(reader.channelName(piece.channel_id ?? ''))}</span>`
    case 'broadcast':
      return `<span class="mention loud">@${escape(piece.range ?? '')}</span>`
    case 'date':
      return escape(slackDate(piece.timestamp ?? 0, piece.format ?? '{date}', reader))
    default:
      return escape(piece.text ?? piece.fallback ?? '')
  }
}

const breaks = (html: string): string => html.replace(/\n/g, '<br>')

function styled(html: string, style: Style | string | undefined): string {
  if (typeof style !== 'object') return html
  const tags = (['code', 'strike', 'italic', 'bold'] as const).filter((name) => style[name])
  const names = { bold: 'b', italic: 'i', strike: 's', code: 'code' }
  return tags.reduce((inside, name) => `<${names[name]}>${inside}</${names[name]}>`, html)
}
