/** Folds the spellings of a word into one. Pure. */

const MARKS = /[\u0300-\u036f]/g
/** Letters that Unicode does not decompose, as people without the key write them. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
const UNDECOMPOSED = /[ßæœøłđðþı]/g

/**
 * Lowers case and removes accents, full-width forms and ligatures. Marks of other scripts stay, because they are letters there.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(UNDECOMPOSED, (letter) => PLAIN[letter] ?? letter)
