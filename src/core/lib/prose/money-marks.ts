/**
 * Maps signs and abbreviations to currencies, by the language and country of the text: CLDR's own, and the few that shops add.
 */

/** The language and country of a text. */
export type Locality = { language: string | null; region: string | null }

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (code: string): boolean => CODES.has(code)

/** Currency codes that are also common words in capitals. */
const WORDS: ReadonlySet<string> = new Set(['ALL', 'BAM', 'CUP', 'MOP', 'TOP'])

const digitsOf = new Map<string, number>()

/** Returns how many digits follow the decimal sign: 2 for EUR, none for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  let digits = digitsOf.get(currency)
  if (digits === undefined) {
    const format = isCurrency(currency) ? new Intl.NumberFormat('en', { style: 'currency', currency }) : undefined
    digits = format?.resolvedOptions().maximumFractionDigits ?? 2
    digitsOf.set(currency, digits)
  }
  return digits
}

/** Marks that shops use besides CLDR's, in any country. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  '£': 'GBP',
  C$: 'CAD',
  CDN$: 'CAD',
  'CA $': 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  'US $': 'USD',
  U$S: 'USD',
  S$: 'SGD',
  RMB: 'CNY',
  'CN¥': 'CNY',
  'JP¥': 'JPY',
  RD$: 'DOP',
  MXN$: 'MXN',
  Mex$: 'MXN',
  円: 'JPY',
  원: 'KRW',
  đ: 'VND',
  VNĐ: 'VND',
  EURO: 'EUR',
  Euro: 'EUR',
  euro: 'EUR',
  Euros: 'EUR',
  euros: 'EUR',
  eur: 'EUR',
  Eur: 'EUR',
  евро: 'EUR',
  руб: 'RUB',
  'руб.': 'RUB',
  грн: 'UAH',
  'грн.': 'UAH',
  zl: 'PLN',
  zloty: 'PLN',
  złotych: 'PLN',
  reais: 'BRL',
  dollar: 'USD',
  dollars: 'USD',
  dólar: 'USD',
  dólares: 'USD',
  dollari: 'USD',
  yen: 'JPY',
  Franken: 'CHF',
  'ש״ח': 'ILS',
  'ש"ח': 'ILS',
  บาท: 'THB',
}

/** Marks that shops use in one country only. */
const IN_REGION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CH: { Fr: 'CHF', SFr: 'CHF', Sfr: 'CHF', Franken: 'CHF' },
  LI: { Fr: 'CHF', SFr: 'CHF' },
  GB: { pounds: 'GBP' },
  IN: { Rs: 'INR', RS: 'INR', Re: 'INR' },
  LK: { Rs: 'LKR' },
  NP: { Rs: 'NPR', रु: 'NPR' },
  TR: { TL: 'TRY' },
  CN: { 元: 'CNY', '¥': 'CNY' },
  TW: { 元: 'TWD', NT$: 'TWD' },
  HK: { $: 'HKD', 元: 'HKD' },
  RO: { lei: 'RON', Lei: 'RON', LEI: 'RON' },
  MD: { lei: 'MDL' },
  RS: { din: 'RSD', дин: 'RSD' },
  NO: { kr: 'NOK' },
  DK: { kr: 'DKK' },
  KW: { KD: 'KWD' },
  BH: { BD: 'BHD' },
  AE: { Dhs: 'AED', DHS: 'AED', Dh: 'AED', درهم: 'AED' },
  SA: { SR: 'SAR', ريال: 'SAR' },
  QA: { QR: 'QAR', ريال: 'QAR' },
  KE: { KSh: 'KES', Ksh: 'KES' },
  EG: { LE: 'EGP', جنيه: 'EGP', '£': 'EGP' },
  PE: { 'S/.': 'PEN' },
  NI: { C$: 'NIO' },
}

/** Returns the main country of a language, for pages that name no country. */
const regionOf = (language: string): string | undefined => {
  try {
    return new Intl.Locale(language).maximize().region
  } catch {
    return undefined
  }
}

/** Languages that do not determine a country where money is concerned. */
const MANY_COUNTRIES: ReadonlySet<string> = new Set(['en', 'es', 'fr', 'pt', 'de', 'nl', 'ar', 'ms', 'it'])

