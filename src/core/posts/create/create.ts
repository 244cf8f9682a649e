/** Creates posts: a draft, one that is scheduled at once, or a series over several boards. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { requireCharge } from '../../billing/ledger.js'
import { requireSectionsStay } from '../../boards/lock-sections.js'
import type { PreparedMedia } from '../../media/prepared.js'
import { allSettledOrThrow } from '../../lib/all-settled-or-throw.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { openApproval } from '../approval/request.js'
import { newChangeId } from '../audit.js'
import { placedNew } from '../changed.js'
import { requireEqualRatios } from '../carousel.js'
import { requireSecondWithin } from './cover.js'
import { checkPost, type CheckedPost, takesCharge } from './check.js'
import { type Boards, type NewPost, readForm, requireRules } from './form.js'
import { mediaTypeOfAll, takeAllMedia, withMedia } from './media.js'
import { entryField } from '../schedule/series-interval.js'
import { requireMayMake, requireMaySchedule } from '../permissions.js'
import { withSchedule } from '../schedule/take-slot.js'
import type { Placed } from '../post.js'
import type { When } from '../when.js'
import { findsSlot, placeSeries } from '../schedule/place-series.js'
import { insertDraft, type NewDraft } from '../store.js'
import { type PostRow, toPost } from '../row.js'
import { newDraftWithState } from '../state/read.js'
import { withMediaWarnings } from '../state/media-warnings.js'
import { withWarnings } from '../state/warnings.js'

export type { NewPost } from './form.js'

/**
 * Saves a draft, or schedules at once when requested; a series makes one post per board, all or none. Where the account has
 * approvals, a contributor's request to schedule becomes a draft with an approval.
 * @returns the posts in board order, the first is the pin itself
 * @throws FORBIDDEN · BAD_REQUEST · NOT_FOUND · CONFLICT upload_already_attached · PAYMENT_REQUIRED (before media is fetched)
 * @throws UNPROCESSABLE_ENTITY no_open_slot · SERVICE_UNAVAILABLE slot_resolution_timeout (nothing written)
 * @see docs/contract.md#create
 */
export async function createPosts(
  deps: Deps,
  actor: Actor,
  input: NewPost,
  beforeCommit?: BeforeCommit<Placed[]>,
): Promise<Placed[]> {
  const { db, clock } = deps
  const now = clock()
  const parsed = readForm(input, now) // the form of a field is checked before what it names is searched
  requireMayMake(actor, parsed.accountId)
  if (parsed.series) requireMaySchedule(actor, parsed.accountId, 'series')
  const account = await requireAccount(db.sql, actor, parsed.accountId)
  const checked = await checkPost(deps, actor, { account, parsed }, now)
  const { boards, media } = checked
  if (takesCharge(checked)) await requireCharge(db.sql, account, now, boards.length)

  return withMedia(deps, actor, media, async (prepared) => {
    requireEqualRatios(prepared)
    requireSecondWithin(parsed.fields.cover, prepared)
    const write = async (sql: Sql): Promise<Placed[]> => {
      const written = await writePosts(sql, { ...checked, actor, account, prepared }, clock()) // read after fetching and waiting
      const posts = withMediaWarnings(written, prepared)
      await beforeCommit?.(sql, posts)
      return posts
    }
    if (!beforeCommit && isOneStatement(checked, prepared)) return write(db.sql)
    return withSchedule(deps, account, { when: claimOf(checked) }, write)
  })
}

/** Returns what the schedule is locked for. */
function claimOf({ parsed: { when, series }, isRequest }: CheckedPost): When {
  if (isRequest && when.kind !== 'nextOpenSlot') return { kind: 'draft' }
  return findsSlot(when, series) ? { kind: 'nextOpenSlot' } : when
}

/**
 * True for a draft of pictures that we have, whose write is one statement: it is atomic by itself, and a transaction would double
 * its cost. A section needs one, for its lock.
 */
const isOneStatement = ({ parsed, boards }: CheckedPost, prepared: readonly PreparedMedia[]): boolean =>
  parsed.when.kind === 'draft' &&
  !boards[0].boardSectionId &&
  prepared.every(({ known, source }) => known && source.kind === 'url')

type Prepared = CheckedPost & { actor: Actor; account: Account; prepared: PreparedMedia[] }

/** Writes the posts. @param now read when all is ready, so that nothing is queued in the past */
async function writePosts(sql: Sql, { actor, account, prepared, ...checked }: Prepared, now: Date): Promise<Placed[]> {
  const { parsed, boards, isRequest } = checked
  const when = requireRules(checked, account, now)
  await requireSectionsStay(sql, account, boards, (index) => (parsed.series ? entryField(index) : ''))
  const media = await takeAllMedia(sql, actor, prepared, now)
  const changeId = newChangeId()
  const draft = { ...parsed.fields, mediaType: mediaTypeOfAll(prepared), media, author: actor, changeId }
  const drafts = await insertDrafts(sql, account, { draft, boards }, now)
  if (when.kind === 'draft') return drafts.map((draft) => newDraftWithState(toPost(draft)))
  if (isRequest) {
    const requested = { ...toPost(drafts[0]), ...(await openApproval(sql, actor, { account, post: drafts[0], when }, now)) }
    return [await withWarnings(sql, account, requested, now)]
  }
  const posts = await placeSeries(sql, account, { drafts, when, series: parsed.series }, now)
  const [, ...placed] = await allSettledOrThrow(
    placedNew(sql, account, changeId, now),
    ...posts.map((post) => withWarnings(sql, account, post, now)),
  )
  return placed
}

type SharedDraft = Omit<NewDraft, 'boardId' | 'boardSectionId' | 'series'>

/** Inserts a draft for each board; several are a series, whose group is the first one's id. */
async function insertDrafts(
  sql: Sql,
  account: Account,
  { draft, boards: [first, ...others] }: { draft: SharedDraft; boards: Boards },
  now: Date,
): Promise<[PostRow, ...PostRow[]]> {
  const series = others.length > 0 ? { groupId: null, position: 0 } : null
  const pin = await insertDraft(sql, account, { ...draft, ...first, series }, now)
  const drafts: [PostRow, ...PostRow[]] = [pin]
  for (const [index, board] of others.entries()) {
    drafts.push(await insertDraft(sql, account, { ...draft, ...board, series: { groupId: pin.id, position: index + 1 } }, now))
  }
  return drafts
}
