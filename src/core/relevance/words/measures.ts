/** Joins numbers and their units to one word, so that "10 W", "10-watt" and "10w" agree and "10 W" and "12 W" do not. Pure. */

const SPELLINGS = {
  in: 'in inch inches zoll',
  ft: 'ft feet foot',
  cm: 'cm centimeter centimeters centimetre centimetres',
  mm: 'mm millimeter millimeters millimetre millimetres',
  m: 'm meter meters metre metres',
  kg: 'kg kilo kilos',
  g: 'g gr gram grams',
  lb: 'lb lbs pound pounds',
  oz: 'oz ounce ounces',
  ml: 'ml',
  l: 'l liter liters litre litres',
  w: 'w watt watts',
  v: 'v volt volts',
  mah: 'mah',
  mb: 'mb',
  gb: 'gb',
  tb: 'tb',
  hz: 'hz',
  ghz: 'ghz',
  mp: 'mp megapixel megapixels',
}

const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([unit, spellings]) => spellings.split(' ').map((spelling) => [spelling, unit] as const)),
)

/** Turns "10 w" and "10 watt" into "10w", "1,000" into "1000", "3,5" into "3.5"; other words stay. */
export function joinMeasures(words: string[]): string[] {
  if (!hasNumber(words)) return words
  const joined: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const end = endOfNumber(word)
    if (end === 0) joined.push(word)
    else if (end < word.length) joined.push(plainNumber(word.slice(0, end)) + (UNITS.get(word.slice(end)) ?? word.slice(end)))
    else {
      const unit = unitAt(words, at + 1)
      joined.push(plainNumber(word) + (unit ?? ''))
      if (unit !== undefined) at++
    }
  }
  return joined
}

const isDigit = (code: number) => code >= 48 && code <= 57
const startsWithDigit = (word: string) => isDigit(word.charCodeAt(0))

function hasNumber(words: readonly string[]): boolean {
  for (const word of words) if (startsWithDigit(word)) return true
  return false
}

/** Returns the end of the leading digits, points and commas; 0 when the word begins with none. */
function endOfNumber(word: string): number {
  if (!startsWithDigit(word)) return 0
  let end = 1
  for (let code = word.charCodeAt(end); isDigit(code) || code === 44 || code === 46; code = word.charCodeAt(end)) end++ // , and .
  return end
}

const plainNumber = (digits: string) =>
  digits.includes(',') ? digits.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.') : digits

/**
 * Returns the unit. "2 in 1" and "5 in a row" are no inches: "in" counts only at the end or before a word that is no number and
 * no article.
 */
function unitAt(words: readonly string[], at: number): string | undefined {
  const word = words[at]
  const unit = word === undefined ? undefined : UNITS.get(word)
  return unit === 'in' && word === 'in' && /^(?:\d.*|a|the|my|your|stock)$/.test(words[at + 1] ?? '') ? undefined : unit
}
