/** Pins of other accounts on the simulated platform, made in few statements. */
import { readPicture } from '../platform/pins/create-body.js'
import { type BulkPin, insertPins } from '../platform/pins/many-pins.js'
import type { Seeding } from './seeding.js'

/** `picture` is a sample's name. */
export type PinOfOtherAccount = Omit<BulkPin, 'picture'> & { picture: string }

/** Those that their board does not have yet, by their title. @throws Error for a picture that is no sample */
export async function pinOnce({ deps, samples }: Seeding, pins: PinOfOtherAccount[]): Promise<void> {
  const { sql } = deps.db
  const known = await sql<{ board_id: string; title: string | null }[]>`
    select board_id, title
      from sim_pins
     where board_id = any(${[...new Set(pins.map(({ boardId }) => boardId))]})`
  const isKnown = ({ boardId, title }: PinOfOtherAccount) => known.some((pin) => pin.board_id === boardId && pin.title === title)
  const missing = pins.filter((pin) => !isKnown(pin))
  const names = [...new Set(missing.map(({ picture }) => picture))]
  const pictures = await Promise.all(
    names.map(async (name) => {
      const bytes = await samples.read(name)
      if (!bytes) throw new Error(`the seed names a picture that is not drawn: ${name}`)
      return readPicture('image/jpeg', bytes)
    }),
  )
  await insertPins(
    sql,
    missing.map((pin) => ({ ...pin, picture: names.indexOf(pin.picture) })),
    pictures,
  )
}
