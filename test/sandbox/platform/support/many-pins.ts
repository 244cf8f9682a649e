/** Boards of the simulated platform with any number of pins. */
import type { Sql } from '../../../../src/core/ports/deps.js'
import { drawStill } from '../../../../src/sandbox/platform/pins/still.js'
import { type BulkPin, insertPins, ownerOf } from '../../../../src/sandbox/platform/pins/many-pins.js'

export type ManyPins = {
  boardId: string
  /** The board's owner when absent. */
  ownerId?: string
  /** How many. */
  count: number
  /** Each is called with 0 for the first, which is the oldest; `Pin 1` and so on when absent. */
  title?: (n: number) => string | null
  /** null when absent, as are the next ones; `https://shop.example/1` and so on for the link. */
  description?: (n: number) => string | null
  link?: (n: number) => string | null
  altText?: (n: number) => string | null
  parentPinId?: (n: number) => string | null
  isPromoted?: (n: number) => boolean
  /** Of all of them. */
  createdAt: Date
}

/** A board filled, for tests of big ones: their ids in order of arrival, the newest last. A second call fills it once more. */
export async function addManyPins(sql: Sql, many: ManyPins): Promise<string[]> {
  const { boardId, count, createdAt } = many
  const none = () => null
  const { title = (n) => `Pin ${n + 1}`, link = (n) => `https://shop.example/${n + 1}`, description = none } = many
  const { altText = none, parentPinId = none, isPromoted = () => false } = many
  const ownerId = many.ownerId ?? (await ownerOf(sql, boardId))
  const pins = Array.from({ length: count }, (_, n): BulkPin => {
    const words = { title: title(n), description: description(n), link: link(n), altText: altText(n) }
    return { boardId, ownerId, ...words, parentPinId: parentPinId(n), isPromoted: isPromoted(n), createdAt, picture: 0 }
  })
  return insertPins(sql, pins, [drawStill({ sha256: Buffer.alloc(32), width: 200, height: 300 })])
}
