/** Writes the rows of a batch in one transaction, all or none. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Account } from '../../accounts/account.js'
import { countCharges } from '../../billing/ledger.js'
import { findGoneSections } from '../../boards/lock-sections.js'
import type { Actor } from '../../lib/actor.js'
import { say } from '../../lib/codes.js'
import { DomainError, type RowRefusal } from '../../lib/errors.js'
import { inSavepoint } from '../../lib/rows/savepoint.js'
import { urlKeyOf } from '../../lib/http/url.js'
import { takeMedia } from '../../media/media.js'
import type { PostMedia } from '../../media/post-media.js'
import type { PreparedMedia } from '../../media/prepared.js'
import { sectionNotOnBoard } from '../../boards/boards.js'
import type { Sql } from '../../ports/deps.js'
import type { FoundSlot } from '../../slots/next-open-slot.js'
import { keepTogether, openApproval } from '../../posts/approval/request.js'
import { placedNew } from '../../posts/changed.js'
import { isNoOpenSlot, placePost, type PlacedWhen } from '../../posts/schedule/take-slot.js'
import { mediaField } from '../../posts/carousel.js'
import { lockKeyOf, mediaTypeOfAll } from '../../posts/create/media.js'
import type { Placed } from '../../posts/post.js'
import { type PostRow, toPost } from '../../posts/row.js'
import { requireRules } from '../../posts/create/form.js'
import { newDraftWithState } from '../../posts/state/read.js'
import { insertDraft } from '../../posts/store.js'
import type { When } from '../../posts/when.js'
import { withWarnings } from '../../posts/state/warnings.js'
import { arrange } from './arrange.js'
import type { PreparedRow } from './media.js'
import { RowsRefused } from '../../lib/rows/rows-refused.js'

export type WrittenRow = { index: number; post: Placed; row: PostRow | null }

/** The lock key of transactions that call lockBatches(). */
export const BATCHES = 'batches'

/**
 * Locks the batches of one organization, so that two with the same pictures or drafts in different orders cannot deadlock. It
 * comes after the schedule lock and before every other one.
 */
export async function lockBatches(sql: Sql, { organizationId }: Account): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${BATCHES} ${organizationId}`}, 0))`
}

type Writing = {
  actor: Actor
  account: Account
  rows: readonly PreparedRow[]
  changeId: string
  batchId: string
  generationId: string | null
}

/**
 * Writes the rows with locks in the order of every write of posts: sections, media, posts, balance, slots. So each step is done
 * for all rows before the next.
 * @returns in the order of the rows
 * @throws RowsRefused all is to be rolled back; without these it may be tried again · NOT_FOUND the account is gone meanwhile
 */
export async function writeRows(
  sql: Sql,
  { actor, account: seen, rows, changeId, batchId, generationId }: Writing,
  now: Date,
): Promise<WrittenRow[]> {
  const account = await requireAccount(sql, actor, seen.id) // read after fetching and waiting
  await lockBatches(sql, account)
  const timed = await requireStillGood(sql, account, rows, now)
  const mediaOf = await takeRowMedia(sql, actor, rows, now)
  const drafts: Draft[] = []
  for (const { row, when } of timed) {
    const { index, parsed, boards, prepared, isRequest } = row
    const media = mediaOf.get(index) ?? []
    const draft = { ...parsed.fields, ...boards[0], mediaType: mediaTypeOfAll(prepared), media, series: null, generationId }
    const made = await insertDraft(sql, account, { ...draft, author: actor, changeId }, now)
    drafts.push({ index, when, isRequest, draft: made, picture: pictureOf(prepared) ?? savedPictureOf(made) })
  }
  const written: WrittenRow[] = []
  const requests = drafts.filter(({ when, isRequest }) => when.kind !== 'draft' && isRequest)
  const slots = await keepArranged(sql, account, requests, now)
  const together = { account, slots, ...(requests.length > 1 && { batchId }) }
  for (const { index, when, isRequest, draft } of drafts) {
    if (when.kind === 'draft')
      written.push({ index, post: await withWarnings(sql, account, newDraftWithState(toPost(draft)), now), row: null })
    else if (isRequest) {
      const requested = { ...toPost(draft), ...(await openApproval(sql, actor, { post: draft, when, ...together }, now)) }
      written.push({ index, post: await withWarnings(sql, account, requested, now), row: null })
    }
  }
  const wanted = drafts.flatMap(({ when, isRequest, ...draft }) => (when.kind === 'draft' || isRequest ? [] : { ...draft, when }))
  written.push(...(await placeAll(sql, account, wanted, now)))
  if (wanted.length > 0) await placedNew(sql, account, changeId, now)
  return written.sort((a, b) => a.index - b.index)
}

/** Returns one key for equal bytes, wherever they came from. */
const pictureOf = ([cover]: readonly PreparedMedia[]) => cover?.sha256?.toString('hex') ?? cover?.storageKey ?? null

/** Returns the key of a saved pin's picture, which is that of its original. */
export const savedPictureOf = ({ savedPin }: Pick<PostRow, 'savedPin'>) => savedPin && `saved ${savedPin.id}`

