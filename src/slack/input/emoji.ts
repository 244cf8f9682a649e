/** Slack's emoji codes: commands and messages arrive with `:tada:` for a typed 🎉. */
import { readFileSync } from 'node:fs'
import { findLinks } from './links.js'

/** Names, plain characters, and the characters with 1 (and 2) in place of skin tones, if any; scripts/emoji.mjs writes them. */
type Row = [names: string, plain: string, oneTone?: string, twoTones?: string]
const rows = JSON.parse(readFileSync(new URL('./emoji.json', import.meta.url), 'utf8')) as Row[] // a test compares it with the package

const BY_NAME = new Map(rows.flatMap((row): [string, Row][] => row[0].split(' ').map((name): [string, Row] => [name, row])))
/** The characters of `skin-tone-2` to `skin-tone-6`. */
export const TONES = ['\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'] as const
const toneOf = (number: string | undefined): string | undefined => TONES[Number(number) - 2]

/**
 * @param name without its colons: `tada`, `wave::skin-tone-3`, `handshake::skin-tone-2-5`
 * @returns undefined: it is not one of Slack's own
 */
export function emojiOf(name: string): string | undefined {
  const [, base = '', first, second] = /^(.*?)(?:::skin-tone-([2-6])(?:-([2-6]))?)?$/.exec(name) ?? []
  const [, plain, one, two] = BY_NAME.get(base) ?? []
  const [tone, other] = [toneOf(first), toneOf(second)]
  if (plain === undefined || tone === undefined) return plain
  if (two && ((other !== undefined && other !== tone) || !one)) return two.replace('1', tone).replace('2', other ?? tone)
  return one ? one.replaceAll('1', tone) : `${plain}${tone}`
}

/** Yields every code with its characters, tones included, for the stand-in of Slack. */
export function* allEmoji(): Generator<[name: string, characters: string]> {
  for (const [names, plain, one, two] of rows)
    for (const name of names.split(' ')) {
      yield [name, plain]
      const coded = TONES.map((_, index) => `${name}::skin-tone-${index + 2}`)
      if (one || two) for (const each of coded) yield [each, emojiOf(each) ?? plain]
      if (!two) continue
      const paired = coded.flatMap((each) => TONES.map((_, index) => `${each}-${index + 2}`))
      for (const each of paired) if (each.at(-1) !== each.at(-3) || !one) yield [each, emojiOf(each) ?? plain]
    }
}

const NAME = "[\\p{Ll}\\p{Lo}\\p{M}\\p{N}_+'-]"
/** Matches a code from its first colon to its last. Names of emoji have at most 100 characters. */
const CODE = new RegExp(`:(${NAME}{1,100}(?:::skin-tone-[2-6](?:-[2-6])?)?):`, 'uy')
const WORD = /[\p{L}\p{N}]/u

/**
 * Replaces codes with their emoji; addresses and what may be something else (`10:30:45`, `a:b:c`) stay. A code that only a
 * workspace knows is dropped with its space, or kept where the text may be anything.
 */
export function withEmoji(text: string, custom: 'dropped' | 'kept'): string {
  if (!text.includes(':')) return text
  let result = ''
  let from = 0
  for (const { start, end } of findLinks(text)) {
    const whole = text.slice(start, text[end] === ':' ? end + 1 : end) // a colon at its end is not part of the address
    const until = Math.min(end, start + whole.length - codesAtEnd(whole).length)
    result += decoded(text.slice(from, start), custom) + text.slice(start, until)
    from = until
  }
  return result + decoded(text.slice(from), custom)
}

/** The longest code: a name with its tones and colons. */
const MOST_CODE = 140

/** Finds the codes at the end of an address: Slack writes `https://a.b/c:tada:` if an emoji follows directly. */
function codesAtEnd(address: string): string {
  let end = address.length
  for (;;) {
    const [code = '', name = ''] =
      /:([a-z0-9_+'-]{1,100}(?:::skin-tone-[2-6](?:-[2-6])?)?):$/.exec(address.slice(Math.max(0, end - MOST_CODE), end)) ?? []
    if (emojiOf(name) === undefined || isUnsure(name)) return address.slice(end)
    end -= code.length
  }
}

function decoded(text: string, custom: 'dropped' | 'kept'): string {
  let result = ''
  let from = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', Math.max(at + 1, from))) {
    CODE.lastIndex = at
    const [code, name = ''] = CODE.exec(text) ?? []
    if (code === undefined) continue
    const end = at + code.length
    const isBegun = WORD.test(text.slice(Math.max(from, at - 1), at))
    const goesOn = WORD.test(text.slice(end, end + 1))
    const emoji = emojiOf(name)
    const before = text.slice(from, at)
    if (emoji !== undefined) {
      if (isBegun && goesOn && isUnsure(name)) continue
      result += before + emoji
    } else {
      if (custom === 'kept' || isBegun || goesOn || !mayBeCustom(name)) continue
      result += before.endsWith(' ') ? before.slice(0, -1) : before
    }
    from = end
  }
  return result + text.slice(from)
}

const mayBeCustom = (name: string): boolean => /\p{L}[^\p{L}]*\p{L}/u.test(name)
/** True for names that within a word are as often letters or numbers: `a:b:c`, `1:100:2`. */
const isUnsure = (name: string): boolean => name.length <= 2 || /^\d+$/.test(name)
