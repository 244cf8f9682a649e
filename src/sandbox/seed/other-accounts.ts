/**
 * Accounts of the simulated platform without Pinslot: those that a search finds, and the holders of the accounts of manual
 * pins.
 */
import { DAY_MS } from '../../core/lib/duration.js'
import { addBoard, addPublicPin } from '../platform/seed-api.js'
import { ACCOUNTS, blog } from './content.js'
import { EARLIER, SAVED } from './earlier.js'
import { pinOnce, type PinOfOtherAccount } from './pin-once.js'
import type { Seeding } from './seeding.js'
import { OTHER_ACCOUNTS } from './public-pins.js'

/** Before whatever an account's numbers show: there they would drown the pins of Pinslot. */
const NEWEST_DAYS_AGO = 100
const APART_DAYS = 4

/** Together. Oldest first: the last one of `count` is the newest. */
const daysAgo = (now: Date, index: number, count: number) =>
  new Date(Math.floor(now.getTime() / 1000) * 1000 - (NEWEST_DAYS_AGO + (count - index) * APART_DAYS) * DAY_MS)

/** Their boards are public; nobody of the sandbox acts for them. */
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

/** One board after the other, round-robin: no search shows all of one account first for being new. */
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

/** What the holder of an account pinned on the platform, and copies that they saved. @param boardIds by the board's name */
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
