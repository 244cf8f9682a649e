/** Promise 7: what people do to a pin while the publisher takes it has its whole effect or none. */
import { expect, test } from 'vitest'
import { DomainError } from '../../../src/core/lib/errors.js'
import type { Claimed } from '../../../src/core/publish/model/claimed-post.js'
import { claimTogether } from '../../../src/core/publish/claim/claim.js'
import { claimDue } from '../../../src/core/publish/claim/claim-due.js'
import { listDue, type DuePost } from '../../../src/core/publish/claim/due.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { attachMedia } from '../../../src/core/posts/create/attach-media.js'
import { editPost, requireEditable, writeCopy } from '../../../src/core/posts/edit.js'
import { lockPost } from '../../../src/core/posts/store.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import type { Post } from '../../../src/core/posts/post.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase, insideOf, isOnCluster } from '../../support/database.js'
import { aMedia, aQueuedPost, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { conflictOf, reread } from './support/changes.js'

const { db } = await aDatabase()

const ROUNDS = 12
const POSTS = 12

const NEW = { title: 'New title', description: 'New description', url: 'https://example.com/new', altText: 'New alt text' }
const OLD = { title: 'A pin', description: 'What it shows', url: 'https://example.com/pin', altText: null }
const copyOf = ({ title, description, url, altText }: Pick<Post, keyof typeof NEW>) => ({ title, description, url, altText })

/** Due now, each on a board of its own. */
async function dueWorld(): Promise<{ world: World; posts: Post[]; due: DuePost[] }> {
  const world = await aWorld(db)
  const at = inDays(world, 1)
  const posts = await Promise.all(Array.from({ length: POSTS }, (_, n) => aQueuedPost(world, { at, boardId: String(500 + n) })))
  world.clock.now = at
  const due = await listDue(db.sql, { now: at, limit: 10_000 })
  return { world, posts, due: due.filter(({ organizationId }) => organizationId === world.organizationId) }
}

/** Its outcome; anything but a conflict is an error of the test. */
async function tried<T>(work: Promise<T>): Promise<'done' | 'refused'> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof DomainError && error.code === 'CONFLICT') return 'refused'
    throw error
  }
}

type Seen = { world: World; post: Post; outcome: 'done' | 'refused'; claimed: Claimed | undefined }

/** People and publisher at once, in many rounds: some of the people begin before it, some after, some while it works. */
async function race(act: (world: World, post: Post, n: number) => Promise<unknown>): Promise<Seen[]> {
  const seen: Seen[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { world, posts, due } = await dueWorld()
    expect(due).toHaveLength(POSTS)
    const people: Promise<'done' | 'refused'>[] = []
    const claims: Promise<Claimed[]>[] = []
    for (const [n, post] of posts.entries()) {
      if (n % 4 === round % 4) claims.push(claimDue(db, due.slice(n, n + 4), world.clock.now))
      people.push(tried(act(world, post, n)))
      if (n % 3 === 0) await Promise.race([people.at(-1), claims.at(-1)])
    }
    const claimed = (await Promise.all(claims)).flat()
    const outcomes = await Promise.all(people)
    for (const [n, post] of posts.entries())
      seen.push({ world, post, outcome: outcomes[n]!, claimed: claimed.find(({ postId }) => postId === post.id) })
  }
  // Both must have happened, or the race was none.
  expect(new Set(seen.map(({ outcome }) => outcome))).toEqual(new Set(['done', 'refused']))
  return seen
}

test('an edit either is in what the publisher took or was refused, never half', async () => {
  const edit = ({ deps, actor, accountId }: World, { id }: Post) => editPost(deps, actor, { accountId, postId: id, changes: NEW })
  for (const { world, post, outcome, claimed } of await race(edit)) {
    const now = await reread(world, post.id)
    expect(copyOf(now)).toEqual(outcome === 'done' ? NEW : OLD)
    expect(now.status).toBe(claimed ? 'uploading' : 'queued')
    if (claimed) expect(copyOf(claimed)).toEqual(copyOf(now))
    else expect(outcome).toBe('done') // only locked rows were left to the next claim
  }
})

const pictureOf = ({ media }: Pick<Post, 'media'> | Pick<Claimed, 'media'>) => media.map(({ id }) => id)

test('other media either are in what the publisher took or were refused, never those from before', async () => {
  const replace = async (world: World, { id }: Post) => {
    const { deps, actor, accountId, clock } = world
    const mediaId = await aMedia(world)
    const account = await requireAccount(db.sql, actor, accountId)
    await deps.db.tx(async (sql) => {
      const post = await lockPost(sql, account, id)
      requireEditable(post)
      await attachMedia(sql, post, [mediaId], clock.now)
      await writeCopy(sql, post, clock.now)
    })
  }
  for (const { world, post, outcome, claimed } of await race(replace)) {
    const now = await reread(world, post.id)
    if (outcome === 'done') expect(pictureOf(now)).not.toEqual(pictureOf(post))
    else expect(pictureOf(now)).toEqual(pictureOf(post))
    if (claimed) expect(pictureOf(claimed)).toEqual(pictureOf(now))
  }
})

