/** The caller of a tool and what a tool may use: operations of /v1, and nothing else. */
import type { z } from 'zod'
import type { Account } from '../core/accounts/account.js'
import { listAccounts, readAccount } from '../core/accounts/accounts.js'
import { readBalance, type Usage } from '../core/billing/usage.js'
import { markHomesDirty } from '../core/notices/homes.js'
import type { Actor } from '../core/lib/actor.js'
import { fingerprintIn } from '../core/posts/seen.js'
import { badRequest } from '../core/lib/errors.js'
import type { Deps, Sql } from '../core/ports/deps.js'
import type { Platform, PlatformPages } from '../core/ports/platform.js'
import type { Answered, Asked, ListedOperation } from '../http/listed-operation.js'
import type { accountSchema } from '../http/wire/account.js'
import type * as analytics from '../http/wire/analytics.js'
import type { approvalSchema } from '../http/wire/approval.js'
import type { listedBoardSchema } from '../http/wire/board.js'
import type { commentSchema } from '../http/wire/comment.js'
import type { pinEditSchema } from '../http/routes/posts/published-schema.js'
import type { postSchema } from '../http/wire/post.js'
import type { recommendedPinsSchema, relevanceSchema } from '../http/wire/relevance.js'
import type { scheduleEntrySchema, timeslotSchema } from '../http/wire/timeslot.js'
import type { usageSchema } from '../http/wire/usage.js'

export type WirePost = z.output<typeof postSchema>
export type WireApproval = z.output<typeof approvalSchema>
export type WireComment = z.output<typeof commentSchema>
export type WireTimeslot = z.output<typeof timeslotSchema>
export type WirePinEdit = z.output<typeof pinEditSchema>
type PostAnswer = { post: WirePost; approval?: WireApproval }

/** The answers of the operations that tools use. */
export type Data = {
  getPrincipal: { principal: { kind: string; name: string; role: string; accounts: { accountId: string; role: string }[] } }
  listAccounts: { accounts: z.output<typeof accountSchema>[] }
  getUsage: { usage: z.output<typeof usageSchema> }
  getSchedule: { schedule: z.output<typeof scheduleEntrySchema>[]; window: { from: number; to: number } }
  listPosts: { posts: WirePost[]; cursor: string | null }
  getPost: { post: WirePost }
  createPost: PostAnswer
  updatePost: PostAnswer
  replacePostMedia: PostAnswer
  schedulePost: PostAnswer
  unschedulePost: PostAnswer
  deletePost: { postId: string }
  updatePublishedPin: { edit: WirePinEdit }
  deletePublishedPin: { edit: WirePinEdit }
  listComments: { comments: WireComment[]; cursor: string | null }
  createComment: { comment: WireComment }
  listApprovals: { approvals: WireApproval[]; cursor: string | null }
  getApproval: { approval: WireApproval }
  listTimeslots: { timeslots: WireTimeslot[] }
  createTimeslot: { timeslot: WireTimeslot }
  updateTimeslot: { timeslot: WireTimeslot }
  deleteTimeslot: { timeslot: WireTimeslot }
  listBoards: { boards: z.output<typeof listedBoardSchema>[]; cachedAt: number | null }
  listRecommendedPins: z.output<typeof recommendedPinsSchema>
  getBoardRelevance: { relevance: z.output<typeof relevanceSchema> }
  getAccountAnalytics: z.output<typeof analytics.accountAnalyticsSchema>
  getPinAnalytics: z.output<typeof analytics.pinAnalyticsSchema>
  listTopPins: z.output<typeof analytics.topPinsSchema>
  createIssueReport: { received: true }
}

export type Inputs = Pick<Asked, 'params' | 'query' | 'body' | 'idempotencyKey' | 'judge'>
export type Answer<Id> = Answered & { data: Id extends keyof Data ? Data[Id] : unknown }
/** `held`: the fingerprint of the posts that the write has locked. */
export type Rehearsed<Id> = { answer: Answer<Id>; held: string; price: Price | null }
type Balance = Omit<Usage, 'ledger'>

