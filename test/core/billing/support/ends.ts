/** How the publisher and people end posts that are due, as steps of their own; the platform itself is not needed. */
import { requireAccount } from '../../../../src/core/accounts/accounts.js'
import { makeCopy } from '../../../../src/core/posts/evergreen/copy.js'
import { readPost } from '../../../../src/core/posts/list.js'
import type { Post } from '../../../../src/core/posts/post.js'
import type { Claimed } from '../../../../src/core/publish/model/claimed-post.js'
import { claimDue } from '../../../../src/core/publish/claim/claim-due.js'
import { takeReadBacks } from '../../../../src/core/publish/claim/claim.js'
import { makeCommitSending } from '../../../../src/core/publish/send/commit-sending.js'
import type { DuePost } from '../../../../src/core/publish/claim/due.js'
import { setOutcome } from '../../../../src/core/publish/settle/set-outcome.js'
import { awaitReadBack, requeue, settleFailed } from '../../../../src/core/publish/settle/settle.js'
import { settleSent } from '../../../../src/core/publish/settle/sent.js'
import { DAY_MS } from '../../../support/factories.js'
import type { World } from '../../../support/world.js'

/** Of an attempt: what the platform answers, or that it answers nothing. */
export const ANSWERS = ['created', 'refused', 'later', 'lost', 'lost', 'lost'] as const
/** Of a post whose answer was lost: what its board shows. */
export const LOOKS = ['found', 'absent', 'unsure'] as const
/** What a person says of it. */
export const WORDS = ['there', 'notThere'] as const
export type Answer = (typeof ANSWERS)[number]
export type Look = (typeof LOOKS)[number]
export type Word = (typeof WORDS)[number]

/** Nothing happens to a post that is not queued, or whose board is taken. */
export async function publish(world: World, { id }: Post, answer: Answer): Promise<void> {
  const { deps, clock } = world
  const { db } = deps
  const due = await dueOf(world, id, 'publish')
  const [claimed] = due ? await claimDue(db, [due], clock.now, 100 * DAY_MS) : []
  if (!claimed) return
  const { now } = clock
  const dueAt = new Date(Math.max(claimed.sendAt.getTime(), now.getTime()))
  if (answer !== 'later') await makeCommitSending(deps)({ attempt: claimed, payload: payloadOf(claimed) })
  switch (answer) {
    case 'created':
      return void (await settleSent(db, claimed, { pinId: pinIdOf(claimed), sentAt: now, as: 'confirmed', response: null }, now))
    case 'refused':
      return void (await settleFailed(db, claimed, { cause: { code: 'board_gone' }, as: 'refused' }, now))
    case 'later':
      return void (await requeue(db, claimed, { dueAt, tries: 1, as: 'retry', reason: 'later' }, now))
    case 'lost':
      return void (await awaitReadBack(db, claimed, { dueAt: now }))
  }
}

/** Nothing happens to a post whose answer was not lost. */
export async function look(world: World, { id }: Post, seen: Look): Promise<void> {
  const { deps, clock } = world
  const { db } = deps
  const due = await dueOf(world, id, 'readBack')
  const [claimed] = due ? await takeReadBacks(db, [due], clock.now) : []
  if (!claimed) return
  const { now } = clock
  const dueAt = new Date(Math.max(claimed.sendAt.getTime(), now.getTime()))
  switch (seen) {
    case 'found':
      return void (await settleSent(db, claimed, { pinId: pinIdOf(claimed), sentAt: now, as: 'found', response: null }, now))
    case 'absent':
      return void (await requeue(db, claimed, { dueAt, tries: 0, as: 'absent', reason: 'not there' }, now))
    case 'unsure':
      return void (await settleFailed(db, claimed, { cause: { code: 'outcome_unknown' }, as: 'ambiguous' }, now))
  }
}

/** @throws DomainError CONFLICT outcome_known, mostly */
export async function say({ deps, actor, clock }: World, { accountId, id: postId }: Post, word: Word): Promise<void> {
  const outcome = word === 'there' ? { kind: word, pinId: `8${postId}` } : ({ kind: word } as const)
  const readPin = async (_: unknown, id: string) => ({
    id,
    isOwner: true,
    createdAt: clock.now,
    boardId: null,
    boardSectionId: null,
  })
  const platform = { ...deps.platform, readPin } as unknown as typeof deps.platform // all that is asked
  await setOutcome({ ...deps, platform }, actor, { accountId, postId, outcome })
}

let again = 0
/** A published pin goes out again. @throws DomainError PAYMENT_REQUIRED */
export async function goOutAgain({ deps, actor, clock }: World, { accountId, id }: Post): Promise<Post> {
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const slot = { timeslotId: id, at: new Date(clock.now.getTime() + DAY_MS + ++again) } // an occurrence that nothing is on
  const { postId } = await deps.db.tx((sql) => makeCopy(sql, account, { sourcePostId: id, slot }, clock.now))
  return readPost(deps, actor, { accountId, postId })
}

/** One of those that such a step is about; undefined: there is none. */
export async function postFor(
  { deps, actor, organizationId }: World,
  kind: keyof typeof ABOUT,
  n: number,
): Promise<Post | undefined> {
  const { sql } = deps.db
  const rows = await sql<{ id: string; accountId: string }[]>`
    select id, account_id as "accountId"
      from posts
     where organization_id = ${organizationId}
       and status = any (${ABOUT[kind]}::text[])
       and (status <> 'draft' or failure ->> 'reason' = 'outcome_unknown')
     order by id`
  const row = rows[n % Math.max(1, rows.length)]
  return row && readPost(deps, actor, { accountId: row.accountId, postId: row.id })
}
const ABOUT = { publish: ['queued'], look: ['uploading'], say: ['draft', 'uploading'], goOutAgain: ['sent'] }

async function dueOf({ deps, organizationId }: World, id: string, work: 'publish' | 'readBack'): Promise<DuePost | undefined> {
  const [due] = await deps.db.sql<DuePost[]>`
    select organization_id as "organizationId", account_id as "accountId", id as "postId", board_id as "boardId",
           attempt_number + ${Number(work === 'publish')}::int as "attemptNumber", ${work} as work, false as "isLate", send_at as "sendAt"
      from posts
     where organization_id = ${organizationId}
       and id = ${id}
       and status = ${work === 'publish' ? 'queued' : 'uploading'}`
  return due
}

const pinIdOf = ({ postId, attemptNumber }: Claimed) => `7${postId}0${attemptNumber}`
const payloadOf = ({ boardId, boardSectionId, title, description, url, altText, media }: Claimed) => ({
  boardId,
  boardSectionId,
  title,
  description,
  link: url,
  altText,
  isSimplified: false,
  mediaKind: 'image' as const,
  mediaIds: media.map(({ id }) => id),
})
