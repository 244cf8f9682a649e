/**
 * Reads what people wrote from Slack's encoding: emoji codes, `&amp;`, `<https://a.b|label>`, mentions, and marks of bold and
 * the like in messages. None of these belong in a pin.
 */
import { z } from 'zod'
import { emojiOf, withEmoji } from './emoji.js'
import { findLinks, type FoundLink, without } from './links.js'

/** Undoes the escaping that Slack applies to every text. */
const unescape = (text: string): string => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')

/** Matches Slack's own `<…>`; a person's `<` arrives escaped. */
const FORM = /<([^<>\n]{1,4000})>/g
const partsOf = (form: string): [target: string, label: string | undefined] => {
  const at = form.indexOf('|')
  return at < 0 ? [form, undefined] : [form.slice(0, at), form.slice(at + 1)]
}

/** Reads the words of a command. Marks of bold and the like stay, because Slack does not interpret them there. */
export const readCommandText = (text: string): string =>
  withEmoji(
    unescape(
      text.replace(FORM, (_, form: string) => {
        const [target, label] = partsOf(form)
        if (/^https?:/i.test(target)) return target
        if (/^[@#]/.test(target)) return label === undefined ? '' : `${target.charAt(0)}${label}`
        if (target.startsWith('!')) return label ?? `@${target.slice(1)}`
        return label ?? target.replace(/^(?:mailto|tel):/, '')
      }),
    ),
    'dropped',
  )

/** `words`: the text without addresses, except the words of labelled links. `links`: in their order. */
export type WrittenText = { words: string; links: string[] }

/** A part of the text that is a link; the words of a labelled link stay, and are not searched for addresses. */
type Part = FoundLink & { isLabelled: boolean }

/** A text under construction, and the addresses that Slack marks in it. */
class Draft {
  text = ''
  readonly parts: Part[] = []

  add(text: string): void {
    this.text += text
  }

  /** Starts a line, unless one has just started. */
  newLine(): void {
    if (this.text !== '' && !this.text.endsWith('\n')) this.text += '\n'
  }

  addLink(url: string, label: string | undefined): void {
    if (!/^https?:/i.test(url)) return this.add(label ?? url.replace(/^(?:mailto|tel):/i, ''))
    const isLabelled = label !== undefined && label.trim() !== '' && !isAddress(label, url)
    const start = this.text.length
    if (isLabelled) {
      this.text += label
      this.parts.push({ url, start, end: this.text.length, isLabelled })
      return
    }
    const [read] = findLinks(url) // Slack may have marked more than the address
    this.text += url
    if (read?.start === 0) this.parts.push({ url: read.url, start, end: start + read.end, isLabelled })
  }

  /** Returns the text with all links, also those that Slack did not mark, such as in code. */
  read(): WrittenText {
    const all: Part[] = []
    let from = 0
    const look = (until: number) => {
      for (const { url, start, end } of findLinks(this.text.slice(from, until)))
        all.push({ url, start: from + start, end: from + end, isLabelled: false })
    }
    for (const part of this.parts) {
      look(part.start)
      all.push(part)
      from = part.end
    }
    look(this.text.length)
    return {
      words: without(
        this.text,
        all.filter(({ isLabelled }) => !isLabelled),
      ),
      links: all.map(({ url }) => url),
    }
  }
}

/** True when a link's words are its address: Slack shows `shop.example.com` for `http://shop.example.com`. */
const isAddress = (label: string, url: string): boolean => /^https?:/i.test(label.trim()) || bare(label.trim()) === bare(url)
const bare = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')

const sent = z.object({ text: z.string().nullish(), blocks: z.array(z.unknown()).nullish() })

/** Reads a message as what a pin is made of: its words and its links. */
export const readMessageText = (message: object): WrittenText => draftOf(message).read()

/** Reads a message with its links where they stand. */
export const readWholeMessage = (message: object): string => draftOf(message).text.trim()

/** Reads a message from its rich text blocks, which Slack makes of what a person writes; without such blocks from its text. */
function draftOf(message: object): Draft {
  const { data } = sent.safeParse(message)
  const rich = (data?.blocks ?? []).flatMap((block) => {
    const read = element.safeParse(block)
    return read.data?.type === 'rich_text' ? [read.data] : []
  })
  const draft = new Draft()
  if (rich.length > 0) for (const each of rich) addRich(draft, each, 0)
  else addMarked(draft, data?.text ?? '')
  return draft
}

const element = z.object({
  type: z.string(),
  elements: z.array(z.unknown()).optional(),
  text: z.string().optional(),
  url: z.string().optional(),
  name: z.string().optional(),
  unicode: z.string().optional(),
  skin_tone: z.number().optional(),
  fallback: z.string().optional(),
  value: z.string().optional(),
  style: z.unknown().optional(),
  offset: z.number().optional(),
})
type Element = z.infer<typeof element>

/** The deepest nesting that is read; Slack nests four levels. */
const MOST_DEEP = 8

const elementsOf = ({ elements = [] }: Element): Element[] => elements.flatMap((one) => element.safeParse(one).data ?? [])

/** Adds a block, or a part of one with its own lines. List items lose their bullet, because Pinterest shows no lists. */
function addRich(draft: Draft, block: Element, depth = 0): void {
  if (depth > MOST_DEEP) return
  draft.newLine()
  for (const [index, one] of elementsOf(block).entries()) {
    if (block.type === 'rich_text_list') {
      draft.newLine()
      if (block.style === 'ordered') draft.add(`${(block.offset ?? 0) + index + 1}. `)
      for (const piece of elementsOf(one)) addPiece(draft, piece)
    } else if (one.type.startsWith('rich_text')) addRich(draft, one, depth + 1)
    else addPiece(draft, one)
  }
}

/** Adds a piece of a line. Mentions are left out, because they mean nothing on Pinterest. */
function addPiece(draft: Draft, { type, text = '', url = '', fallback = '', value = '', ...emoji }: Element): void {
  if (type === 'text') draft.add(withEmoji(text, 'kept'))
  else if (type === 'link') draft.addLink(url, text === '' ? undefined : text)
  else if (type === 'emoji') draft.add(emojiIn(emoji))
  else if (type === 'date') draft.add(fallback)
  else if (type === 'color') draft.add(value)
}

/** Returns the characters of an emoji. A workspace's own emoji is a picture and has none. */
function emojiIn({ name = '', unicode = '', skin_tone: tone }: Pick<Element, 'name' | 'unicode' | 'skin_tone'>): string {
  const codes = /^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6}){0,20}$/i.test(unicode)
    ? unicode.split('-').map((code) => parseInt(code, 16))
    : []
  if (codes.length > 0 && codes.every((code) => code <= 0x10ffff)) return String.fromCodePoint(...codes)
  return emojiOf(tone === undefined || name.includes('::') ? name : `${name}::skin-tone-${tone}`) ?? ''
}

