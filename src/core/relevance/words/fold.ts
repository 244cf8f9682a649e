/** One spelling for all of a word's. Pure. */

const MARKS = /[\u0300-\u036f]/g
/** Letters that Unicode does not decompose, as people write them who lack the key. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
const UNDECOMPOSED = /[ßæœøłđðþı]/g

/** Lower case, without accents, wide forms and ligatures made plain. Marks of other scripts stay: there they are letters. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(UNDECOMPOSED, (letter) => PLAIN[letter] ?? letter)
