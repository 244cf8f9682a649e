/** Accounts of the simulated platform without Pinslot: owners of public pins, and the pins that people made by hand. */
import { DAY_MS } from '../../core/lib/duration.js'
import { addBoard, addPublicPin } from '../platform/seed-api.js'
import { ACCOUNTS, blog } from './content.js'
import type { Seeding } from './seeding.js'
import { OTHER_ACCOUNTS } from './public-pins.js'
import { readPicture } from '../platform/pins/create-body.js'
import { type BulkPin, insertPins } from '../platform/pins/many-pins.js'

/** Older than the window of an account's analytics, in which these pins would outweigh those of Pinslot. */
const NEWEST_DAYS_AGO = 100
const APART_DAYS = 4

/** Times by index, the oldest first: the last one of `count` is the newest. */
const daysAgo = (now: Date, index: number, count: number) =>
  new Date(Math.floor(now.getTime() / 1000) * 1000 - (NEWEST_DAYS_AGO + (count - index) * APART_DAYS) * DAY_MS)

/** Adds accounts with public boards, for which nobody in the sandbox acts. */
export async function seedPublicPins(seeding: Seeding): Promise<void> {
  const { sql } = seeding.deps.db
  const now = seeding.deps.clock()
  const pins: Omit<PinOfOtherAccount, 'createdAt'>[] = []
  for (const { platformUserId: id, username, displayName, website, boards } of OTHER_ACCOUNTS) {
    await addPublicPin(sql, { id, username, displayName, websiteUrl: website, createdAt: now })
    for (const [name, rows] of Object.entries(boards)) {
      const { id: boardId } = await addBoard(sql, { ownerId: id, name, createdAt: now })
      for (const [title, description, page, picture, paid] of rows) {
        const link = page === null ? null : `${website}/${page}`
        const made = { altText: null, parentPinId: null, isPromoted: paid !== undefined }
        pins.push({ boardId, ownerId: id, title, description, link, picture, ...made })
      }
    }
  }
  const turns = spread(pins)
  await pinOnce(
    seeding,
    turns.map((pin, index) => ({ ...pin, createdAt: daysAgo(now, index, turns.length) })),
  )
}

/** Interleaves the boards, so that no search shows all pins of one account first because they are newer. */
function spread<P extends { boardId: string }>(pins: P[]): P[] {
  const places = new Map<string, number>()
  const turnOf = pins.map(({ boardId }) => {
    const turn = places.get(boardId) ?? 0
    places.set(boardId, turn + 1)
    return turn
  })
  return pins
    .map((pin, index) => ({ pin, turn: turnOf[index] ?? 0 }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ pin }) => pin)
}

/**
 * Adds pins that the holder of an account made or saved on the platform itself.
 * @param boardIds by the board's name
 */
export async function seedEarlier(
  seeding: Seeding,
  owner: { id: string; username: string },
  boardIds: (name: string) => string,
): Promise<void> {
  const now = seeding.deps.clock()
  const { id: ownerId, username } = owner
  const website = ACCOUNTS.find((account) => account.username === username)?.website ?? blog
  const byHand = Object.entries(EARLIER[username] ?? {}).flatMap(([board, rows]) =>
    rows.map(([title, description, page, altText, picture]) => {
      const link = page === null ? null : `${website}/${page}`
      return {
        boardId: boardIds(board),
        ownerId,
        title,
        description,
        link,
        altText,
        picture,
        parentPinId: null,
        isPromoted: false,
      }
    }),
  )
  const pins = [...byHand, ...(await copies(seeding, ownerId, username, boardIds))]
  await pinOnce(
    seeding,
    pins.map((pin, index) => ({ ...pin, createdAt: daysAgo(now, index, pins.length) })),
  )
}

