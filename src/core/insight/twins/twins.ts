/** Pairs of pins that are two versions of one: read, begun and ended. @see docs/contract.md#version-tests */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import { recordAct } from '../../audit/audit.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest, notFound, RefusedBecause } from '../../lib/errors.js'
import { urlKeyOf } from '../../lib/http/url.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { duplicatePost } from '../../posts/create/duplicate.js'
import { requireMayMake } from '../../posts/permissions.js'
import type { Post } from '../../posts/post.js'
import { findPost } from '../../posts/store.js'
import { type Comparison, compareVersions, type Version } from './comparison.js'

/** `versions`: A is the pin that was made first. */
export type Twin = { versions: readonly [Version, Version]; comparison: Comparison }
type PostRef = { accountId: string; postId: string }

/** @throws NOT_FOUND also when the pin is in no pair */
export async function readTwin(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId }: PostRef,
): Promise<Twin> {
  const twin = await findTwin(sql, await requireAccount(sql, actor, accountId), postId, clock())
  if (!twin) throw notFound('Version test')
  return twin
}

/** Reads the pair of a pin with its stored days: Pinterest is not called. */
export async function findTwin(sql: Sql, { organizationId, id }: Account, postId: string, now: Date): Promise<Twin | undefined> {
  if (!isRowId(postId)) return undefined
  const rows = await sql<(Version & { deletedAt: Date | null; editedAt: Date | null })[]>`
    select p.id as "postId", p.title, p.status, p.board_id as "boardId", p.url_key as "urlKey", p.send_at as "sendAt",
           p.sent_at as "sentAt", p.pin_deleted_at as "deletedAt", ${editedAt(sql, organizationId)} as "editedAt",
           (select coalesce(jsonb_agg(jsonb_build_object(
                     'day', d.day, 'impressions', coalesce((d.metrics ->> 'impression')::float8, 0),
                     'outboundClicks', coalesce((d.metrics ->> 'outboundClick')::float8, 0))), '[]')
              from pin_days d
             where d.organization_id = ${organizationId} and d.account_id = ${id} and d.pin_id = p.pin_id
               and d.data_status = 'READY') as days
      from twins t
      join posts p on p.organization_id = ${organizationId} and p.id = t.post_id
     where t.organization_id = ${organizationId} and t.account_id = ${id}
       and (t.post_id = ${postId} or t.twin_post_id = ${postId})
     order by p.id`
  const [a, b] = rows.map(
    ({ deletedAt, editedAt, ...version }): Version => ({ ...version, changed: firstOf(editedAt, deletedAt) }),
  )
  return a && b && { versions: [a, b], comparison: compareVersions([a, b], now) }
}

/** When what people see of `posts p` was first changed on Pinterest, perhaps. */
const editedAt = (sql: Sql, organizationId: string) => sql`(
  select min(coalesce(e.sending_at, e.requested_at))
    from pin_edits e
   where e.organization_id = ${organizationId} and e.post_id = p.id
     and e.kind = 'edit' and e.state not in ('pending_approval', 'refused')
     and (e.before - 'altText') is distinct from (e.after - 'altText'))`

function firstOf(editedAt: Date | null, deletedAt: Date | null): Version['changed'] {
  if (editedAt && !(deletedAt && deletedAt < editedAt)) return { at: editedAt, because: 'edited' }
  return deletedAt && { at: deletedAt, because: 'deleted' }
}

/**
 * Pairs two pins of one link. The pair that they are already is no error.
 * @throws FORBIDDEN below scheduler · NOT_FOUND · BAD_REQUEST postId: the pin itself · CONFLICT not_testable, test_exists
 */
export async function pairTwins(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId, otherPostId }: PostRef & { otherPostId: string },
  beforeCommit?: BeforeCommit<Twin>,
): Promise<Twin> {
  requireRoleOn(actor, accountId, 'scheduler')
  if (postId === otherPostId) throw badRequest('postId', (of) => `${of('postId')} must be another pin than the one in the path.`)
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    const posts = await Promise.all([postId, otherPostId].map((id) => requireTestable(sql, account, id)))
    const [one, other] = posts.map(({ url }) => urlKeyOf(url ?? ''))
    if (one !== other) throw new RefusedBecause('not_testable', { about: 'links' })
    const before = await findTwin(sql, account, postId, now)
    const isPaired = before?.versions.some((version) => version.postId === otherPostId)
    if (!isPaired) await store(sql, actor, account, [postId, otherPostId], now)
    const twin = await findTwin(sql, account, postId, now)
    if (!twin) throw notFound('Post') // one of them was deleted meanwhile
    await beforeCommit?.(sql, twin)
    return twin
  })
}

