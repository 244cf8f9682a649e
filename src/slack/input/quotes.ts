/** Quote signs in what is typed behind a verb: some stand around what belongs together, others are part of a name. */

const SIGNS = /["“”„'‘’]/g
/** Straight or curved, around the whole of what they stand for; within a word they are part of it. */
export const QUOTED = /(?<!\S)(?:["“”„]([^"“”„]*)["“”]|['‘’]([^'‘’]*)['‘’])(?!\S)/g

/** What belongs together is quoted by many, and some keyboards curve the quotes. */
export const unquoted = (words: string): string =>
  words.replace(QUOTED, (_, double?: string, single?: string) => double ?? single ?? '')

export const hasQuoteSigns = (words: string): boolean => words.search(SIGNS) >= 0
export const withoutQuoteSigns = (words: string): string => words.replace(SIGNS, '')
