/**
 * What people wrote, out of what Slack sends of it: codes of emoji, `&amp;`, `<https://a.b|label>`, mentions, and in messages the marks of bold and
 * the like. Nothing of that belongs into a pin.
 */
import { z } from 'zod'
import { emojiOf, withEmoji } from './emoji.js'
import { findLinks, type FoundLink, without } from './links.js'

/** What Slack escapes in every text that it sends. */
const unescape = (text: string): string => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')

/** A `<` is Slack's own: that of a person comes escaped. */
const FORM = /<([^<>\n]{1,4000})>/g
const partsOf = (form: string): [target: string, label: string | undefined] => {
  const at = form.indexOf('|')
  return at < 0 ? [form, undefined] : [form.slice(0, at), form.slice(at + 1)]
}

/** The words of a command, as they were typed. Its marks of bold and the like are kept: Slack does not read them there. */
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

/** `words`: without addresses, but for the words that stand for one. `links`: in their order. */
export type WrittenText = { words: string; links: string[] }

/** A link with words of its own: they stay, and no address is looked for in them. */
type Part = FoundLink & { isLabelled: boolean }

/** A text as it is put together, and the addresses that Slack names in it. */
class Draft {
  text = ''
  readonly parts: Part[] = []

  add(text: string): void {
    this.text += text
  }

  /** Begins a line, unless one has begun. */
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
    const [read] = findLinks(url) // what Slack took for a part of it may be none
    this.text += url
    if (read?.start === 0) this.parts.push({ url: read.url, start, end: start + read.end, isLabelled })
  }

  /** With the addresses that Slack did not mark, as in code. */
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

/** Slack shows `shop.example.com` for `http://shop.example.com`. */
const isAddress = (label: string, url: string): boolean => /^https?:/i.test(label.trim()) || bare(label.trim()) === bare(url)
const bare = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')

const sent = z.object({ text: z.string().nullish(), blocks: z.array(z.unknown()).nullish() })

/** By its blocks, where a person wrote it: Slack has read it there. Else by its text. */
export function readMessageText(message: object): WrittenText {
  const { data } = sent.safeParse(message)
  const rich = (data?.blocks ?? []).flatMap((block) => {
    const read = element.safeParse(block)
    return read.data?.type === 'rich_text' ? [read.data] : []
  })
  const draft = new Draft()
  if (rich.length > 0) for (const each of rich) addRich(draft, each, 0)
  else addMarked(draft, data?.text ?? '')
  return draft.read()
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

/** Slack nests them four deep. */
const MOST_DEEP = 8

const elementsOf = ({ elements = [] }: Element): Element[] => elements.flatMap((one) => element.safeParse(one).data ?? [])

/** A block, or a part of one that stands in lines of its own. Items of a list lose their bullet: Pinterest shows no lists. */
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

/** Mentions are left out: whom it was for is nothing for Pinterest. */
function addPiece(draft: Draft, { type, text = '', url = '', fallback = '', value = '', ...emoji }: Element): void {
  if (type === 'text') draft.add(withEmoji(text, 'kept'))
  else if (type === 'link') draft.addLink(url, text === '' ? undefined : text)
  else if (type === 'emoji') draft.add(emojiIn(emoji))
  else if (type === 'date') draft.add(fallback)
  else if (type === 'color') draft.add(value)
}

/** Slack names the characters of its own; a workspace's own is a picture, which no text can have. */
function emojiIn({ name = '', unicode = '', skin_tone: tone }: Pick<Element, 'name' | 'unicode' | 'skin_tone'>): string {
  const codes = /^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6}){0,20}$/i.test(unicode)
    ? unicode.split('-').map((code) => parseInt(code, 16))
    : []
  if (codes.length > 0 && codes.every((code) => code <= 0x10ffff)) return String.fromCodePoint(...codes)
  return emojiOf(tone === undefined || name.includes('::') ? name : `${name}::skin-tone-${tone}`) ?? ''
}

/** Stands for a form or for code while marks around it are read. */
const PARKED = '\uE000'
const WHOLE = /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]{1,4000})>/g

/** Of a message without blocks that Slack has read: its mrkdwn, by the rules of Slack's own page of it. */
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

/** Signs at the edge of words alone, so that `snake_case` and `2*3*4` stay as they are; quotes and bullets where a line begins. */
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
