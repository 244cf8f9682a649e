/** Requests for a change of a published pin: what it would change, and the row that a worker sends. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { recordAct } from '../../audit/audit.js'
import { findBoardName } from '../../boards/cache.js'
import { callPlatform } from '../../connections/call-platform.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest, DomainError, notFound, RefusedBecause } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import { readUtmRules } from '../../links/utm-rules.js'
import { withUtm } from '../../links/utm.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { type BoardChange, findRequestedBoard, readBoardChange } from '../../posts/board-change.js'
import { type GivenChanges, readContent } from '../../posts/content.js'
import { isApprovalNeeded } from '../../posts/approval/request.js'
import { requireMayMake, requireMaySchedule, requireOwn } from '../../posts/permissions.js'
import type { Post } from '../../posts/post.js'
import { requirePublishing } from '../../posts/schedule/publish-now.js'
import { requireOwnFields } from '../../posts/saved-pin.js'
import { findPost, lockPost } from '../../posts/store.js'
import {
  differing,
  editColumns,
  type EditRow,
  fieldsOf,
  isAsSent,
  PIN_FIELDS,
  type PinEdit,
  type PinField,
  type PinFields,
  readSent,
  toPinEdit,
} from './pin-edit.js'
import { askToDecide, markDeleted } from './settle.js'

type Key = { accountId: string; postId: string }
export type EditPublished = Key & {
  /** undefined: unchanged. */
  changes: Pick<GivenChanges, 'title' | 'description' | 'url' | 'altText'> & { board?: BoardChange }
  /** Only shows what would change. */
  preview?: boolean
  /** Refuses where somebody has edited the link on Pinterest. */
  keepsEditedLink?: boolean
}

/**
 * Requests an edit of a published pin, or shows it. The pin is read at Pinterest first, and sent to it by a worker, which changes
 * nothing if the pin is no longer as it was read here.
 * A contributor's edit of their own pin waits for decidePinEdit() where the account has approvals.
 * @throws FORBIDDEN below scheduler, or another's pin · NOT_FOUND · BAD_REQUEST · CONFLICT post_not_published, pin_deleted,
 * pin_edit_open, publishing_paused, account_on_hold · and as callPlatform()
 * @see docs/contract.md#published-pins
 */
export async function editPublished(
  deps: Deps,
  actor: Actor,
  { accountId, postId, changes, preview = false, keepsEditedLink = false }: EditPublished,
  beforeCommit?: BeforeCommit<PinEdit>,
): Promise<PinEdit> {
  const copy = readContent(changes)
  const { account, post } = await requirePublished(deps.db.sql, actor, { accountId, postId }, 'ask')
  if (!Object.values(changes).some((value) => value !== undefined))
    throw badRequest('title', 'Nothing to change: fill in at least one field.')
  requireOwnFields(post, changes)
  const before = await readNow(deps, account, post)
  if (!before && preview) throw new RefusedBecause('pin_deleted')
  if (!before) return refuseDeleted(deps, actor, account, post, beforeCommit)
  const seen = { boardId: before.boardId ?? post.boardId }
  const board = await readBoardChange(deps, account, await findRequestedBoard(deps, account, seen, changes.board), changes.board)
  const place = { boardId: board?.boardId ?? seen.boardId, username: account.username }
  const after: PinFields = {
    ...before,
    ...(copy.title !== undefined && { title: copy.title }),
    ...(copy.description !== undefined && { description: copy.description }),
    ...(copy.altText !== undefined && { altText: copy.altText }),
    ...(copy.url && copy.url !== before.url && { url: await linkOf(deps.db.sql, account, copy.url, place) }),
    ...(board && { boardId: place.boardId, boardSectionId: board.boardSectionId ?? null }),
  }
  if (differing(before, after).length === 0)
    throw badRequest(firstOf(changes), 'Nothing to change: the pin has these values on Pinterest.')
  const editedOnPinterest = await editedThere(deps.db.sql, post, before)
  if (keepsEditedLink && editedOnPinterest.includes('url')) throw linkChanged()
  const wanted = { kind: 'edit', before, after, url: after.url === before.url ? null : (copy.url ?? null) } as const
  if (preview) return { ...previewOf(actor, account, post, wanted, deps.clock()), editedOnPinterest }
  return deps.db.tx(async (sql) => {
    const edit = { ...(await insertEdit(sql, actor, { account, post, ...wanted }, deps.clock())), editedOnPinterest }
    await beforeCommit?.(sql, edit)
    return edit
  })
}

/** The pin as Pinterest shows it now, for a form that edits it. */
export type PublishedNow = { post: Post; now: PinFields; editedOnPinterest: PinField[] }

