/** When two pictures are the same one in another size, format or quality, by their prints. */
import type { Sql } from '../ports/deps.js'

/** The most differing bits out of 128. Another size, format or quality differs in at most 5; another crop in more. */
const MOST_BITS = 8
/** The most difference of each colour, 0 to 255. Slightly brighter is 8; a product in two colours, as in shops, 14 and more. */
const MOST_TINT = 12

export type Print = Record<'print' | 'red' | 'green' | 'blue', ReturnType<Sql>>

/** True when both prints are of the same picture; null where one is missing. */
export const isAlike = (sql: Sql, one: Print, other: Print) => sql`(
  bit_count(${one.print} # ${other.print}) <= ${MOST_BITS}::int
  and greatest(abs(${one.red} - ${other.red}), abs(${one.green} - ${other.green}), abs(${one.blue} - ${other.blue})) <= ${MOST_TINT}::int)`

/** The print of a row of `media_prints`, by its alias. */
export const printOf = (sql: Sql, alias: string): Print => ({
  print: sql`${sql(alias)}.print`,
  red: sql`${sql(alias)}.red`,
  green: sql`${sql(alias)}.green`,
  blue: sql`${sql(alias)}.blue`,
})
