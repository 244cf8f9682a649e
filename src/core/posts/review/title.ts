/** A title from the name of a file: what a person wrote into it, and nothing of what a camera did. Pure. */
import { TITLE_LENGTH } from '../rules.js'
import { cut } from './words.js'

/** Words that cameras, phones and programs put into names. */
const OF_MACHINES = new Set(
  `img dsc dscn dscf dsf pxl mvimg vid mov gopr gp dji cimg sam scan image images photo photos picture pic foto bild screenshot screen shot bildschirmfoto
  whatsapp whats app unnamed untitled download downloads file video clip fb fbimg signal telegram snapchat export render at am pm uhr um from the of ios android
  capture bildschirmaufnahme recording copy edited`.split(/\s+/),
)
/** What people put behind a name when they work on it; it says nothing of what is shown. */
const OF_WORK =
  /^(?:final|finale?s?|copy|kopie|edit|edited|export|exported|web|hires|lowres|draft|print|small|large|original|new|neu|v\d{1,3}|\d{1,4}x\d{1,4}|\d{1,4}px|\(?\d{1,3}\)?|[@x]\dx?|\d%)$/i
const PLAIN_NUMBER = /^\d+$/
/** A part of a serial number, a date or a fingerprint. */
const isSerial = (word: string): boolean => /\d/.test(word) && !/\p{L}{4,}/u.test(word)

/** @returns null where the name says nothing of what is shown: `IMG_1234.jpg` */
export function titleOfFile(name: string): string | null {
  const words = name
    .normalize('NFC')
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2') // oakShelf
    .split(/[\s_+.~,-]+/u)
    .filter((word) => word !== '')
  if (words.every((word) => OF_MACHINES.has(word.toLowerCase()) || isSerial(word) || !/\p{L}/u.test(word))) return null
  while (words.length > 1 && OF_WORK.test(words.at(-1) ?? '')) words.pop()
  while (words.length > 1 && PLAIN_NUMBER.test(words[0] ?? '') && (words[0] ?? '').startsWith('0')) words.shift() // 01-oak-shelf
  const title = words.join(' ').trim()
  if ((title.match(/\p{L}/gu) ?? []).length < 2) return null
  const [first = ''] = title
  return cut(first.toLocaleUpperCase('en') + title.slice(first.length), TITLE_LENGTH)
}