/** Reads a published pin at Pinterest for who may change it. Its post is marked if the pin is gone. @throws as editPublished() */
export async function readPublishedNow(deps: Deps, actor: Actor, key: Key): Promise<PublishedNow> {
  const { account, post } = await requirePublished(deps.db.sql, actor, key, 'ask')
  const now = await readNow(deps, account, post)
  if (!now) {
    await deps.db.tx((sql) => markDeleted(sql, { action: 'findDeleted', author: actor, account, postId: post.id }, deps.clock()))
    throw new RefusedBecause('pin_deleted')
  }
  return { post, now, editedOnPinterest: await editedThere(deps.db.sql, post, now) }
}

/** Lists the fields that Pinterest shows otherwise than we sent them. */
async function editedThere(sql: Sql, { organizationId, id: postId, pinId }: Published, now: PinFields): Promise<PinField[]> {
  const sent = await readSent(sql, { organizationId, postId, pinId })
  return sent ? PIN_FIELDS.filter((field) => !isAsSent(field, sent[field], now[field])) : []
}

/**
 * Requests the deletion of a published pin from Pinterest. The post stays, with its stats.
 * @param confirm the id of the pin, so that no other is deleted by mistake
 * @throws FORBIDDEN below scheduler · NOT_FOUND · BAD_REQUEST confirm · CONFLICT post_not_published, pin_deleted, pin_edit_open,
 * publishing_paused, account_on_hold · UNPROCESSABLE_ENTITY platform_reconnect_required
 */
export async function deletePublished(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { confirm, ...key }: Key & { confirm: string },
  beforeCommit?: BeforeCommit<PinEdit>,
): Promise<PinEdit> {
  const { account, post } = await requirePublished(db.sql, actor, key, 'change')
  if (confirm !== post.pinId)
    throw badRequest('confirm', (of) => `${of('confirm')} must be the id of the pin on Pinterest, ${post.pinId}.`)
  const before = await readLast(db.sql, post)
  return db.tx(async (sql) => {
    const edit = await insertEdit(sql, actor, { account, post, kind: 'delete', before, after: null, url: null }, clock())
    await beforeCommit?.(sql, edit)
    return edit
  })
}

/** Reads a change of a published pin; without an id the newest. @throws NOT_FOUND */
export async function readPinEdit(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, postId, editId }: Key & { editId?: string | undefined },
): Promise<PinEdit> {
  const account = await requireAccount(sql, actor, accountId)
  if (!isRowId(postId) || (editId !== undefined && !isRowId(editId))) throw notFound('Edit')
  const edit = await findPinEdit(sql, { organizationId: account.organizationId, accountId: account.id, postId, editId })
  if (!edit) throw notFound('Edit')
  return edit
}

/** Finds a change of a pin; without an id the newest. */
export async function findPinEdit(
  sql: Sql,
  { organizationId, accountId, postId, editId }: Key & { organizationId: string; editId?: string | undefined },
): Promise<PinEdit | undefined> {
  const [row] = await sql<EditRow[]>`
    select ${editColumns(sql)}
      from pin_edits e
     where e.organization_id = ${organizationId}
       and e.account_id = ${accountId}
       and e.post_id = ${postId}
       and (${editId ?? null}::bigint is null or e.id = ${editId ?? null})
     order by e.id desc
     limit 1`
  return row && toPinEdit(row)
}

export const linkChanged = () =>
  new DomainError('CONFLICT', 'The link of this pin was changed since it was found, so it stays as it is. Look at the pin first.')

type Published = Post & { pinId: string }

async function requirePublished(
  sql: Sql,
  actor: Actor,
  { accountId, postId }: Key,
  right: 'change' | 'ask',
): Promise<{ account: Account; post: Published }> {
  if (right === 'change') requireMaySchedule(actor, accountId, 'published')
  else requireMayMake(actor, accountId)
  const account = await requireAccount(sql, actor, accountId)
  if (account.approvalPolicy === 'none') requireMaySchedule(actor, accountId, 'published')
  const post = await findPost(sql, { organizationId: account.organizationId, accountId: account.id, postId })
  if (!post) throw notFound('Post')
  requireOwn(actor, post)
  requireThere(post)
  await requirePublishing(sql, actor, accountId)
  return { account, post }
}

/** @throws CONFLICT post_not_published, pin_deleted */
function requireThere(post: Post): asserts post is Published {
  if (post.status !== 'sent' || post.pinId === null) throw new RefusedBecause('post_not_published', { about: 'edit' })
  if (post.pinDeletedAt) throw new RefusedBecause('pin_deleted')
}

