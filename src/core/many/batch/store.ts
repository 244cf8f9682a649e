/** Batches in the database: what each did, row by row. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { Placement } from '../../slots/placement.js'
import { approvalColumns, toApproval, type ApprovalRow } from '../../posts/approval/approval.js'
import type { Placed } from '../../posts/post.js'
import { postColumns, type PostRow, toPost } from '../../posts/row.js'
import { withWarnings } from '../../posts/state/warnings.js'
import type { Batch, BatchDid, BatchMode, BatchResult, Charge, RowError } from './model.js'

/** Inserts the batch in the transaction of its work, before that work, because requests name it. @returns its id */
export async function beginBatch(
  sql: Sql,
  actor: Actor,
  { account, mode, did }: { account: Account; mode: BatchMode; did: BatchDid },
  now: Date,
): Promise<string> {
  const { organizationId, id: accountId } = account
  const [batch] = await sql<[{ id: string }]>`
    insert into batches (organization_id, account_id, mode, did, created_by, created_at)
    values (${organizationId}, ${accountId}, ${mode}, ${did}, ${actor.userId}, ${now})
    returning id`
  return batch.id
}

/** Stores the result of each row. */
export async function insertResults(
  sql: Sql,
  { organizationId, id: accountId }: Account,
  batchId: string,
  results: readonly BatchResult[],
): Promise<void> {
  const rows = results.map(({ index, post, placement, charge, error }) => ({
    position: index,
    post_id: post?.id ?? null,
    version: post?.version ?? null,
    send_at: post?.sendAt?.toISOString() ?? null,
    placement: placement ?? null,
    charge: charge ?? null,
    error: error ? { code: error.code, reason: error.reason, field: error.field, message: error.message } : null,
  }))
  await sql`
    insert into batch_rows (organization_id, batch_id, account_id, position, post_id, version, send_at, placement, charge, error)
    select ${organizationId}, ${batchId}, ${accountId}, r.position, r.post_id, r.version, r.send_at,
           nullif(r.placement, 'null'), nullif(r.charge, 'null'), nullif(r.error, 'null')
      from jsonb_to_recordset(${sql.json(rows)}) as r(position int, post_id bigint, version int, send_at timestamptz,
                                                      placement jsonb, charge jsonb, error jsonb)`
}

export type BatchRef = { accountId: string; batchId: string }

export type StoredBatch = { id: string; accountId: string; mode: BatchMode; did: BatchDid; createdBy: string; createdAt: Date }
export type StoredRow = {
  index: number
  postId: string | null
  version: number | null
  sendAt: Date | null
  placement: StoredPlacement | null
  charge: Charge | null
  error: RowError | null
}
/** A placement whose times are text in jsonb. */
type StoredPlacement = Omit<Placement, 'passedOver'> & {
  passedOver: (Omit<Placement['passedOver'][number], 'at'> & { at: string })[]
}

/** Reads a batch. @throws NOT_FOUND also for a foreign id and for one of the wrong form */
export async function requireBatch(sql: Sql, { organizationId, id: accountId }: Account, batchId: string): Promise<StoredBatch> {
  if (!isRowId(batchId)) throw notFound('Batch')
  const [batch] = await sql<StoredBatch[]>`
    select id, account_id as "accountId", mode, did, created_by as "createdBy", created_at as "createdAt"
      from batches
     where organization_id = ${organizationId}
       and account_id = ${accountId}
       and id = ${batchId}`
  if (!batch) throw notFound('Batch')
  return batch
}

/** Lists the rows in order. */
export async function listRows(
  sql: Sql,
  { organizationId }: Pick<Account, 'organizationId'>,
  batchId: string,
): Promise<StoredRow[]> {
  return sql<StoredRow[]>`
    select position as index, post_id as "postId", version, send_at as "sendAt", placement, charge, error
      from batch_rows
     where organization_id = ${organizationId}
       and batch_id = ${batchId}
     order by position`
}

/** Reads the batch with its posts as they are now; a row whose post was deleted since keeps only its index. @throws NOT_FOUND */
export async function readBatch({ db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor, ref: BatchRef): Promise<Batch> {
  return readBatchIn(sql, await requireAccount(sql, actor, ref.accountId), ref.batchId, clock())
}

/** readBatch() in the caller's transaction. @throws NOT_FOUND */
export async function readBatchIn(sql: Sql, account: Account, batchId: string, now: Date): Promise<Batch> {
  const { id, accountId, mode, createdAt } = await requireBatch(sql, account, batchId)
  const rows = await listRows(sql, account, id)
  const posts = await readPosts(
    sql,
    account,
    rows.flatMap(({ postId }) => postId ?? []),
  )
  const results: BatchResult[] = []
  for (const { index, postId, sendAt, placement, charge, error } of rows) {
    const found = postId === null ? undefined : posts.get(postId)
    const post = found && (await withWarnings(sql, account, found, now))
    const isWhereItWas = post?.sendAt?.getTime() === sendAt?.getTime()
    results.push({
      index,
      ...(post && withoutSaid(post)),
      ...(placement && isWhereItWas && post && { placement: revive(placement) }),
      ...(charge && { charge }),
      ...(error && { error }),
    })
  }
  return { id, accountId, mode, createdAt, results }
}

/** Separates a post from its placement and its warnings. */
export function withoutSaid({ placement, warnings, ...post }: Placed): Pick<BatchResult, 'post' | 'placement' | 'warnings'> {
  return { post, ...(placement && { placement }), ...(warnings && { warnings }) }
}

const revive = ({ passedOver, ...placement }: StoredPlacement): Placement => ({
  ...placement,
  passedOver: passedOver.map((one) => ({ ...one, at: new Date(one.at) })),
})

/** Reads the posts that exist, with their open requests. */
async function readPosts(sql: Sql, { organizationId, id }: Account, postIds: readonly string[]): Promise<Map<string, Placed>> {
  if (postIds.length === 0) return new Map()
  const rows = await sql<PostRow[]>`
    select ${postColumns(sql)}
      from posts p
     where p.organization_id = ${organizationId}
       and p.account_id = ${id}
       and p.id = any (${[...postIds]}::bigint[])`
  const asked = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, organizationId)}
      from approvals a
     where a.organization_id = ${organizationId}
       and a.account_id = ${id}
       and a.post_id = any (${[...postIds]}::bigint[])
       and a.state = 'open'`
  const approvals = new Map(asked.map((row) => [row.postId, toApproval(row)]))
  return new Map(
    rows.map((row) => {
      const approval = approvals.get(row.id)
      return [row.id, { ...toPost(row), ...(approval && { approval }) }]
    }),
  )
}