function symbolOf(locale: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(1)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** Normalizes a mark for lookup: full-width forms and direction marks make no difference. */
export const asMark = (text: string): string =>
  text
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replace(/￥/g, '¥')
    .replace(/＄/g, '$')
    .replace(/￡/g, '£')
    .replace(/￦/g, '₩')
    .replace(/[\u00a0\u202f]/g, ' ')

/** Locales in which CLDR names foreign dollars, pounds and yens: `US$`, `$CA`, `CN¥`, `EG£`. */
const ABROAD = ['en', 'en-AU', 'en-CA', 'fr', 'fr-CA', 'sv', 'es', 'es-AR', 'pt', 'da', 'zh', 'uk', 'ar']
let qualified: Map<string, string | null> | undefined

/** Returns signs combined with letters, valid anywhere; null: the mark means different currencies in different locales. */
function qualifiedMarks(): Map<string, string | null> {
  if (qualified) return qualified
  qualified = new Map()
  const signed = [...CODES].filter((code) => /\p{Sc}/u.test(symbolOf('en', code, 'narrowSymbol')))
  for (const locale of ABROAD)
    for (const [mark, currency] of symbolsIn(locale, 'symbol', signed))
      if (/\p{L}/u.test(mark) && /\p{Sc}/u.test(mark))
        qualified.set(mark, qualified.has(mark) && qualified.get(mark) !== currency ? null : currency)
  return qualified
}

type Marks = ReadonlyMap<string, string | null>

/** Returns the marks of a locale; null: one mark stands for several currencies. */
function symbolsIn(
  locale: string,
  currencyDisplay: 'symbol' | 'narrowSymbol',
  currencies: Iterable<string> = CODES,
): Map<string, string | null> {
  const marks = new Map<string, string | null>()
  for (const currency of currencies) {
    const symbol = asMark(symbolOf(locale, currency, currencyDisplay))
    if (symbol === currency) continue
    for (const mark of new Set([symbol, symbol.replace(/\.$/, '')]))
      marks.set(mark, marks.has(mark) && marks.get(mark) !== currency ? null : currency)
  }
  return marks
}

const known = new Map<string, Marks>()

/** Returns every mark that such a text can contain; null: the mark is known, but stands for several currencies. */
export function marksOf({ language, region }: Locality): Marks {
  const own = language ?? 'en'
  const key = `${own}-${region ?? ''}`
  let marks = known.get(key)
  if (!marks) {
    marks = collect(own, region)
    if (known.size > 200) known.clear()
    known.set(key, marks)
  }
  return marks
}

/** Known marks that determine no currency. A toman is ten rials, so its amount is not read. */
const AMBIGUOUS = [
  'تومان',
  'تومن',
  'kr',
  'kr.',
  'Kr',
  'Rs',
  'Rs.',
  'Fr.',
  '元',
  'lei',
  'din',
  'R',
  'pounds',
  'ريال',
  'Bs',
  'лв',
  'TL',
]

function collect(language: string, given: string | null): Marks {
  const home = given ?? (MANY_COUNTRIES.has(language) ? undefined : regionOf(language))
  const marks = new Map<string, string | null>()
  const add = (from: Iterable<readonly [string, string | null]>) => {
    for (const [mark, currency] of from) marks.set(mark, currency)
  }
  for (const mark of AMBIGUOUS) marks.set(mark, null)
  // letters alone are words in other languages: "5 Ft", "10 KM"
  add([...symbolsIn('en', 'narrowSymbol')].filter(([mark]) => !/^[A-Za-z. ]+$/.test(mark)))
  add(qualifiedMarks())
  add([...symbolsIn('en', 'symbol')].filter(([mark]) => marks.get(mark) !== null || mark === '₩'))
  add(Object.entries(EVERYWHERE))
  const locales = [language, ...(home === undefined ? [] : [...ofRegion(home), `${language}-${home}`])]
  for (const locale of locales) if (isLocale(locale)) add(symbolsIn(locale, 'symbol'))
  for (const [mark, currency] of Object.entries(home === undefined ? {} : (IN_REGION[home] ?? {}))) {
    marks.set(mark, currency)
    if (/^[A-Za-z]/.test(mark)) marks.set(`${mark}.`, currency)
  }
  // a mark that its neighbour uses, too
  if (given === null && language === 'en') marks.set('$', 'USD')
  for (const code of CODES) if (!WORDS.has(code)) marks.set(code, code)
  for (const [mark, currency] of [...marks]) {
    const others =
      /^\p{L}{2,4}\.?$/u.test(mark) && !CODES.has(mark) ? [mark.toUpperCase(), mark.toLowerCase(), capital(mark)] : []
    for (const other of others) if (!marks.has(other)) marks.set(other, currency)
  }
  return marks
}

const capital = (mark: string): string => mark.slice(0, 1).toUpperCase() + mark.slice(1).toLowerCase()

function ofRegion(region: string): string[] {
  try {
    const local = new Intl.Locale(`und-${region}`).maximize()
    return [`en-${region}`, `${local.language}-${local.script ?? ''}-${region}`]
  } catch {
    return []
  }
}

const isLocale = (locale: string): boolean => {
  try {
    return Intl.NumberFormat.supportedLocalesOf([locale]).length > 0
  } catch {
    return false
  }
}

/** Returns the currency of a mark that stands alone, as in its own field; null: none, or one of several. */
export function currencyOf(mark: string, locality: Locality): string | null {
  const bare = asMark(mark).trim()
  const code = bare.toUpperCase()
  if (/^[A-Z]{3}$/.test(code)) return code
  return marksOf(locality).get(bare) ?? null
}

/** True when this currency is written with the mark in some locale: `$` for CAD, kr for SEK. */
export function mayMean(mark: string, currency: string): boolean {
  if (!isCurrency(currency)) return false
  return [symbolOf('en', currency, 'narrowSymbol'), symbolOf('en', currency, 'symbol'), currency].some(
    (one) => asMark(one).replace(/\.$/, '') === mark.replace(/\.$/, ''),
  )
}