/** Reads the pin as Pinterest shows it now. @returns null: it is gone */
async function readNow(deps: Deps, account: Account, post: Published): Promise<PinFields | null> {
  try {
    const question = { thing: 'Pin', forbids: 'board' } as const
    return fieldsOf(await callPlatform(deps, account, question, (access) => deps.platform.readPin(access, post.pinId)))
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** Records a request for a pin that is gone, which is refused at once, and marks its post. */
async function refuseDeleted(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  account: Account,
  post: Published,
  beforeCommit: BeforeCommit<PinEdit> | undefined,
): Promise<PinEdit> {
  const before = await readLast(db.sql, post)
  return db.tx(async (sql) => {
    const now = clock()
    const { id } = await insertEdit(sql, actor, { account, post, kind: 'edit', before, after: before, url: null }, now)
    await markDeleted(sql, { action: 'findDeleted', author: actor, account, postId: post.id }, now)
    const [row] = await sql<[EditRow]>`
      update pin_edits e
         set state = 'refused', reason = 'pin_deleted', settled_at = ${now}, due_at = null
       where e.organization_id = ${account.organizationId}
         and e.id = ${id}
      returning ${editColumns(sql)}`
    const edit = toPinEdit(row)
    await beforeCommit?.(sql, edit)
    return edit
  })
}

/** Reads what Pinterest was sent last, or what the post has where that is not recorded. */
async function readLast(sql: Sql, post: Published): Promise<PinFields> {
  const { organizationId, id: postId, pinId, title, description, url, altText, boardId, boardSectionId } = post
  return (await readSent(sql, { organizationId, postId, pinId })) ?? { title, description, url, altText, boardId, boardSectionId }
}

async function linkOf(
  sql: Sql,
  account: Account,
  url: string,
  place: { boardId: string | null; username: string },
): Promise<string> {
  const { organizationId, id: accountId } = account
  const boardName = place.boardId === null ? undefined : await findBoardName(sql, account, place.boardId)
  return withUtm(url, await readUtmRules(sql, { organizationId, accountId }), { ...place, boardName: boardName ?? null })
}

const firstOf = ({ board, ...texts }: EditPublished['changes']): string =>
  Object.entries(texts).find(([, value]) => value !== undefined)?.[0] ??
  (board?.boardId === undefined ? 'boardSectionId' : 'boardId')

type Wanted = Pick<PinEdit, 'kind' | 'before' | 'after'> & { url: string | null }

const previewOf = (actor: Actor, account: Account, post: Published, { kind, before, after }: Wanted, now: Date): PinEdit => ({
  organizationId: account.organizationId,
  accountId: account.id,
  id: null,
  postId: post.id,
  pinId: post.pinId,
  kind,
  state: null,
  before,
  after,
  editedOnPinterest: [],
  reason: null,
  platformMessage: null,
  author: actor,
  requestedAt: now,
  decidedBy: null,
  settledAt: null,
})

/** Writes the row under the lock of its post, and wakes the worker. @throws CONFLICT pin_edit_open, pin_deleted */
async function insertEdit(
  sql: Sql,
  actor: Actor,
  { account, post, kind, before, after, url }: Wanted & { account: Account; post: Published },
  now: Date,
): Promise<PinEdit> {
  const { organizationId, id: accountId } = account
  const locked = await lockPost(sql, account, post.id)
  if (locked.pinDeletedAt) throw new RefusedBecause('pin_deleted')
  await requirePublishing(sql, actor, accountId)
  const open = await sql`
    select
      from pin_edits
     where organization_id = ${organizationId} and post_id = ${post.id} and settled_at is null`
  if (open.length > 0) throw new RefusedBecause('pin_edit_open')
  const waits = isApprovalNeeded(actor, accountId)
  const [row] = await sql<[EditRow]>`
    insert into pin_edits as e (organization_id, account_id, post_id, pin_id, kind, state, before, after, url, via, actor, api_key_id, agent,
                                requested_at, due_at)
    values (${organizationId}, ${accountId}, ${post.id}, ${post.pinId}, ${kind}, ${waits ? 'pending_approval' : 'sending'}, ${sql.json(before)},
            ${after && sql.json(after)}, ${url}, ${actor.via}, ${actor.userId}, ${actor.apiKeyId ?? null}, ${actor.agent ?? null}, ${now},
            ${waits ? null : now})
    returning ${editColumns(sql)}`
  const changes = after && Object.fromEntries(differing(before, after).map((field) => [field, after[field]]))
  await recordAct(
    sql,
    actor,
    { accountId, subject: `pin_edit:${row.id}`, action: `request_${kind}`, before: { postId: post.id }, after: changes },
    now,
  )
  if (waits) await askToDecide(sql, { organizationId, accountId, postId: post.id, id: row.id! }, now)
  else await sql`select pg_notify('pin_edits_due', '')`
  return toPinEdit(row)
}
