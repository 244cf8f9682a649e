/** Keeps a pin that the platform has confirmed, even if its attempt was given up or the database is away. */
import { Unwritten } from '../../lib/database-away.js'
import { untilStored } from '../../lib/retry.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { alertOperator } from '../../notices/operator-alert.js'
import type { PostStatus } from '../../ports/post-status.js'
import { platformResponse, readAttempt, type AttemptState, LEASE_MS } from '../model/attempt.js'
import type { Claimed } from '../model/claimed-post.js'
import { isPinClaimed } from './named-pin.js'
import type { PublishEnd } from '../model/publish-end.js'
import { settleFound } from './found.js'
import type { UnresolvedAttempt } from '../model/unresolved-attempts.js'
import type { Sent } from './sent.js'

type KeepDeps = Pick<Deps, 'db' | 'clock'> & { settleSent: (claimed: Claimed, sent: Sent) => Promise<boolean> }

/** The real time for retries: a board may not show the pin for a while, and losing its number could lead to a second pin. */
const TRIED_FOR_MS = LEASE_MS

/**
 * Writes the pin, with retries while the database is away.
 * @throws Unwritten after a minute without the database, and where the pin is another post's: the attempt is then left to its
 * lease
 */
export async function keepPin(deps: KeepDeps, claimed: Claimed, sent: Sent): Promise<PublishEnd> {
  const { pinId } = sent
  const keep = async (): Promise<PublishEnd> =>
    (await deps.settleSent(claimed, sent)) ? { kind: 'sent', pinId } : keepLate(deps, claimed, sent)
  const isPassing = (error: unknown) => !isPinClaimed(error) && !isClosed(error)
  try {
    return await untilStored(keep, { isPassing, withinMs: TRIED_FOR_MS })
  } catch (error) {
    throw new Unwritten(`pin ${pinId} was made, and that could not be written down`, { cause: error })
  }
}

/** True when this process ends and has closed its own database connection. */
const isClosed = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'CONNECTION_ENDED'

type Standing = {
  status: PostStatus
  attemptNumber: number
  pinId: string | null
  sendAt: Date
  hasFailed: boolean
  /** The state of its last attempt. */
  state: AttemptState
}

/**
 * Keeps a pin whose attempt was given up, because the worker stood still for longer than the read-backs take, or a person
 * reported the pin absent. If no other request is in flight, the post is sent with this pin; else there may be two, and the
 * operator is alerted.
 */
async function keepLate({ db, clock }: KeepDeps, claimed: Claimed, { pinId, sentAt, response }: Sent): Promise<PublishEnd> {
  const { organizationId, account, postId, attemptNumber } = claimed
  const now = clock()
  const isTwice = await db.tx(async (sql) => {
    const post = await lockStanding(sql, claimed)
    if (!post && (await isDeleted(sql, claimed))) return undefined
    if (post?.pinId === pinId) return false // settled already, by a commit whose answer was lost or by a read-back
    const attempt = await readUnsettled(sql, claimed)
    const { status } = post ?? {}
    if (post && attempt && status !== 'sent' && status !== undefined && isFree(post)) {
      const found = { ...post, postId, from: status, pinId, sentAt, attempt, isNews: post.hasFailed, how: LATE }
      await settleFound(sql, account, found, now)
      return false
    }
    await sql`
      update publish_attempts
         set reason = ${`the platform confirmed pin ${pinId} when the attempt was over`}, ${platformResponse(sql, response)}
       where organization_id = ${organizationId}
         and post_id = ${postId}
         and number = ${attemptNumber}`
    return true
  })
  if (isTwice === undefined) return { kind: 'superseded', pinId } // the pin id is in the log, and the account is gone
  if (!isTwice) return { kind: 'sent', pinId }
  const message =
    `Pinterest confirmed pin ${pinId} of account ${account.id} (${account.username}), post ${postId}, after its attempt ` +
    `${attemptNumber} was given up. Another may stand on its board: npm run admin -- attempts show --org ${organizationId} --post ${postId}`
  await alertOperator({ db }, { subject: 'stuck', seenFor: organizationId, message }, now)
  return { kind: 'superseded', pinId }
}

const LATE = 'the platform confirmed it when the attempt was over'

/** True when no later attempt is in flight. */
const isFree = ({ status, state }: Standing) => status !== 'uploading' || state === 'claimed'

/** Locks the post. @returns undefined when it is deleted */
async function lockStanding(sql: Sql, { organizationId, postId, sendAt }: Claimed): Promise<Standing | undefined> {
  const [post] = await sql<Standing[]>`
    select p.status, p.attempt_number as "attemptNumber", p.pin_id as "pinId", coalesce(p.send_at, ${sendAt}) as "sendAt",
           p.failure is not null as "hasFailed", a.state
      from posts p
      join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id and a.number = p.attempt_number
     where p.organization_id = ${organizationId}
       and p.id = ${postId}
       for no key update of p, a`
  return post
}

/** True when the account is deleted with all it had, or is about to be. */
async function isDeleted(sql: Sql, { organizationId, account }: Claimed): Promise<boolean> {
  const there = await sql`
    select
      from accounts a
      join organizations o on o.id = a.organization_id
     where a.organization_id = ${organizationId}
       and a.id = ${account.id}
       and a.deleting_at is null
       and o.deleting_at is null`
  return there.length === 0
}

async function readUnsettled(sql: Sql, claimed: Claimed): Promise<UnresolvedAttempt | undefined> {
  const { attemptNumber: number, sendAt } = claimed
  const { payload, sendingAt } = (await readAttempt(sql, claimed)) ?? {}
  return payload && sendingAt ? { number, boardId: payload.boardId, payload, sendingAt, sendAt } : undefined
}
