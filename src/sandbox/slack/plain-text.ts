/** Compares text that a person names with text on the screen. */
import type { Block, Element } from './block-kit.js'
import { wordsOf } from './block-kit.js'

/** Ignores case, white space, emoji, curved quotes and Slack's escapes. */
export function plain(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/:[a-z0-9_+-]+:/g, ' ')
    .replace(/\p{Extended_Pictographic}\uFE0F?/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Like `plain`, but without the marks of mrkdwn: `*Title*` becomes "title". */
export const unmarked = (text: string): string =>
  plain(text.replace(/<([^<|>]+)\|([^<>]+)>/g, '$2').replace(/(^|[\s(])[*_~`]+|(?<![*_~`])[*_~`]+(?=$|[\s).,:;])/gm, '$1'))

/** All texts inside a block, as one lower-case line. */
export function readingOf(value: unknown): string {
  const words: string[] = []
  collect(value, words)
  return plain(words.join(' \n '))
}

const READ = new Set(['text', 'alt_text', 'title', 'label', 'subtitle', 'body'])
function collect(value: unknown, into: string[]): void {
  if (Array.isArray(value)) for (const each of value) collect(each, into)
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) {
      if (typeof each === 'string') {
        if (READ.has(key)) into.push(each)
      } else collect(each, into)
    }
}

/** The names by which a person may call an element. */
export function namesOf(block: Block, element: Element): string[] {
  const own = [wordsOf(element.text), element.accessibility_label ?? '', wordsOf(block.label), element.placeholder?.text ?? '']
  const beside = block.accessory === element ? [wordsOf(block.text), wordsOf(block.text).split('\n')[0] ?? ''] : []
  return [...own, ...beside].flatMap((name) => [plain(name), unmarked(name)]).filter((name) => name !== '')
}
