/** What may happen to posts and plans, as steps that fast-check chooses, and how each is taken. */
import { requireAccount } from '../../../../src/core/accounts/accounts.js'
import { setPlan, type PlanChange } from '../../../../src/core/billing/plan.js'
import { DomainError } from '../../../../src/core/lib/errors.js'
import { EMPTY_CONTENT } from '../../../../src/core/posts/content.js'
import { createPosts } from '../../../../src/core/posts/create/create.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { failDraft } from '../../../../src/core/publish/settle/failed.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { unschedulePost } from '../../../../src/core/posts/unschedule.js'
import { DAY_MS, inDays } from '../../../support/factories.js'
import type { World } from '../../../support/world.js'
import { fc } from '../../../support/random.js'
import { ANSWERS, goOutAgain, look, LOOKS, postFor, publish, say, WORDS, type Answer, type Look, type Word } from './ends.js'
import { boardsOf, SAMPLE } from '../../posts/support/create-fixtures.js'

const BOARDS = 3

export type Step =
  | { kind: 'create'; account: number; boards: number }
  | { kind: 'schedule' | 'unschedule' | 'delete' | 'fail'; post: number }
  | { kind: 'publish'; post: number; answer: Answer }
  | { kind: 'look'; post: number; seen: Look }
  | { kind: 'say'; post: number; word: Word }
  | { kind: 'goOutAgain'; post: number }
  | { kind: 'undo' }
  | { kind: 'setPlan'; account: number | null; change: PlanChange }
  | { kind: 'wait'; days: number }

const account = fc.nat(1)
const post = fc.nat(9)
export const change: fc.Arbitrary<PlanChange> = fc.record(
  {
    billingSystem: fc.constantFrom('modular', 'legacy', 'shopify'),
    postLimit: fc.option(fc.nat(5)),
    access: fc.constantFrom('none', 'granted', 'subscribed'),
    winback: fc.boolean(),
    allowance: fc.nat(4),
    credits: fc.nat(4),
    trialPins: fc.nat(3),
  },
  { requiredKeys: [] },
)
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('create' as const), account, boards: fc.nat(BOARDS) }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constantFrom('schedule' as const, 'unschedule' as const, 'delete' as const, 'fail' as const),
      post,
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('publish' as const), post, answer: fc.constantFrom(...ANSWERS) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('look' as const), post, seen: fc.constantFrom(...LOOKS) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('say' as const), post, word: fc.constantFrom(...WORDS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('goOutAgain' as const), post }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('setPlan' as const), account: fc.option(account), change }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }) },
)

/** An organization with two accounts, its balances, and what was made in it. */
export type Studio = { worlds: [World, World]; posts: Post[]; last: Post | undefined }

/** @param world without credits */
export async function begin(world: World): Promise<Studio> {
  const { organizationId, clock } = world
  const { db } = world.deps
  const [other] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${organizationId}, 'other', 'other', 'Other', ${clock.now})
    returning id`
  await db.sql`insert into schedules (organization_id, account_id) values (${organizationId}, ${other.id})`
  await db.sql`insert into connections (organization_id, account_id, access_token) values (${organizationId}, ${other.id}, 'pina')`
  const worlds: Studio['worlds'] = [world, { ...world, accountId: other.id }]
  for (const one of worlds) await boardsOf(one, BOARDS)
  return { worlds, posts: [], last: undefined }
}

/** What the steps may meet; anything else is a fault of the test or of what it tests. */
export const isRefusal = (error: unknown) =>
  error instanceof DomainError &&
  (['PAYMENT_REQUIRED', 'NOT_FOUND', 'CONFLICT'].includes(error.code) || error.details.field === 'sendAt')

/** Does one thing as an entry point would. @throws DomainError when it is refused */
export async function take(studio: Studio, next: Step): Promise<void> {
  const [world] = studio.worlds
  const { deps, actor, clock } = world
  switch (next.kind) {
    case 'create': {
      const posts = await createPosts(deps, actor, {
        ...EMPTY_CONTENT,
        accountId: studio.worlds[next.account]!.accountId,
        media: SAMPLE,
        carouselItems: [],
        title: 'A pin',
        description: 'Of a shelf',
        url: 'https://example.com/pin',
        board: next.boards === 0 ? { boardId: '201', boardSectionId: null } : null,
        when: { kind: 'at', at: inDays(world, 1) },
        series: next.boards === 0 ? null : seriesOver(next.boards),
      })
      studio.posts.push(...posts)
      studio.last = posts[0]
      return
    }
    case 'undo':
      if (studio.last)
        await undoChange(deps, actor, { accountId: studio.last.accountId, postId: studio.last.id, version: studio.last.version })
      return
    case 'setPlan':
      await setPlan(deps, actor, {
        accountId: next.account === null ? null : studio.worlds[next.account]!.accountId,
        change: next.change,
      })
      return
    case 'wait':
      clock.advance(next.days * DAY_MS)
      return
    case 'publish':
    case 'look':
    case 'say':
    case 'goOutAgain':
      return endPost(studio, next)
    default: {
      const chosen = studio.posts[next.post % Math.max(1, studio.posts.length)]
      if (chosen) await changePost(studio, next.kind, chosen)
    }
  }
}

async function endPost(studio: Studio, next: Extract<Step, { kind: 'publish' | 'look' | 'say' | 'goOutAgain' }>): Promise<void> {
  const [world] = studio.worlds
  const chosen = await postFor(world, next.kind, next.post)
  if (!chosen) return
  switch (next.kind) {
    case 'publish':
      return publish(world, chosen, next.answer)
    case 'look':
      return look(world, chosen, next.seen)
    case 'say':
      return say(world, chosen, next.word)
    case 'goOutAgain':
      studio.posts.push(await goOutAgain(world, chosen))
  }
}

async function changePost(
  studio: Studio,
  kind: 'schedule' | 'unschedule' | 'delete' | 'fail',
  { accountId, id }: Post,
): Promise<void> {
  const [world] = studio.worlds
  const { deps, actor, clock } = world
  switch (kind) {
    case 'schedule':
      studio.last = await schedulePost(deps, actor, { accountId, postId: id, when: { kind: 'at', at: inDays(world, 1) } })
      return
    case 'unschedule':
      studio.last = await unschedulePost(deps, actor, { accountId, postId: id })
      return
    case 'delete':
      studio.last = await deletePost(deps, actor, { accountId, postId: id })
      return
    case 'fail': {
      const [queued] = await deps.db.sql<{ sendAt: Date }[]>`
        select send_at as "sendAt" from posts where organization_id = ${world.organizationId} and id = ${id} and status = 'queued'`
      if (!queued) return
      const failed = {
        postId: id,
        cause: { code: 'missed' },
        from: { status: 'queued', sendAt: queued.sendAt },
      } as const
      await deps.db.tx(async (sql) =>
        failDraft(sql, { account: await requireAccount(sql, actor, accountId), ...failed }, clock.now),
      )
    }
  }
}

const seriesOver = (boards: number) => ({
  boards: Array.from({ length: boards }, (_, index) => ({ boardId: String(201 + index), boardSectionId: null })),
  intervalType: 'daily' as const,
  intervalDays: null,
  mode: 'exact' as const,
})
