/** Quote signs in the text behind a verb: some are around what belongs together, others are part of a name. */

const SIGNS = /["“”„'‘’]/g
/** Straight or curved, around the whole of what they quote; within a word they are part of it. */
export const QUOTED = /(?<!\S)(?:["“”„]([^"“”„]*)["“”]|['‘’]([^'‘’]*)['‘’])(?!\S)/g

/** What belongs together is quoted by many, and some keyboards curve the quotes. */
export const unquoted = (words: string): string =>
  words.replace(QUOTED, (_, double?: string, single?: string) => double ?? single ?? '')

export const hasQuoteSigns = (words: string): boolean => words.search(SIGNS) >= 0
export const withoutQuoteSigns = (words: string): string => words.replace(SIGNS, '')