/** The mark that replaces code and Slack's `<…>` while the marks around them are read. */
const PARKED = '\uE000'
const WHOLE = /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]{1,4000})>/g

/** Reads mrkdwn, by the rules of Slack's page on it, for messages without blocks. */
function addMarked(draft: Draft, text: string): void {
  const parked: (() => void)[] = []
  const code = (inside: string) => () => draft.add(unescape(inside.replace(/^\n|\n$/g, '')))
  const marked = text.replaceAll(PARKED, '').replace(WHOLE, (_, block?: string, inline?: string, form?: string) => {
    parked.push(form === undefined ? code(block ?? inline ?? '') : () => addForm(draft, form))
    return PARKED
  })
  const plain = withEmoji(unescape(withoutMarks(marked)), 'dropped')
  for (const piece of plain.split(PARKED)) {
    draft.add(piece)
    parked.shift()?.()
  }
}

/**
 * Removes marks at the edges of words only, so that names with underscores and `2*3*4` stay; quotes and bullets only at the
 * start of a line.
 */
function withoutMarks(text: string): string {
  const styled = ['*', '_', '~'].reduce((rest, mark) => rest.replace(styleOf(mark), '$1'), text)
  return styled.replace(/^(?:&gt;)+ ?/gm, '').replace(/^[ \t]{0,40}[•◦▪‣⁃]\uFE0E? ?/gm, '')
}
const styleOf = (mark: string): RegExp => {
  const one = `[${mark}]`
  return new RegExp(`(?<![\\p{L}\\p{N}]|${one})${one}(?=\\S)([^${mark}\\n]*[^${mark}\\s])${one}(?![\\p{L}\\p{N}]|${one})`, 'gu')
}

function addForm(draft: Draft, form: string): void {
  const [target, label] = partsOf(form)
  const words = label === undefined ? undefined : withEmoji(unescape(label), 'dropped')
  if (!/^[@#!]/.test(target)) draft.addLink(unescape(target), words)
  else if (words !== undefined) draft.add(words)
}
