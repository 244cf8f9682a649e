/** Checks the posts of a batch before their media are fetched: each as a create would, with a refusal of its own. */
import type { Account } from '../../accounts/account.js'
import { hasRoleOn } from '../../accounts/people/roles.js'
import { requireBoard, requireSection } from '../../boards/boards.js'
import { badRequest, DomainError, type RowRefusal } from '../../lib/errors.js'
import type { Actor } from '../../lib/actor.js'
import { alreadyAttached } from '../../media/uploads.js'
import type { Deps } from '../../ports/deps.js'
import { requireMayScheduleOrAsk } from '../../posts/approval/request.js'
import { checkPost, type CheckedPost } from '../../posts/create/check.js'
import { readForm, type FindBoards } from '../../posts/create/form.js'
import { scheduledByOthers } from '../../posts/permissions.js'
import type { When } from '../../posts/when.js'
import { MOST_POSTS, type BatchMode, type NewBatch, type NewBatchPost } from './model.js'

export type CheckedRow = CheckedPost & { index: number }
export type Checked = { rows: CheckedRow[]; refused: RowRefusal[] }

/** Checks the number of posts. @throws BAD_REQUEST posts: none, or too many */
export function requireCount(field: string, count: number): void {
  if (count >= 1 && count <= MOST_POSTS) return
  throw badRequest(field, (of) => `${of(field)} must be 1 to ${MOST_POSTS}; there are ${count}.`)
}

/**
 * Checks the rows; a row that cannot be checked because the platform does not answer refuses the whole batch.
 * @throws FORBIDDEN a person who may not schedule, where no approval can be requested · BAD_REQUEST mode: there are no approvals
 * here · and the platform's refusals, when it has to be called
 */
export async function checkRows(deps: Deps, actor: Actor, account: Account, input: NewBatch, now: Date): Promise<Checked> {
  const { posts, mode } = input
  if (mode === 'approval') requireApprovals(actor, account)
  else if (posts.some((post) => !(post instanceof DomainError) && whenOf(post, mode).kind !== 'draft'))
    requireMayScheduleOrAsk(actor, account)
  const find = rememberBoards()
  const uploads = new Set<string>()
  const checked: Checked = { rows: [], refused: [] }
  for (const [index, post] of posts.entries()) {
    try {
      if (post instanceof DomainError) throw post
      const parsed = readForm({ ...post, accountId: account.id, series: null, when: whenOf(post, mode) }, now)
      const isRequest = mode === 'approval' ? true : undefined
      const row = await checkPost(deps, actor, { account, parsed, find, ...(isRequest && { isRequest }) }, now)
      takeUploads(uploads, row)
      checked.rows.push({ ...row, index })
    } catch (error) {
      if (!isOfTheRow(error)) throw error
      checked.refused.push({ index, error: withField(error) })
    }
  }
  return checked
}

/** Returns the post's own time, or the one of the mode. */
export const whenOf = ({ when }: Pick<NewBatchPost, 'when'>, mode: BatchMode): When =>
  when.kind === 'draft' && mode !== 'draft' ? { kind: 'nextOpenSlot' } : when

/** Checks that approvals can be requested. @throws FORBIDDEN · BAD_REQUEST mode */
export function requireApprovals(actor: Actor, { id, approvalPolicy }: Account): void {
  if (approvalPolicy !== 'none') return
  if (!hasRoleOn(actor, id, 'scheduler')) throw scheduledByOthers()
  throw badRequest('mode', 'Approvals are off for this account. Schedule the pins, or turn on approvals in its settings.')
}

/** True for an error of this row alone; false when the platform does not answer or the connection is dead. */
const isOfTheRow = (error: unknown): error is DomainError =>
  error instanceof DomainError && ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT'].includes(error.code)

/**
 * Adds the field to the error for a missing board: for a single post it is a resource of the path, in a batch an id that a row
 * names.
 */
function withField(error: DomainError): DomainError {
  if (error.code !== 'NOT_FOUND' || error.details.thing !== 'Board') return error
  return new DomainError(error.code, error.sentence, { ...error.details, field: 'boardId' })
}

/** Checks that an upload is used once, also within one batch. @throws CONFLICT upload_already_attached */
function takeUploads(taken: Set<string>, { media }: CheckedPost): void {
  const named = media.flatMap((one) => (one.kind === 'upload' ? one.uploadId : []))
  if (named.some((id) => taken.has(id))) throw alreadyAttached()
  for (const id of named) taken.add(id)
}

/** Finds each board and section once, also when that fails, because many rows name the same one. */
function rememberBoards(): FindBoards {
  const boards = new Map<string, ReturnType<typeof requireBoard>>()
  const sections = new Map<string, ReturnType<typeof requireSection>>()
  return {
    board: (deps, account, choice, within) => remember(boards, keyOf(choice), () => requireBoard(deps, account, choice, within)),
    section: (deps, account, found) => remember(sections, keyOf(found), () => requireSection(deps, account, found)),
  }
}

const keyOf = ({ boardId, boardSectionId }: { boardId: string; boardSectionId: string | null }) =>
  `${boardId} ${boardSectionId ?? ''}`

function remember<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? find()
  known.set(key, found)
  return found
}