/** The price of a rehearsed write: the account's balance before and after. */
export type Price = { before: Balance; after: Balance }

export type CallerDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'sign' | 'storage' | 'log'> & {
  platform: Pick<Platform, 'pages'>
}
/** An account with the addresses of its pages on Pinterest. */
export type ShownAccount = Account & { pages: PlatformPages }
export type Calling = { actor: Actor; keyScope: string; requestId: string; isWanted: () => boolean }

export type Caller = Calling & {
  deps: CallerDeps
  /** A person presses a button for each write, which is shown first. `confirm`: the code of the button that they pressed. */
  press?: { confirm: string | undefined }
  /**
   * @throws DomainError as /v1 refuses the call
   * @throws Error if there is no operation of that id
   */
  ask<Id extends string>(id: Id, inputs: Inputs): Promise<Answer<Id>>
  /** Returns the answer of a write, with its price if `isPriced`, and rolls everything back. */
  rehearse<Id extends string>(id: Id, inputs: Inputs, isPriced: boolean): Promise<Rehearsed<Id>>
  /**
   * @param accountId by default the only one that the caller can see
   * @throws NOT_FOUND · BAD_REQUEST accountId
   */
  account(accountId: string | undefined): Promise<ShownAccount>
}

export type Operations = ReadonlyMap<string, ListedOperation>

export function requireOperation(operations: Operations, id: string): ListedOperation {
  const operation = operations.get(id)
  if (!operation) throw new Error(`there is no operation ${id}`)
  return operation
}

export function makeCaller(deps: CallerDeps, operations: Operations, calling: Calling): Caller {
  const { actor, keyScope, isWanted } = calling
  const asked = (inputs: Inputs): Asked => ({ actor, keyScope, isWanted, ...inputs })
  const balance = (sql: Sql, accountId: string) => readBalance({ ...deps, db: { ...deps.db, sql } }, actor, { accountId })
  return {
    ...calling,
    deps,
    async ask<Id extends string>(id: Id, inputs: Inputs) {
      const operation = requireOperation(operations, id)
      const answered = await operation.call(asked(inputs))
      const accountId = inputs.params?.['accountId']
      if (operation.writes && accountId !== undefined) void markHomes(deps, actor, accountId)
      return answered as Answer<Id> // the shape of the operation's schema
    },
    async rehearse<Id extends string>(id: Id, inputs: Inputs, isPriced: boolean) {
      const accountId = isPriced ? inputs.params?.['accountId'] : undefined
      const look = async (sql: Sql) => (accountId === undefined ? null : balance(sql, accountId))
      const { answered, seen } = await requireOperation(operations, id).rehearse(asked(inputs), async (sql) => ({
        after: await look(sql),
        held: fingerprintIn(sql),
      }))
      const { after, held } = seen
      const before = await look(deps.db.sql)
      return { answer: answered as Answer<Id>, held, price: before && after && { before, after } }
    },
    async account(accountId) {
      const { pages } = deps.platform
      if (accountId !== undefined) return { ...(await readAccount(deps, actor, { accountId })), pages }
      const [first, ...others] = await listAccounts(deps, actor)
      if (!first) throw badRequest('accountId', 'This key cannot see any account. Ask an admin for a key with a role on one.')
      if (others.length === 0) return { ...first, pages }
      const known = [first, ...others].slice(0, MOST_NAMED).map(({ id, username }) => `${id} (${username})`)
      throw badRequest(
        'accountId',
        `accountId is required: this key can see ${known.join(', ')}${others.length >= MOST_NAMED ? ' and more' : ''}.`,
      )
    },
  }
}

const MOST_NAMED = 20

/** Runs without delaying the answer. */
async function markHomes({ db, log }: CallerDeps, { organizationId }: Actor, accountId: string): Promise<void> {
  await markHomesDirty(db.sql, { organizationId, accountId }).catch((error: unknown) =>
    log.warn({ err: error }, 'Homes were not marked'),
  )
}
