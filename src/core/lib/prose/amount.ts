/** Parses amounts in the notations of the world: `1.250,00`, `1,250.00`, `1 250`, `1’250.–`, `1,00,000`, `١٬٢٥٠٫٥٠`. */
import { minorDigits, type Locality } from './money-marks.js'

/** Marks a boundary between two runs of digits that only the page's elements separate: `12<sup>99</sup>`. */
export const JOINT = '\u2063'

const GROUPS_BY_SPACE = /[\s\u2000-\u200a\u202f]/

const DIGITS: ReadonlyMap<string, string> = new Map(
  Intl.supportedValuesOf('numberingSystem').flatMap((system) => {
    const format = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false })
    return [...'0123456789'].flatMap((digit) => {
      const own = format.format(Number(digit))
      return /^\p{Nd}$/u.test(own) && own !== digit ? [[own, digit] as const] : []
    })
  }),
)

/** Converts digits of any script to `0` to `9`. */
export const withPlainDigits = (text: string): string =>
  /[^\x00-\x7f]/.test(text) ? text.replace(/\p{Nd}/gu, (digit) => DIGITS.get(digit) ?? digit) : text

type Signs = { group: string; decimal: string }
const signs = new Map<string, Signs>()

function signsOf({ language, region }: Locality): Signs {
  const locale = region === null ? (language ?? 'en') : `${language ?? 'en'}-${region}`
  let own = signs.get(locale)
  if (!own) {
    const of = (parts: Intl.NumberFormatPart[], type: string) => parts.find((part) => part.type === type)?.value ?? ''
    let parts: Intl.NumberFormatPart[]
    try {
      parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.8)
    } catch {
      parts = []
    }
    own = { group: of(parts, 'group'), decimal: of(parts, 'decimal') }
    if (signs.size > 200) signs.clear()
    signs.set(locale, own)
  }
  return own
}

/** Languages in which a space also separates thousands, although CLDR uses a point. */
const SPACED_TOO: ReadonlySet<string> = new Set(['es', 'ca', 'gl', 'pt', 'it', 'ro', 'sr', 'hr', 'sl', 'de'])

const isGrouped = (whole: string, sign: string): boolean => {
  const parts = whole.split(sign)
  if (!/^[1-9]\d{0,2}$/.test(parts[0]!)) return false
  if (parts.slice(1).every((part) => /^\d{3}$/.test(part))) return true
  return (
    sign === ',' &&
    parts[0]!.length <= 2 &&
    /^\d{3}$/.test(parts.at(-1)!) &&
    parts.slice(1, -1).every((part) => /^\d{2}$/.test(part))
  )
}

/**
 * Returns what an amount can mean: one value when it is clear, several when its separators are ambiguous, none when it is no
 * amount. The currency decides how many digits may follow the decimal sign.
 */
export function readingsOf(written: string, currency: string | null, locality: Locality): number[] {
  const digits = currency === null ? 2 : minorDigits(currency)
  const text = withPlainDigits(written)
    .replace(/[’‘´`ʼ＇]/g, "'")
    .replace(/،/g, ',')
    .replace(/[．]/g, '.')
    .replace(/[，]/g, ',')
  if (text.includes(JOINT)) {
    const bare = text.split(JOINT)
    const [whole = '', rest = ''] = bare
    // cents in small type, or one number in pieces
    if (bare.length !== 2 || rest.length !== digits || digits === 0) return []
    return [
      ...readingsOf(whole, currency, locality).map((one) => Number(`${one}.${rest}`)),
      ...readingsOf(whole + rest, currency, locality),
    ]
  }
  const found = [...text.matchAll(/[^\d]/g)].map(([sign]) => (GROUPS_BY_SPACE.test(sign) ? ' ' : sign))
  const plain = text.replace(/[^\d.,'٫٬·_ ]/g, (sign) => (GROUPS_BY_SPACE.test(sign) ? ' ' : '?'))
  if (!/^\d[\d.,'٫٬·_ ]*$/.test(plain) || !/\d$/.test(plain)) return []
  if (found.length === 0) return sane(Number(plain))
  const last = found.at(-1)!
  const kinds = new Set(found)
  const tail = plain.slice(plain.lastIndexOf(last) + 1)
  const withDecimals = (): number[] => {
    const whole = plain.slice(0, plain.lastIndexOf(last))
    const [group] = kinds.size === 2 ? [...kinds].filter((one) => one !== last) : []
    if (kinds.size > 2 || found.filter((one) => one === last).length > 1) return []
    if (group !== undefined && !isGrouped(whole, group)) return []
    const value = Number(`${group === undefined ? whole : whole.replaceAll(group, '')}.${tail}`)
    const isExact = tail.length <= digits || /^0+$/.test(tail.slice(digits))
    return isExact ? sane(value) : []
  }
  const asWhole = (): number[] => (kinds.size === 1 && isGrouped(plain, last) ? sane(Number(plain.replaceAll(last, ''))) : [])
  if (kinds.size > 1) return /[ '_٬]/.test(last) ? [] : withDecimals()
  if (found.length > 1) return asWhole()
  if (last === '٫') return withDecimals()
  if (/['٬_]/.test(last)) return asWhole()
  const { group, decimal } = signsOf(locality)
  if (last === ' ') {
    const isOwn = GROUPS_BY_SPACE.test(group) || SPACED_TOO.has(locality.language ?? 'en') || !written.includes(' ')
    return isOwn ? asWhole() : []
  }
  if (tail.length !== 3) return withDecimals()
  // such currencies use a point before their three digits even where a point separates thousands
  if (digits >= 3)
    return last === decimal ? withDecimals() : last === group && last !== '.' ? asWhole() : [...asWhole(), ...withDecimals()]
  return asWhole()
}

/** A machine-readable field uses a point as decimal sign; anything else in it is read as people write amounts. */
export function readingsOfField(value: unknown, currency: string | null, locality: Locality): number[] {
  if (typeof value === 'number') return sane(value)
  if (typeof value !== 'string') return []
  const text = value.trim()
  if (/^\d{1,15}(?:\.\d{1,2})?$/.test(text)) return sane(Number(text))
  if (!/^[1-9]\d{0,2}\.\d{3}$/.test(text) && /^\d{1,15}\.\d{3,10}$/.test(text)) return sane(Number(text))
  // "1.250" means 1.25 to a machine, but many who fill in the field mean 1250
  if (/^\d{1,3}\.\d{3}$/.test(text))
    return minorDigits(currency ?? 'EUR') >= 3 ? sane(Number(text)) : [Number(text), Number(text.replace('.', ''))].flatMap(sane)
  return readingsOf(text, currency, locality)
}

const sane = (value: number): number[] => (Number.isFinite(value) && value > 0 && value < 1e12 ? [value] : [])
