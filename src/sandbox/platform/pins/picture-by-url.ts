/**
 * Reads pictures of the simulated platform by their addresses. They are on this machine, from which only the sandbox may fetch.
 */
import { parseUrl } from '../../../core/lib/http/parse-url.js'
import type { Sql } from '../../../core/ports/deps.js'
import { ROOT } from '../wire.js'

const PATH = new RegExp(`^${ROOT}/pictures/(\\d+)(?:/(\\d+))?$`)

/**
 * @param baseUrl of the simulated platform
 * @returns undefined for any other address
 */
export const makeReadByUrl =
  (sql: Sql, baseUrl: () => string) =>
  async (url: string): Promise<Buffer | undefined> => {
    const parsed = parseUrl(url)
    if (parsed?.origin !== new URL(baseUrl()).origin) return undefined
    const [, pinId, position] = PATH.exec(parsed.pathname) ?? []
    if (pinId === undefined) return undefined
    const [row] =
      position === undefined
        ? await sql<{ picture: Buffer }[]>`select picture from sim_pins where id = ${pinId}`
        : await sql<
            { picture: Buffer }[]
          >`select picture from sim_pictures where pin_id = ${pinId} and position::text = ${position}`
    return row?.picture
  }
