/** Converts number words to figures: "twenty percent" to 20 percent, "fünfundzwanzig" to 25. Pure. */
import { DRAFT_LANGUAGES, type DraftLanguage } from './phrases.js'

/**
 * The words of each language for 2 to 19 and the tens, without those that are also common words ("one", French "neuf", Italian
 * "sei"). `hundred`, `thousand` and `million` multiply what precedes them.
 */
type Numerals = { ones: string; tens: string; others: string; hundred: string; thousand: string; million: string; and: string }

const NUMERALS: Readonly<Record<DraftLanguage, Numerals>> = {
  en: {
    ones: 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    others: 'dozen:12 dozens:12',
    hundred: 'hundred hundreds',
    thousand: 'thousand thousands',
    million: 'million millions',
    and: 'and',
  },
  de: {
    ones: 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    others: 'dutzend:12 dutzende:12 dreissig:30',
    hundred: 'hundert hunderte',
    thousand: 'tausend tausende',
    million: 'million millionen',
    and: 'und',
  },
  es: {
    ones: 'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    others:
      'veintiuno:21 veintidós:22 veintitrés:23 veinticuatro:24 veinticinco:25 veintiséis:26 veintisiete:27 veintiocho:28 veintinueve:29 docena:12 docenas:12 doscientos:200 trescientos:300 quinientos:500',
    hundred: 'cien ciento cientos',
    thousand: 'mil miles',
    million: 'millón millones',
    and: 'y',
  },
  fr: {
    ones: 'deux trois quatre cinq six sept huit - dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix',
    others: 'douzaine:12 quinzaine:15 vingtaine:20 quatre-vingt:80',
    hundred: 'cent cents',
    thousand: 'mille milliers',
    million: 'million millions',
    and: 'et',
  },
  it: {
    ones: 'due tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    others: 'ventuno:21 ventotto:28 dozzina:12 ventina:20',
    hundred: 'cento centinaia',
    thousand: 'mille mila migliaia',
    million: 'milione milioni',
    and: 'e',
  },
  nl: {
    ones: 'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    others: 'dozijn:12',
    hundred: 'honderd honderden',
    thousand: 'duizend duizenden',
    million: 'miljoen miljoenen',
    and: 'en',
  },
  pt: {
    ones: 'dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    others: 'duas:2 dúzia:12 dúzias:12 dezena:10 dezenas:10',
    hundred: 'cem cento centenas',
    thousand: 'mil milhares',
    million: 'milhão milhões',
    and: 'e',
  },
}

type Known = { values: ReadonlyMap<string, number>; times: ReadonlyMap<string, number>; and: string }

const READ: Readonly<Record<DraftLanguage, Known>> = Object.fromEntries(
  DRAFT_LANGUAGES.map((language) => [language, knownOf(language)]),
) as Record<DraftLanguage, Known>

function knownOf(language: DraftLanguage): Known {
  const { ones, tens, others, hundred, thousand, million, and } = NUMERALS[language]
  const values = new Map<string, number>()
  const small = ones.split(' ').map((word, at) => [word, at + 2] as const)
  const large = tens.split(' ').map((word, at) => [word, (at + 2) * 10] as const)
  for (const [word, value] of [...small, ...large]) if (word !== '-') values.set(word, value)
  for (const [ten, value] of large)
    for (const [one, less] of [['ein', 1] as const, ...small.slice(0, 8)]) {
      if (language === 'de') values.set(`${one}und${ten}`, value + less)
      if (language === 'nl') values.set(`${one === 'ein' ? 'een' : one}${/e$/.test(one) ? 'ën' : 'en'}${ten}`, value + less)
      if (language === 'it' && less > 1) values.set(`${/^otto/.test(one) ? ten.slice(0, -1) : ten}${one}`, value + less)
    }
  for (const other of others.split(' ')) {
    const [word = '', value] = other.split(':')
    values.set(word, Number(value))
  }
  const times = new Map<string, number>()
  for (const [words, value] of [
    [hundred, 100],
    [thousand, 1_000],
    [million, 1_000_000],
  ] as const)
    for (const word of words.split(' ')) times.set(word, value)
  if (language === 'de' || language === 'nl')
    for (const [word, value] of small.slice(0, 8)) {
      values.set(`${word}${hundred.split(' ')[0]}`, value * 100)
      values.set(`${word}${thousand.split(' ')[0]}`, value * 1_000)
    }
  return { values, times, and }
}

const WORD = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu

/**
 * Returns the text with number words as figures. A lone "one" or "a" is not read as a number; adjacent parts ("two hundred and
 * fifty", "twenty-five", "cuarenta y dos") form one.
 */
export function inFigures(text: string, language: DraftLanguage): string {
  const { values, times, and } = READ[language]
  const valueOf = (word: string): number | undefined => {
    const whole = values.get(word)
    if (whole !== undefined) return whole
    const [ten, one, ...more] = word.split('-')
    const sum = (values.get(ten ?? '') ?? Number.NaN) + (one === 'one' ? 1 : (values.get(one ?? '') ?? Number.NaN))
    return more.length === 0 && sum > 20 && sum < 100 ? sum : undefined
  }
  const words = [...text.matchAll(WORD)]
  let figures = ''
  let from = 0
  for (let at = 0; at < words.length; at++) {
    const start = words[at]!
    let [total, part, end, next] = [0, 0, at, at]
    let isNumber = false
    for (; next < words.length; next++) {
      const word = words[next]![0].toLowerCase()
      const gap = next === at ? '' : text.slice(words[next - 1]!.index + words[next - 1]![0].length, words[next]!.index)
      if (!/^\s?$/.test(gap)) break
      const value = valueOf(word)
      const factor = times.get(word)
      if (
        value !== undefined &&
        (part === 0 || (part % 100 === 0 && value < 100) || (part % 10 === 0 && part >= 20 && value < 10))
      ) {
        part += value
      } else if (factor !== undefined) {
        if (factor === 100) part = Math.max(1, part) * 100
        else [total, part] = [total + Math.max(1, part) * factor, 0]
      } else if (word === and && isNumber) continue
      else break
      isNumber = true
      end = next
    }
    if (!isNumber) continue
    const last = words[end]!
    figures += `${text.slice(from, start.index)}${total + part}`
    from = last.index + last[0].length
    at = end
  }
  return figures + text.slice(from)
}
