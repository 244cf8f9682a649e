/** Quote signs in the text after a verb: some group words, others are part of a name. */

const SIGNS = /["“”„'‘’]/g
/** Matches straight or curved quotes around whole words; within a word they belong to it. */
export const QUOTED = /(?<!\S)(?:["“”„]([^"“”„]*)["“”]|['‘’]([^'‘’]*)['‘’])(?!\S)/g

/** Removes quotes that group words; some keyboards curve them. */
export const unquoted = (words: string): string =>
  words.replace(QUOTED, (_, double?: string, single?: string) => double ?? single ?? '')

export const hasQuoteSigns = (words: string): boolean => words.search(SIGNS) >= 0
export const withoutQuoteSigns = (words: string): string => words.replace(SIGNS, '')