/**
 * Begins a test with a copy of the pin as a draft, in which its picture or title can be changed. A pin that is in a pair has its
 * other version already, so a second press makes none.
 * @returns the id of the other version
 * @throws FORBIDDEN a viewer · NOT_FOUND · CONFLICT not_testable, post_status_changed
 */
export async function beginTwin(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, ref: PostRef): Promise<string> {
  const { accountId, postId } = ref
  requireMayMake(actor, accountId)
  const { sql } = deps.db
  const account = await requireAccount(sql, actor, accountId)
  const there = async () =>
    (await findTwin(sql, account, postId, deps.clock()))?.versions.find((version) => version.postId !== postId)?.postId
  const known = await there()
  if (known !== undefined) return known
  await requireTestable(sql, account, postId)
  try {
    const copy = await duplicatePost(deps, actor, ref, (tx, draft) => store(tx, actor, account, [postId, draft.id], deps.clock()))
    return copy.id
  } catch (error) {
    const others = error instanceof RefusedBecause && error.details.reason === 'test_exists' ? await there() : undefined
    if (others === undefined) throw error
    return others // somebody else was faster
  }
}

/**
 * Ends a test; both pins stay.
 * @returns the pair as it was
 * @throws FORBIDDEN below scheduler · NOT_FOUND also when the pin is in no pair
 */
export async function endTwin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId }: PostRef,
  beforeCommit?: BeforeCommit<Twin>,
): Promise<Twin> {
  requireRoleOn(actor, accountId, 'scheduler')
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    const twin = await findTwin(sql, account, postId, now)
    const removed = await sql`
      delete from twins
       where organization_id = ${account.organizationId} and account_id = ${account.id}
         and post_id = any (${(twin?.versions ?? []).map((version) => version.postId)}::bigint[])`
    if (!twin || removed.count === 0) throw notFound('Version test')
    await recordAct(sql, actor, actOf(account, twin.versions[0].postId, 'remove'), now)
    await beforeCommit?.(sql, twin)
    return twin
  })
}

const actOf = ({ id: accountId }: Account, postId: string, action: 'add' | 'remove') => ({
  accountId,
  subject: `twin:${postId}`,
  action,
})

/** Writes both rows in the order of their keys, so that two pairs at once cannot deadlock. @throws CONFLICT test_exists */
async function store(sql: Sql, actor: Actor, account: Account, pair: [string, string], now: Date): Promise<void> {
  const { organizationId, id } = account
  const [one, other] = BigInt(pair[0]) < BigInt(pair[1]) ? pair : [pair[1], pair[0]]
  const stored = await sql`
    insert into twins (organization_id, post_id, account_id, twin_post_id, created_at)
    values (${organizationId}, ${one}, ${id}, ${other}, ${now}), (${organizationId}, ${other}, ${id}, ${one}, ${now})
    on conflict do nothing`
  if (stored.count !== 2) throw new RefusedBecause('test_exists')
  await recordAct(sql, actor, actOf(account, one, 'add'), now)
}

/** Checks that the numbers of a pin can be those of one version. @throws NOT_FOUND · CONFLICT not_testable */
async function requireTestable(sql: Sql, { organizationId, id: accountId }: Account, postId: string): Promise<Post> {
  const post = await findPost(sql, { organizationId, accountId, postId })
  if (!post) throw notFound('Post')
  const about = post.savedPin
    ? 'saved'
    : post.url === null
      ? 'noLink'
      : post.sourcePostId !== null
        ? 'repeat'
        : post.pinDeletedAt
          ? 'deleted'
          : (await wasEdited(sql, post))
            ? 'edited'
            : undefined
  if (about !== undefined) throw new RefusedBecause('not_testable', { about })
  return post
}

async function wasEdited(sql: Sql, { organizationId, id }: Post): Promise<boolean> {
  const [row] = await sql<{ at: Date | null }[]>`
    select ${editedAt(sql, organizationId)} as at
      from posts p
     where p.organization_id = ${organizationId} and p.id = ${id}`
  return row?.at != null
}
