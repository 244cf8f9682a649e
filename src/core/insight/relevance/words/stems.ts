/**
 * Reduces a word to its forms. A singular is the same thing; a stem may join different things ("organ" and "organizer"). Pure.
 */
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import type { Language } from './languages.js'

/**
 * Stemmers, after restoring endings that they know only with the accents that folding removed, and plurals that they do not know
 * ("luces", "jardins").
 */
const STEMMERS: Readonly<Record<Language, (word: string) => string>> = {
  de: german,
  en: english,
  es: (word) => spanish(word.replace(/ciones$/, 'cion').replace(/z$/, 'c')),
  fr: (word) => french(word.replace(/([eo]u)x$/, '$1')),
  it: (word) => italian(word.replace(/([cg])h(?=[ei]$)/, '$1')),
  nl: (word) => dutch(word.replace(/z(?=en$)/, 's').replace(/v(?=en$)/, 'f')),
  pt: (word) => portuguese(singularInPortuguese(word)),
}

const singularInPortuguese = (word: string): string =>
  word
    .replace(/coes$/, 'cao')
    .replace(/([aeo])is$/, '$1l')
    .replace(/^(alem|c|capit|p)aes$/, '$1ao') // but "mães" are no "mãos"
    .replace(/ns$/, 'm')

const LATIN_WORD = /^[a-z]{3,}$/

/** Returns the stem of a folded word; short words, numbers and words of other scripts unchanged. */
export const stemOf = (word: string, language: Language): string => (LATIN_WORD.test(word) ? STEMMERS[language](word) : word)

/** The canonical form, then its variants: irregular plurals, other spellings, short forms. */
const SAME = `
  shelf shelves, bookshelf bookshelves, knife knives, leaf leaves, wolf wolves, half halves, loaf loaves, scarf scarves, wife wives, life lives
  woman women, womans womens, man men, child children, foot feet, tooth teeth, mouse mice, goose geese, person people, potato potatoes
  tomato tomatoes, hero heroes, cookie cookies, movie movies, brownie brownies, smoothie smoothies, hoodie hoodies, selfie selfies
  color colour colours, gray grey, cozy cosy, jewelry jewellery, organizer organiser organisers, mom mum mums, tire tyre tyres
  donut doughnut doughnuts, yogurt yoghurt, pajama pyjama pyjamas, mustache moustache, center centre, christmas xmas, birthday bday, tv television televisions
  fridge refrigerator refrigerators, bike bicycle bicycles, couch sofa sofas, fall autumn`

const GROUPS = SAME.trim()
  .split(/,|\n/)
  .map((group) => group.trim().split(/\s+/))
const CHIEF: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap(([chief, ...others]) => others.map((other) => [other, chief!] as const)),
)
const OTHERS: ReadonlyMap<string, readonly string[]> = new Map(GROUPS.map(([chief, ...others]) => [chief!, others]))

const NO_PLURAL = /(?:ss|us|is|^news|^lens|^canvas|^christmas)$/
const PLURAL_ES = /(?:ch|sh|ss|x|zz)es$/

/** Returns the singular in its canonical spelling, by English rules, which also serve Spanish, French and Portuguese plurals. */
export function singularOf(word: string): string {
  const chief = CHIEF.get(word)
  if (chief !== undefined || word.length < 4 || !word.endsWith('s') || NO_PLURAL.test(word)) return chief ?? word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.slice(0, PLURAL_ES.test(word) ? -2 : -1)
}

/** Returns the irregular forms of a singular. */
export const otherFormsOf = (singular: string): readonly string[] => OTHERS.get(singular) ?? []
