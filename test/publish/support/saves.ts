/** Posts that save somebody's public pin, and the pins that came of them. */
import sharp from 'sharp'
import { EMPTY_CONTENT } from '../../../src/core/posts/content.js'
import { createPosts, type NewPost } from '../../../src/core/posts/create/create.js'
import type { Post } from '../../../src/core/posts/post.js'
import { addBoard, addPin, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import type { World } from '../../support/world.js'

const BEFORE = new Date('2026-01-06T09:00:00Z')
const bytes = sharp({ create: { width: 200, height: 300, channels: 3, background: 'olive' } })
  .jpeg()
  .toBuffer()

type Somebodys = { title?: string; privacy?: 'PUBLIC' | 'PROTECTED' | 'SECRET' }

let made = 0

/** A pin of another account, each on a board of its own. @returns its id */
export async function somebodysPin(
  { deps: { db } }: World,
  { title = 'Oak shelf', privacy = 'PUBLIC' }: Somebodys = {},
): Promise<string> {
  const number = ++made
  const { id: ownerId } = await addUser(db.sql, {
    id: '77001',
    username: 'oak_and_rye',
    displayName: 'Oak & Rye',
    isBusiness: true,
    createdAt: BEFORE,
    accessToken: 'pina_other',
    refreshToken: 'pinr_other',
  })
  const { id: boardId } = await addBoard(db.sql, { ownerId, name: `Oak ${number} ${privacy}`, privacy, createdAt: BEFORE })
  const link = `https://oak.example/${number}`
  const picture = { contentType: 'image/jpeg' as const, bytes: await bytes }
  const words = { title, description: `${title}, drawn`, link, altText: null }
  return (await addPin(db.sql, { boardId, ...words, createdAt: BEFORE, picture })).id
}

export const saveOf = (world: World, savePinId: string): NewPost => ({
  ...EMPTY_CONTENT,
  accountId: world.accountId,
  media: null,
  carouselItems: [],
  savePinId,
  board: { boardId: '101', boardSectionId: null },
  series: null,
  when: { kind: 'at', at: new Date(world.clock.now.getTime() + MINUTE_MS) },
})

/** Queued, to be saved to a board of the account. */
export async function aSave(world: World, savePinId: string, fields: Partial<NewPost> = {}): Promise<Post> {
  const [post] = await createPosts(world.deps, world.actor, { ...saveOf(world, savePinId), ...fields })
  return post!
}

/** What was saved of a pin, oldest first, wherever it stands. */
export const copiesOf = async ({ deps: { db } }: Pick<World, 'deps'>, pinId: string) => [
  ...(await db.sql<{ id: string; boardId: string; sectionId: string | null; ownerId: string; createdAt: Date }[]>`
    select id, board_id as "boardId", section_id as "sectionId", owner_id as "ownerId", created_at as "createdAt"
      from sim_pins
     where parent_pin_id = ${pinId}
     order by number`),
]
