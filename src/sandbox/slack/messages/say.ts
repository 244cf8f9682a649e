/** A message a person types: links become links, the rest is escaped, as Slack stores it. */
import type { Block } from '../views/block-kit.js'

const LINK = /https?:\/\/[^\s<>|]+[^\s<>|.,;:!?)'"]/g

export const escapeText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export function typedMessage(typed: string): { text: string; blocks: Block[] } {
  const pieces: ({ type: 'text'; text: string } | { type: 'link'; url: string })[] = []
  let text = ''
  let from = 0
  for (const match of typed.matchAll(LINK)) {
    const before = typed.slice(from, match.index)
    if (before !== '') pieces.push({ type: 'text', text: before })
    pieces.push({ type: 'link', url: match[0] })
    text += `${escapeText(before)}<${escapeText(match[0])}>`
    from = match.index + match[0].length
  }
  const rest = typed.slice(from)
  if (rest !== '') pieces.push({ type: 'text', text: rest })
  text += escapeText(rest)
  return {
    text,
    blocks: typed === '' ? [] : [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: pieces }] }],
  }
}
