/** Emoji as Slack's client sends them: by their codes, even if the character itself was typed. */
import { allEmoji, emojiOf } from '../../../slack/input/emoji.js'

/** Custom emoji of the workspace, which have no Unicode character. */
export const CUSTOM_EMOJI: readonly string[] = ['maple', 'party_parrot']

let codes: ReadonlyMap<string, string> | undefined
/** The first name of each emoji, also for the character without the variation selector. */
function codesByCharacters(): ReadonlyMap<string, string> {
  if (codes) return codes
  const made = new Map<string, string>()
  for (const [name, characters] of allEmoji()) {
    if (!made.has(characters)) made.set(characters, name)
    const bare = characters.replaceAll('\uFE0F', '')
    if (!/^[\x00-\xFF™]$/.test(bare) && !made.has(bare)) made.set(bare, name)
  }
  codes = made
  return made
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Text and the names of emoji in it. */
export type WithNames = ({ text: string } | { name: string })[]

export function emojiIn(typed: string): WithNames {
  const known = codesByCharacters()
  const found: WithNames = []
  const add = (text: string) => {
    const last = found.at(-1)
    if (last && 'text' in last) last.text += text
    else found.push({ text })
  }
  for (const piece of typed.split(/(:[a-z0-9_+'-]+(?:::skin-tone-[2-6](?:-[2-6])?)?:)/)) {
    const name = /^:(.+):$/s.exec(piece)?.[1] ?? ''
    if (emojiOf(name) !== undefined || CUSTOM_EMOJI.includes(name)) found.push({ name })
    else
      for (const { segment } of /\p{Extended_Pictographic}|\p{RI}|\u20E3/u.test(piece)
        ? graphemes.segment(piece)
        : [{ segment: piece }]) {
        const code = known.get(segment)
        if (code === undefined) add(segment)
        else found.push({ name: code })
      }
  }
  return found
}

export const withCodes = (typed: string): string =>
  emojiIn(typed)
    .map((piece) => ('text' in piece ? piece.text : `:${piece.name}:`))
    .join('')

/** An emoji of a rich_text block; only Slack's own have `unicode`. */
export function emojiPiece(name: string): { type: 'emoji'; name: string; unicode?: string } {
  const characters = emojiOf(name)
  if (characters === undefined) return { type: 'emoji', name }
  const unicode = Array.from(characters, (one) => one.codePointAt(0)!.toString(16).padStart(4, '0')).join('-')
  return { type: 'emoji', name, unicode }
}
