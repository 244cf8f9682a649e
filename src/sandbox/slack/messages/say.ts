/**
 * Converts typed text as Slack's client does: emoji to codes, `&` `<` `>` escaped, quotes curved by the keyboard. In messages,
 * links, mentions and styles are parsed and kept as blocks beside the text.
 */
import type { Block } from '../block-kit.js'
import { emojiIn, emojiPiece, withCodes } from './emoji.js'

const LINK = /https?:\/\/[^\s<>|"“”‘’«»`]+/g
/** Punctuation or an emoji code right after a link, which does not belong to it. */
const LAST_BEHIND_LINK = /(?:[.,;:!?)'\]}*~…。、」]|:[a-z0-9_+'-]{1,60}:)$/

export const escapeText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** The people and channels that can be mentioned by name. */
export type Directory = { users: readonly { id: string; name: string }[]; channels: readonly { id: string; name: string }[] }
const NOBODY: Directory = { users: [], channels: [] }

/** Curves quotes as keyboards of phones and Macs do. */
const curved = (text: string): string =>
  text
    .replace(/(^|[\s([{])"/g, '$1“')
    .replace(/"/g, '”')
    .replace(/(^|[\s([{])'/g, '$1‘')
    .replace(/'/g, '’')

/** Converts a command: Slack parses only emoji in it, and links and mentions if the command escapes them. */
export function typedCommand(
  typed: string,
  {
    curvesQuotes = false,
    shouldEscape = false,
    directory = NOBODY,
  }: { curvesQuotes?: boolean; shouldEscape?: boolean; directory?: Directory } = {},
): string {
  const plain = (text: string) => escapeText(withCodes(curvesQuotes ? curved(text) : text))
  if (!shouldEscape)
    return splitByLinks(typed)
      .map(({ text, url }) => (url === undefined ? plain(text) : escapeText(url)))
      .join('')
  return splitByLinks(typed)
    .map(({ text, url }) => {
      if (url !== undefined) return `<${escapeText(url)}>`
      return plain(text).replace(MENTION, (whole, before: string, sign: string, name: string) => {
        const found = mentioned(directory, sign, name)
        return found ? `${before}<${sign}${found.id}|${found.name}>` : whole
      })
    })
    .join('')
}

const MENTION = /(^|[\s(])([@#])([\p{L}\p{N}_.-]*[\p{L}\p{N}_-])/gu
const mentioned = ({ users, channels }: Directory, sign: string, name: string) =>
  (sign === '@' ? users : channels).find((one) => one.name.toLowerCase() === name.toLowerCase())

function behindLink(whole: string): string {
  let end = whole.length
  for (;;) {
    const [last] = LAST_BEHIND_LINK.exec(whole.slice(Math.max(0, end - 64), end)) ?? []
    if (last === undefined) return whole.slice(end)
    end -= last.length
  }
}

function splitByLinks(typed: string): { text: string; url?: string }[] {
  const found: { text: string; url?: string }[] = []
  let from = 0
  for (const match of typed.matchAll(LINK)) {
    const whole = match[0]
    const behind = behindLink(whole)
    const isPaired = behind.startsWith(')') && whole.includes('(')
    const url = isPaired ? whole.slice(0, whole.length - behind.length + 1) : whole.slice(0, whole.length - behind.length)
    if (match.index > from) found.push({ text: typed.slice(from, match.index) })
    found.push({ text: url, url })
    from = match.index + url.length
  }
  if (from < typed.length) found.push({ text: typed.slice(from) })
  return found
}

type Style = { bold?: true; italic?: true; strike?: true; code?: true }
type Piece = { type: string; style?: Style; [key: string]: unknown }
type Read = { text: string; pieces: Piece[] }
type Reading = { curvesQuotes: boolean; directory: Directory }

const STYLES = { '*': 'bold', _: 'italic', '~': 'strike' } as const
const STYLED = /(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/u
const styleOf = (style: Style): { style?: Style } => (Object.keys(style).length > 0 ? { style } : {})

/** Parses one line, or the text inside a style's marks. */
function readLine(line: string, style: Style, reading: Reading): Read {
  const code = /`([^`\n]+)`/.exec(line)
  if (code)
    return join(
      readLine(line.slice(0, code.index), style, reading),
      { text: `\`${escapeText(code[1]!)}\``, pieces: [{ type: 'text', text: code[1]!, style: { ...style, code: true } }] },
      readLine(line.slice(code.index + code[0].length), style, reading),
    )
  const styled = STYLED.exec(line)
  if (styled) {
    const [whole, mark = '', inside = ''] = styled
    const read = readLine(inside, { ...style, [STYLES[mark as keyof typeof STYLES]]: true }, reading) // the pattern matches only these marks
    return join(
      readLine(line.slice(0, styled.index), style, reading),
      { text: `${mark}${read.text}${mark}`, pieces: read.pieces },
      readLine(line.slice(styled.index + whole.length), style, reading),
    )
  }
  return join(
    ...splitByLinks(line).map(({ text, url }) => (url === undefined ? readPlain(text, style, reading) : readLink(url, style))),
  )
}

const readLink = (url: string, style: Style): Read => ({
  text: `<${escapeText(url)}>`,
  pieces: [{ type: 'link', url, ...styleOf(style) }],
})

function readPlain(typed: string, style: Style, { curvesQuotes, directory }: Reading): Read {
  const reads: Read[] = []
  const words = (text: string) => {
    for (const piece of emojiIn(curvesQuotes ? curved(text) : text))
      reads.push(
        'text' in piece
          ? { text: escapeText(piece.text), pieces: [{ type: 'text', text: piece.text, ...styleOf(style) }] }
          : { text: `:${piece.name}:`, pieces: [{ ...emojiPiece(piece.name), ...styleOf(style) }] },
      )
  }
  let from = 0
  for (const match of typed.matchAll(MENTION)) {
    const [whole, before = '', sign = '', name = ''] = match
    const found = mentioned(directory, sign, name)
    const isLoud = sign === '@' && ['here', 'channel', 'everyone'].includes(name)
    if (!found && !isLoud) continue
    words(typed.slice(from, match.index + before.length))
    from = match.index + whole.length
    if (isLoud) reads.push({ text: `<!${name}>`, pieces: [{ type: 'broadcast', range: name }] })
    else if (sign === '@') reads.push({ text: `<@${found!.id}>`, pieces: [{ type: 'user', user_id: found!.id }] })
    else reads.push({ text: `<#${found!.id}|${found!.name}>`, pieces: [{ type: 'channel', channel_id: found!.id }] })
  }
  words(typed.slice(from))
  return join(...reads)
}

const join = (...reads: Read[]): Read => ({
  text: reads.map(({ text }) => text).join(''),
  pieces: reads.flatMap(({ pieces }) => pieces),
})

type Element = { type: string; elements: unknown[]; [key: string]: unknown }
const section = (pieces: Piece[]): Element => ({ type: 'rich_text_section', elements: pieces })

/** Line prefixes and the kind of block they make. */
const LINES = [
  { is: /^> ?/, kind: 'quote' },
  { is: /^[-•] /, kind: 'bullet' },
  { is: /^\d+\. /, kind: 'ordered' },
] as const
type Kind = (typeof LINES)[number]['kind'] | 'plain'

/** Converts a message to its text and the block that Slack makes of it. */
export function typedMessage(
  typed: string,
  { curvesQuotes = false, directory = NOBODY }: Partial<Reading> = {},
): { text: string; blocks: Block[] } {
  if (typed === '') return { text: '', blocks: [] }
  const reading = { curvesQuotes, directory }
  const texts: string[] = []
  const elements: Element[] = []
  for (const [index, part] of typed.split('```').entries()) {
    const isCode = index % 2 === 1 && index < typed.split('```').length - 1
    if (isCode) {
      texts.push(`\`\`\`${escapeText(part)}\`\`\``)
      elements.push({ type: 'rich_text_preformatted', elements: [{ type: 'text', text: part.replace(/^\n|\n$/g, '') }] })
    } else if (part !== '') {
      const read = readLines(part, reading)
      texts.push(read.text)
      elements.push(...read.elements)
    }
  }
  return { text: texts.join(''), blocks: [{ type: 'rich_text', elements: elements as NonNullable<Block['elements']> }] }
}

function readLines(part: string, reading: Reading): { text: string; elements: Element[] } {
  const texts: string[] = []
  const elements: Element[] = []
  let before: Kind | undefined
  for (const line of part.split('\n')) {
    const found = LINES.find(({ is }) => is.test(line))
    const kind: Kind = found?.kind ?? 'plain'
    const { text, pieces } = readLine(found ? line.replace(found.is, '') : line, {}, reading)
    const last = elements.at(-1)
    const mark = found?.is.exec(line)?.[0] ?? ''
    texts.push(`${kind === 'quote' ? '&gt; ' : kind === 'bullet' ? '• ' : mark}${text}`)
    if (kind === before && last && (kind === 'plain' || kind === 'quote'))
      last.elements.push({ type: 'text', text: '\n' }, ...pieces)
    else if (kind === before && last) last.elements.push(section(pieces))
    else if (kind === 'plain') elements.push(section(pieces))
    else if (kind === 'quote') elements.push({ type: 'rich_text_quote', elements: pieces })
    else elements.push({ type: 'rich_text_list', style: kind, indent: 0, border: 0, elements: [section(pieces)] })
    before = kind
  }
  return { text: texts.join('\n'), elements }
}