async function copies({ deps }: Seeding, ownerId: string, username: string, boardIds: (name: string) => string) {
  const saved = SAVED[username] ?? []
  const originals = await deps.db.sql<
    { id: string; title: string; description: string | null; link: string | null; username: string }[]
  >`
    select p.id, p.title, p.description, p.link, u.username
      from sim_pins p
      join sim_users u on u.id = p.owner_id
     where p.title = any(${saved.map(({ title }) => title)})
       and p.parent_pin_id is null`
  return saved.flatMap(({ board, from, title }) => {
    const original = originals.find((pin) => pin.title === title && pin.username === from)
    if (!original) throw new Error(`the seed saves a pin that ${from} does not have: ${title}`)
    const { id: parentPinId, description, link } = original
    const made = { altText: null, isPromoted: false, picture: 'shelf-2.jpg' }
    return [{ boardId: boardIds(board), ownerId, title, description, link, parentPinId, ...made }]
  })
}

/** `picture` is a sample's name. */
type PinOfOtherAccount = Omit<BulkPin, 'picture'> & { picture: string }

/**
 * Adds the pins that their board does not have yet, by title.
 * @throws Error for a picture that is not a sample
 */
async function pinOnce({ deps, samples }: Seeding, pins: PinOfOtherAccount[]): Promise<void> {
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

/** Pins on the own boards from before Pinslot: made by people, some suit their board, some do not. Data only. */

/** Title, description, the last part of its address, alt text, a sample's name. */
type Row = [title: string | null, description: string | null, page: string | null, altText: string | null, picture: string]

/** Pins by the account's username and the board's name; the oldest first. */
const EARLIER: Record<string, Record<string, Row[]>> = {
  maple_and_thread: {
    'Warm kitchens': [
      ['Kitchen shelves under the window', 'Low, deep, and the sill stays free.', 'window-shelves', null, 'shelf-1.jpg'],
      ['How we hang kitchen shelves', 'Brackets, plugs and a spirit level.', 'hang-shelves', 'A shelf with jars', 'shelf-2.jpg'],
      [
        'Shelf styling for every day',
        'What is used stands in front.',
        'shelf-styling',
        'Kitchen shelf with bowls',
        'shelf-1.jpg',
      ],
      ['Wooden kitchen shelves, oiled', 'Twice a year, with linseed oil.', 'oiled-shelves', null, 'shelf-2.jpg'],
      ['Copper pans on a rail', 'Within reach of the stove.', 'copper-pans', 'Pans in a row', 'table-4.jpg'],
      ['Soup for eleven', null, 'soup', 'A table with plates', 'table-2.jpg'],
      ['A sofa for the kitchen', 'Because everybody ends up there.', 'kitchen-sofa', null, 'lamp-3.jpg'],
      [null, null, null, null, 'vase-2.jpg'],
    ],
    'Table settings': [
      ['Plates for a long Sunday', 'Breakfast that turns into lunch.', 'sunday', 'Plates from above', 'table-1.jpg'],
      ['Linen in three greys', 'Washed, never ironed.', 'linen', null, 'table-2.jpg'],
      ['Setting a table for two', 'Close enough to share.', 'for-two', null, 'table-4.jpg'],
    ],
    'Lamps & light': [
      ['Reading lamp by the bed', 'A shade that turns.', 'bed-lamp', 'A yellow lamp', 'lamp-4.jpg'],
      ['Warm bulbs, compared', '2200, 2700 and 3000 K in the same room.', 'bulbs', null, 'lamp-2.jpg'],
    ],
  },
  'lena.wandert': {
    'Balcony garden': [
      ['Herbs for a north balcony', 'Chives, parsley, mint: nothing that asks for noon.', 'north-herbs', null, 'vase-4.jpg'],
      ['Balkonkästen winterfest machen', 'Vlies, Laub und ein trockener Platz.', 'winterfest', null, 'vase-5.jpg'],
    ],
  },
}

/** Public pins of which a copy was saved: the owner's username and the pin's title. */
const SAVED: Record<string, { board: string; from: string; title: string }[]> = {
  maple_and_thread: [{ board: 'Warm kitchens', from: 'oak_and_rye', title: 'Floating shelves for a tiny kitchen' }],
}
