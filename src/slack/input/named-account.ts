/** The account that a line of /pin names anywhere: `/pin next @maker`. */
import { clip } from '../../../blocks/kit/kit.js'
import type { Account } from '../../core/accounts/account.js'
import { badRequest } from '../../core/lib/errors.js'

/** `account` undefined: the line names none. */
export type Named<Known> = { account: Known | undefined; rest: string }

/** Matches a word of its own; in quotes it is an ordinary word. `@all` is left to the verbs that can show all accounts. */
const NAME = /(^|\s)@(?!all(?=\s|$))(\S+)(?=\s|$)/i

/** Matches `all` or `all accounts` in front, or `@all` anywhere. */
const ALL = /(?:^\s*all(?: accounts)?|(?:^|\s)@all)(?=\s|$)/i

/** True when the words of a verb request all accounts. */
export const namesAll = (words: string): boolean => ALL.test(words)
export const withoutAll = (words: string): string => words.replace(ALL, ' ').trim()

export const namesAccount = (line: string): boolean => NAME.test(line)

/**
 * Finds the account that the line names by its name, or by a beginning that only its name has.
 * @throws BAD_REQUEST words: there is none, or there are several
 */
export function namedAccount<Known extends Pick<Account, 'username'>>(line: string, accounts: readonly Known[]): Named<Known> {
  const found = NAME.exec(line)
  if (!found) return { account: undefined, rest: line }
  const [whole, , name = ''] = found
  const wanted = name.toLowerCase()
  const begun = accounts.filter(({ username }) => username.toLowerCase().startsWith(wanted))
  const exact = begun.filter(({ username }) => username.toLowerCase() === wanted)
  const [account, another] = exact.length > 0 ? exact : begun
  if (account && !another)
    return { account, rest: `${line.slice(0, found.index)}${line.slice(found.index + whole.length)}`.trim() }
  const names = (begun.length > 1 ? begun : accounts).map(({ username }) => `@${username}`)
  const listed = names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')} and more` : names.join(', ')
  throw badRequest(
    'words',
    begun.length > 1 ? `Which account: ${listed}?` : `Can’t find @${clip(name, MOST_ECHOED)}. Your accounts: ${listed}.`,
  )
}

/** The most accounts that a sentence names. */
const MOST_NAMED = 10
/** The most characters of the typed text that the sentence about it repeats. */
const MOST_ECHOED = 100
