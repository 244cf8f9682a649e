/** Finds the sums of money in a text: each number with all its separators, and the currency beside it. */
import { readingsOf, withPlainDigits } from './amount.js'
import { asMark, isCurrency, type Locality, marksOf, mayMean } from './money-marks.js'

export type FoundMoney = {
  /** The sum as it occurs in the text. */
  text: string
  /** The number without the currency. */
  number: string
  /** What the number can mean: one value when it is clear, none when it cannot be read. */
  amounts: number[]
  /** null: the sign stands for several currencies. */
  currency: string | null
  /** The sign itself, for comparing sums whose currency is unknown. */
  mark: string
  /** True for "from 5" and "5 to 10": the amount is the lowest of several. */
  isFrom: boolean
  /** The end of a range. */
  until: number[]
}

/** A number allows one separator between two digits, and a space only before a possible group of three. */
const NUMBER = /\d(?:\d|\u2063(?=\d)|[.,'’‘´`ʼ＇٫٬،·_．，](?=\d)|[ \u00a0\u2000-\u200a\u202f](?=\d{3}(?!\d)))*/g
/** `1250,-` and `1250.–` have no cents. */
const NO_CENTS = /^\s?[.,:][-–—]{1,2}/
const LONGEST = 9
/** Words before a sum that is not the price: an amount saved, a share, an earlier price. */
const NOT_THE_PRICE_BEFORE =
  /(?:\bsave|\bsaves|you save|spar\w*|saving|\boff|rabatt|ersparnis|économi\w*|ahorr\w*|rispar\w*|bespaar|economi\w*|rrp|msrp|uvp|\bwas|statt|vorher|avant|antes|prima|prix conseillé|list price|compare at|payments? of|installments? of|raten? (?:à|von|zu)|pay in \d{1,2}|\d for|up to|under|bis zu|unter|jusqu['’]à|hasta|fino a|até|zzgl\.?|shipping|versand|\+)[:\s]{0,3}$|\d{1,3}\s?[x×]\s?(?:de |of |à |a |da )?$/iu
const PER_UNIT =
  /^\s{0,2}(?:\/(?!\s?\d)|\/\s?\d{1,4}(?:[.,]\d{1,2})?\s?(?:k?g|m?g|[mc]?l|[mc]?m|oz|lb|pcs|stk|st)\b|(?:per|pro|je|par|por|al|a|an|each|every|monthly|mtl|im)\s(?:month|mes|mois|monat|mese|maand|mês|week|woche|day|tag|year|jahr|kg|kilo|100|meter|m²|liter|litre|l\b|g\b|stunde|hour)|mo\b|monthly\b|mtl\.|off\b|deposit\b|anzahlung\b|rabatt\b|gutschein\b|discount\b|de descuento|de réduction)/iu
const FROM_BEFORE =
  /(?:^|[^\p{L}])(?:from|starting at|starts at|as low as|ab|à partir de|dès|desde|a partir (?:de|da)|da|partire da|vanaf|od|от|від|från|fra|alkaen|från|începând de la|de la|από|tól|‏?من|ابتداءً من|החל מ|starting from)[:\s]{0,3}$/iu
const FROM_AFTER = /^\s{0,2}(?:\+(?!\s?\d)|から|〜|～|起|부터|alkaen|-tól|-től)/u
const BETWEEN = /^\s{0,2}(?:[-–—~〜～]|to|bis|à|au|a|tot|do|till|til|до)\s{0,2}$/iu

type Read = { from: number; to: number; number: string; mark: string | null; markFrom: number; isAfter: boolean }

/**
 * `hint`: the currency that the page names, for a sign shared by several. `isEach`: also returns savings, monthly payments and
 * ends of ranges.
 */
export type MoneyOptions = { hint?: string | null; isEach?: boolean }

export function moneysIn(given: string, locality: Locality, { hint = null, isEach = false }: MoneyOptions = {}): FoundMoney[] {
  const text = tidied(given)
  const marks = marksOf(locality)
  const reads: Read[] = []
  for (const match of text.matchAll(NUMBER)) reads.push(readAt(text, match.index, match[0], marks, reads.at(-1)))
  const moneys: FoundMoney[] = []
  let before: { read: Read; money: FoundMoney | undefined } | undefined
  for (const [at, read] of reads.entries()) {
    const next = reads[at + 1]
    // "38–46 €": the first number shares the sign of the second
    const isBegin = read.mark === null && next !== undefined && next.mark !== null && BETWEEN.test(text.slice(read.to, next.from))
    const isEnd =
      before?.money !== undefined &&
      before.read.mark !== null &&
      BETWEEN.test(text.slice(before.read.to, Math.min(read.from, read.markFrom)))
    const mark = read.mark ?? (isBegin ? next.mark : isEnd ? before!.read.mark : null)
    const start = Math.min(read.from, read.markFrom)
    if (mark === null || (!isEach && isAside(text, start, read, isBegin || isEnd))) {
      before = undefined
      continue
    }
    const currency = meaningOf(mark, marks, hint)
    const amounts = isBroken(text, read, reads[at - 1], next) ? [] : readingsOf(read.number, currency, locality)
    if (!isEach && isEnd && before?.money && (before.money.currency === currency || read.mark === null)) {
      before.money.until = amounts.length === 0 ? [] : amounts
      before.money.isFrom = true
      if (amounts.length === 0) before.money.amounts = []
      before = undefined
      continue
    }
    const isFrom = FROM_BEFORE.test(text.slice(Math.max(0, start - 24), start)) || FROM_AFTER.test(text.slice(read.to))
    const money = { text: text.slice(start, read.to), number: read.number, amounts, currency, mark, isFrom, until: [] }
    moneys.push(money)
    before = { read: { ...read, mark }, money }
  }
  return moneys
}

/** Normalizes spaces as a browser does, and keeps joints only between two digits. */
const tidied = (given: string): string =>
  asMark(withPlainDigits(given))
    .replace(/[^\S\u00a0\u2000-\u200a\u2028]+/g, ' ')
    .replace(/(?<=[\d])\u2063*([.,'’٫٬])\u2063*(?=\d)/g, '$1')
    .replace(/\u2063+/g, '\u2063')
    .replace(/(?<!\d)\u2063|\u2063(?!\d)/g, ' ')
    .replace(/ {2,}/g, ' ')

/** A number that counts thousands or more: `12k`, `2 million`, `3万`. */
const THOUSANDS =
  /^(?:[kmb]|bn|rb)(?![\p{L}\d])|^\s?(?:mn|mio|mrd|tsd|mil|million\p{L}*|milion\p{L}*|billion\p{L}*|thousand|tausend|ribu|jt|juta|lakhs?|crores?|cr|тыс|млн|nghìn|triệu|tỷ)(?!\p{L})|^\s?[千万萬億亿천만억]/iu

/** True when another number is next to it with only a space or its sign between (the two may be one number), or it counts thousands. */
function isBroken(text: string, read: Read, previous: Read | undefined, next: Read | undefined): boolean {
  const isAlone = (between: string) => /^[ \u2009\u2063]{1,2}$/.test(between)
  if (THOUSANDS.test(text.slice(read.from + read.number.length))) return true
  if (read.isAfter && /^ ?\d{2}(?![\d.,])/.test(text.slice(read.to))) return true // "19€99"
  if (previous?.mark === null && /^ \S+ $/.test(text.slice(previous.to, read.from)) && read.markFrom === previous.to + 1)
    return true
  if (read.markFrom === read.from)
    return previous !== undefined && previous.mark === null && isAlone(text.slice(previous.to, read.from))
  return next !== undefined && next.mark === null && isAlone(text.slice(read.to, next.from))
}

/** True for negative sums, shares and monthly payments, which are no prices. */
function isAside(text: string, start: number, read: Read, isInRange: boolean): boolean {
  const before = text.slice(Math.max(0, start - 32), start)
  const after = text.slice(read.to, read.to + 32)
  if (!isInRange && /[-−–]\s?$/.test(before) && !/\d\s?[\p{L}\p{Sc}]{0,3}\s?[-–]\s?$/u.test(before)) return true
  return NOT_THE_PRICE_BEFORE.test(before) || PER_UNIT.test(after) || /^\s?%/.test(after)
}

/** Resolves a mark to its currency. A sign together with a code means the code: `$1,299 CAD`. */
function meaningOf(mark: string, marks: ReadonlyMap<string, string | null>, hint: string | null): string | null {
  const [sign = '', code] = mark.split('\n')
  if (code !== undefined) {
    const own = marks.get(sign)
    return own === code || mayMean(sign, code) ? code : null
  }
  if (hint !== null && mayMean(sign, hint)) return hint
  return marks.get(sign) ?? null
}

function readAt(
  text: string,
  from: number,
  number: string,
  marks: ReadonlyMap<string, string | null>,
  previous: Read | undefined,
): Read {
  const noCents = NO_CENTS.exec(text.slice(from + number.length, from + number.length + 4))?.[0] ?? ''
  const to = from + number.length + noCents.length
  const before = markBefore(text, from, marks, previous?.to ?? 0)
  const after = markAfter(text, to, marks)
  const read = { from, to, number, mark: null, markFrom: from, isAfter: false }
  if (before === 'unknown') return { ...read, mark: null }
  if (before) {
    const isCodeAfter = after !== undefined && after !== 'unknown' && isCurrency(after.mark) && after.mark !== before.mark
    if (isCodeAfter && !/^\s?\d/.test(text.slice(after.to)))
      return { ...read, mark: `${before.mark}\n${after.mark}`, markFrom: before.from, to: after.to }
    return { ...read, mark: before.mark, markFrom: before.from }
  }
  // letters directly before a number: "A4", "x5"
  if (/[\p{L}\p{M}#]$/u.test(text.slice(Math.max(0, from - 1), from))) return read
  if (after === undefined || after === 'unknown') return after === 'unknown' ? { ...read, mark: '?' } : read
  return { ...read, mark: after.mark, to: after.to, isAfter: true }
}

type Mark = { mark: string; from: number; to: number }
/** True for letters of scripts with spaces between words. Letters of other scripts may directly follow a mark: `1,250円から`. */
const isLetter = (character: string | undefined) =>
  character !== undefined &&
  /[\p{L}\p{M}]/u.test(character) &&
  !/[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/u.test(character)
const isSign = (character: string | undefined) => character !== undefined && /\p{Sc}/u.test(character)

/** Finds the longest known mark before the number that is not part of a word or of an unknown sign. */
function markBefore(
  text: string,
  at: number,
  marks: ReadonlyMap<string, string | null>,
  least: number,
): Mark | 'unknown' | undefined {
  let end = at
  while (end > least && at - end < 2 && /[ \u00a0\u202f]/.test(text[end - 1]!)) end--
  for (let length = Math.min(LONGEST, end - least); length > 0; length--) {
    const start = end - length
    const mark = text.slice(start, end)
    if (!marks.has(mark)) continue
    const previous = text[start - 1]
    if (isSign(previous) && start > least) continue
    if (isLetter(mark[0]) && isLetter(previous)) continue
    // "AB$5" is an unknown dollar; "Price€5" is a euro
    if (isSign(mark[0]) && previous !== undefined && /\p{Lu}/u.test(previous)) return { mark: '?', from: start, to: end }
    if (isSign(mark[0]) && isLetter(previous) && marks.get(mark) === null) return { mark: '?', from: start, to: end }
    const code = /(?<![\p{L}])([A-Z]{3})[ \u00a0\u202f]?$/u.exec(text.slice(Math.max(least, start - 5), start))
    if (code && isCurrency(code[1]!) && marks.has(code[1]!) && isSign(mark[0]))
      return { mark: `${mark}\n${code[1]!}`, from: start - code[0].length, to: end }
    if (isSign(mark[0]) && /(?<![\p{L}])\p{Lu}{1,3}[ \u00a0\u202f]$/u.test(text.slice(Math.max(least, start - 5), start)))
      return { mark: '?', from: start, to: end }
    return { mark, from: start, to: end }
  }
  return isSign(text[end - 1]) && end > least ? { mark: '?', from: end - 1, to: end } : undefined
}

function markAfter(text: string, at: number, marks: ReadonlyMap<string, string | null>): Mark | 'unknown' | undefined {
  let start = at
  while (start - at < 2 && /[ \u00a0\u202f]/.test(text[start] ?? '')) start++
  for (let length = Math.min(LONGEST, text.length - start); length > 0; length--) {
    const end = start + length
    const mark = text.slice(start, end)
    if (!marks.has(mark)) continue
    const next = text[end]
    if (isLetter(mark.at(-1)) && isLetter(next)) continue
    if (isSign(mark.at(-1)) && next !== undefined && /[\p{Lu}]/u.test(next)) return { mark: '?', from: start, to: end }
    // "12 $25": the sign belongs to the next number
    if (/^[ \u00a0\u202f]?\d/.test(text.slice(end)) && isSign(mark[0]) && start > at) return undefined
    return { mark, from: start, to: end }
  }
  return isSign(text[start]) ? { mark: '?', from: start, to: start + 1 } : undefined
}