// the one statement of one Postgres
test.skipIf(isOnCluster())(
  'a claim that began before other media were there does not take the pin with those from before',
  async () => {
    const { world, due } = await dueWorld()
    const { deps, actor, accountId, clock } = world
    const account = await requireAccount(db.sql, actor, accountId)
    const claim = (some: DuePost[]) => claimTogether(db.sql, some, { now: clock.now, dueBy: clock.now })
    for (const [n, one] of due.entries()) {
      const mediaId = await aMedia(world)
      const nobodys = Array.from({ length: 30_000 }, (_, i) => ({ ...one, postId: String(10_000_000 + i) })) // looking for them takes time
      await claim(nobodys) // prepared
      const took = await deps.db.tx(async (sql) => {
        const post = await lockPost(sql, account, one.postId)
        await attachMedia(sql, post, [mediaId], clock.now)
        await writeCopy(sql, post, clock.now)
        const claims = claim([...nobodys, one])
        await new Promise((resolve) => setTimeout(resolve, 20 * n)) // so that in one of the rounds the commit comes while it looks
        return { claims }
      })
      const [claimed = (await claim([one]))[0]] = await took.claims
      expect(pictureOf(claimed!)).toEqual([mediaId])
    }
  },
)

test('a pin that was left out of a claim because somebody edited it is in the next one, edited', async () => {
  const { world, posts, due } = await dueWorld()
  const { deps, actor, accountId, clock } = world
  const [post] = posts
  const during: Claimed[] = []
  await editPost(deps, actor, { accountId, postId: post!.id, changes: NEW }, async () => {
    during.push(...(await claimDue(db, due, clock.now)))
  })
  expect(during.map(({ postId }) => postId)).not.toContain(post!.id)
  expect(during).toHaveLength(POSTS - 1)
  const [later] = await claimDue(db, due, clock.now)
  expect(copyOf(later!)).toEqual(NEW)
})

test.each([
  ['an edit', { reason: 'post_status_changed' }, (w: World, id: string) => edited(w, id)],
  ['an unscheduling', { reason: 'post_not_schedulable' }, (w: World, id: string) => unscheduled(w, id)],
  ['a deletion', { reason: 'post_not_editable' }, (w: World, id: string) => deleted(w, id)],
])('%s that waits for a claim is refused when it commits', async (_, { reason }, act) => {
  const { world, posts, due } = await dueWorld()
  const [post] = posts
  const acting: Promise<void>[] = []
  await db.tx(async (sql) => {
    await claimDue(insideOf(db, sql), due, world.clock.now)
    acting.push(expect(act(world, post!.id)).rejects.toMatchObject(conflictOf(reason)))
    await untilWaiting(db)
  })
  await Promise.all(acting)
  expect(await reread(world, post!.id)).toMatchObject({ ...OLD, status: 'uploading' })
})

const edited = ({ deps, actor, accountId }: World, postId: string) => editPost(deps, actor, { accountId, postId, changes: NEW })
const unscheduled = ({ deps, actor, accountId }: World, postId: string) => unschedulePost(deps, actor, { accountId, postId })
const deleted = ({ deps, actor, accountId }: World, postId: string) => deletePost(deps, actor, { accountId, postId })

test('an unscheduled or deleted pin is never in a claim, and a claimed one is neither unscheduled nor deleted', async () => {
  const act = (world: World, { id }: Post, n: number) => (n % 2 ? unscheduled(world, id) : deleted(world, id))
  for (const { world, post, outcome, claimed } of await race(act)) {
    expect(claimed === undefined).toBe(outcome === 'done')
    const { accountId } = world
    const [row] = await db.sql<{ status: string }[]>`select status from posts where id = ${post.id}`
    if (claimed) expect(row).toEqual({ status: 'uploading' })
    else expect([undefined, 'draft']).toContain(row?.status)
    const refunds = await db.sql`
      select 1 from credit_ledger where charge_key = ${`post:${post.id}#1`} and kind = 'refund' and account_id = ${accountId}`
    expect(refunds).toHaveLength(claimed ? 0 : 1)
  }
})

test('an undone scheduling is never in a claim, and a claimed one is not undone', async () => {
  const act = ({ deps, actor, accountId, clock }: World, { id, version }: Post) => {
    // scheduled a day ago on this clock: the change is made recent, so that only the claim stands in its way
    const recent = { ...deps, clock: () => new Date(clock.now.getTime() - 86_400_000) }
    return undoChange(recent, actor, { accountId, postId: id, version })
  }
  for (const { world, post, outcome, claimed } of await race(act)) {
    expect(claimed === undefined).toBe(outcome === 'done')
    expect((await reread(world, post.id)).status).toBe(claimed ? 'uploading' : 'draft')
  }
})
