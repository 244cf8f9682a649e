/** A new post: a draft, or one that goes on the schedule at once. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../actor.js'
import { requireCharge } from '../billing/ledger.js'
import { requireBoardChoice } from '../boards/boards.js'
import { prepareMedia, takeMedia } from '../media/media.js'
import { requireUpload } from '../media/uploads.js'
import type { BeforeCommit, Deps, Sql } from '../ports.js'
import { budgetFor, lockScheduleFor, placePost } from './place.js'
import type { BoardChoice, MediaSource, Post, When } from './post.js'
import { readCopy, requireSchedulable, requireWhen } from './rules.js'
import { insertDraft, toPost } from './store.js'

export type NewPost = {
  accountId: string
  media: MediaSource
  title: string | null
  description: string | null
  url: string | null
  altText: string | null
  board: BoardChoice | null
  when: When
  isSimplified: boolean
}

/**
 * Saves a draft, or schedules at once when asked.
 * @throws BAD_REQUEST · NOT_FOUND · CONFLICT upload_already_attached · PAYMENT_REQUIRED (before media is fetched)
 * @throws UNPROCESSABLE_ENTITY no_open_slot · SERVICE_UNAVAILABLE slot_resolution_timeout
 * @see service-api.md "POST /v1/accounts/{accountId}/posts"
 */
export async function createPost(deps: Deps, actor: Actor, input: NewPost, beforeCommit?: BeforeCommit<Post>): Promise<Post> {
  const now = deps.clock()
  const copy = readCopy(input) // a field's form comes before whether what it names is there
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const { board, when } = await readPlace(deps, actor, account, { ...input, ...copy }, now)
  if (when.kind !== 'draft') await requireCharge(deps.db.sql, account, now)

  const prepared = await prepareMedia(deps, actor, input.media, input.media.kind === 'upload' ? 'uploadId' : 'mediaUrl')

  const write = async (sql: Sql): Promise<Post> => {
    await lockScheduleFor(sql, account, when)
    const media = [await takeMedia(sql, actor, prepared, now)]
    const { isSimplified } = input
    const { mediaType } = prepared
    const author = { createdVia: actor.via, createdBy: actor.userId }
    const draft = await insertDraft(sql, account, { ...copy, ...board, ...author, isSimplified, mediaType, media }, now)
    const post = when.kind === 'draft' ? toPost(draft) : await placePost(sql, account, draft, when, now)
    await beforeCommit?.(sql, post)
    return post
  }
  // A draft of a picture we hold is one statement, whole by itself: a transaction around it doubles what it costs.
  const isOneStatement = when.kind === 'draft' && prepared.known && prepared.source.kind === 'url' && !beforeCommit
  return isOneStatement ? write(deps.db.sql) : deps.db.tx(write, budgetFor(when))
}

type Place = { board: { boardId: string | null; boardSectionId: string | null }; when: When }

/** All that can be judged before media is touched; the order is that of the answers: 404, 409, the rules' 400. */
async function readPlace(deps: Deps, actor: Actor, account: Account, input: NewPost, now: Date): Promise<Place> {
  const board = input.board ? await requireBoardChoice(deps, account, input.board) : { boardId: null, boardSectionId: null }
  if (input.media.kind === 'upload') await requireUpload(deps.db.sql, actor, input.media.uploadId, 'uploadId', now)
  const when = requireWhen(input.when, now)
  if (when.kind !== 'draft') requireSchedulable({ ...input, ...board })
  return { board, when }
}