type Draft = Omit<ToPlace, 'when'> & { when: When; isRequest: boolean }

/** Checks what may have changed since the rows were checked, before anything is written. The sections are locked first. */
async function requireStillGood(sql: Sql, account: Account, rows: readonly PreparedRow[], now: Date) {
  const gone = await findGoneSections(
    sql,
    account,
    rows.map(({ boards }) => boards[0]),
  )
  const refused: RowRefusal[] = []
  const timed = rows.flatMap((row) => {
    try {
      if (gone.includes(row.boards[0])) throw sectionNotOnBoard('')
      return { row, when: requireRules(row, account, now) }
    } catch (error) {
      refused.push({ index: row.index, error: ofTheRow(error) })
      return []
    }
  })
  if (refused.length > 0) throw new RowsRefused(refused)
  return timed
}

/** Takes the media of all rows, as takeAllMedia() does for one post. */
async function takeRowMedia(sql: Sql, actor: Actor, rows: readonly PreparedRow[], now: Date): Promise<Map<number, PostMedia[]>> {
  const all = rows.flatMap(({ index, prepared }) =>
    prepared.map((one, position) => ({ index, position, prepared: one, field: mediaField(one.source, position) })),
  )
  const keyed = all.map((one) => ({ ...one, key: lockKeyOf(one.prepared) }))
  const taken = new Map<number, PostMedia[]>(rows.map(({ index }) => [index, []]))
  const refused = new Map<number, RowRefusal>()
  for (const { index, position, ...one } of keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index))) {
    try {
      const media = await takeMedia(sql, actor, one, now)
      const own = taken.get(index)
      if (own) own[position] = media
    } catch (error) {
      if (!refused.has(index)) refused.set(index, { index, error: ofTheRow(error) })
    }
  }
  if (refused.size > 0) throw new RowsRefused([...refused.values()])
  return taken
}

export type ToPlace = { index: number; when: PlacedWhen; draft: PostRow; picture: string | null }

/**
 * Charges and places drafts: those with a time first, so that no other takes their slot; then the others on the next open slots,
 * arranged. Without credit for all, the last rows are refused.
 * @throws RowsRefused
 */
export async function placeAll(
  sql: Sql,
  account: Account,
  wanted: readonly ToPlace[],
  now: Date,
  { isArranged = true }: { isArranged?: boolean } = {},
): Promise<WrittenRow[]> {
  if (wanted.length === 0) return []
  const { fits, denial } = await countCharges(sql, account, { count: wanted.length, mode: 'lock' }, now)
  if (denial)
    throw new RowsRefused(wanted.slice(fits).map(({ index }) => ({ index, error: deniedOf(denial, fits, wanted.length) })))
  const atTheirTime = wanted.filter(({ when }) => when.kind === 'at')
  const searching = wanted.filter(({ when }) => when.kind === 'nextOpenSlot')
  const arranged = isArranged ? arrange(searching.map((one) => ({ ...one, ...likenessOf(one) }))) : searching
  const written: WrittenRow[] = []
  const refused: RowRefusal[] = []
  for (const { index, when, draft } of [...atTheirTime, ...arranged]) {
    try {
      const placed = await inSavepoint(sql, (inner) => placePost(inner, account, { post: draft, when }, now))
      const row = { ...draft, chargeNumber: draft.chargeNumber + 1 }
      written.push({ index, post: await withWarnings(sql, account, placed, now), row })
    } catch (error) {
      if (!isNoOpenSlot(error) && !isDenied(error) && !isDayFull(error)) throw error
      refused.push({ index, error })
    }
  }
  if (refused.length > 0) throw new RowsRefused(refused)
  return written
}

/** Finds the slots that requests of one batch keep, arranged as scheduling would. */
export const keepArranged = (
  sql: Sql,
  account: Account,
  requests: readonly { draft: PostRow; when: When; picture: string | null }[],
  now: Date,
): Promise<Map<string, FoundSlot>> =>
  keepTogether(
    sql,
    account,
    arrange(requests.map((one) => ({ ...one, ...likenessOf(one) }))).map(({ draft, when }) => ({ post: draft, when })),
    now,
  )

const likenessOf = ({ draft: { boardId, url }, picture }: Pick<ToPlace, 'draft' | 'picture'>) => ({
  board: boardId,
  link: url && urlKeyOf(url),
  picture,
})

const isDenied = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'PAYMENT_REQUIRED'

const isDayFull = (error: unknown): error is DomainError => error instanceof DomainError && error.details.field === 'sendAt'

/** Adds to a denied charge how many of the posts the credit covers. */
export const deniedOf = (denial: DomainError, fits: number, count: number): DomainError =>
  count < 2 || fits === 0 || denial.details.reason === 'account_not_connected' || denial.details.reason === 'no_access'
    ? denial
    : new DomainError(
        denial.code,
        (of) => `There is credit for ${fits} of these ${count} ${of('posts')}. ${say(denial.sentence, of)}`,
        { ...denial.details, credit: { fits, count } },
      )

/** Returns the error as that of a row. @throws an error that is no refusal */
function ofTheRow(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  throw error
}
