import { randomBytes } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A prefix such as "V" and ten letters or digits, the form of Slack's own ids. */
export const randomId = (prefix: string, length = 10): string =>
  prefix + [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('')

/** A short id for a block or element without one. */
export const randomBlockId = (): string => randomId('', 5)
