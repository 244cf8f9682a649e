/** What an account has for a search: pins on their way or published, drafts without a time, and pages of feeds without a pin. */
import type { Account } from '../../accounts/account.js'
import { hasRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { before, DAY_MS } from '../../lib/duration.js'
import { urlKeyOf } from '../../lib/http/url.js'
import { isLive } from '../../lib/rows/live.js'
import { mapInSlices } from '../../lib/work/slices.js'
import type { Sql } from '../../ports/deps.js'
import { type PinText, prepare } from '../../insight/relevance/score.js'
import { LEAD_DAYS } from '../../insight/trends/seasons.js'
import { FITS } from '../../insight/trends/words.js'

/** Pins count from this many days ago: twice the time that a pin takes to be found. */
const PINS_SINCE_DAYS = 2 * LEAD_DAYS
/** The most texts compared, the newest first: a person waits. */
const MOST_COMPARED = { pins: 300, drafts: 100, pages: 200 }

export type WaitingDraft = { id: string; title: string; boardId: string | null }
/** `id`: of the feed’s entry. */
export type WaitingPage = { id: string; feedId: string; url: string; title: string | null }
export type Material = { pins: number; drafts: WaitingDraft[]; pages: WaitingPage[] }

type Texts = { title: string | null; description: string | null; altText: string | null; url: string | null }
const textOf = ({ title, description, altText, url }: Texts): PinText => ({
  title: title ?? '',
  description: description ?? '',
  altText: altText ?? undefined,
  link: url ?? undefined,
})

/** Finds the material for each keyword, newest first. A contributor's drafts are their own, as they may change no others. */
export async function findMaterial(
  sql: Sql,
  actor: Actor,
  account: Account,
  keywords: readonly string[],
  now: Date,
): Promise<Material[]> {
  if (keywords.length === 0) return []
  const [pins, drafts, pages] = await Promise.all([
    listPins(sql, account, now),
    listDrafts(sql, actor, account),
    listPages(sql, account),
  ])
  const scorers = keywords.map(prepare)
  const matchesOf = <T extends Texts>(items: readonly T[]) =>
    mapInSlices(items, (item) => {
      const text = textOf(item)
      return scorers.map((score) => score(text) >= FITS.text)
    })
  const [byPin, byDraft, byPage] = [await matchesOf(pins), await matchesOf(drafts), await matchesOf(pages)]
  const pinned = await findPinned(
    sql,
    account,
    pages.filter((_, index) => byPage[index]?.includes(true)),
  )
  const chosen = <T>(items: readonly T[], matches: readonly boolean[][], at: number) =>
    items.filter((_, index) => matches[index]?.[at])
  return keywords.map((_, at) => ({
    pins: chosen(pins, byPin, at).length,
    drafts: chosen(drafts, byDraft, at).map(({ id, title, url, boardId }) => ({ id, title: title ?? url ?? '', boardId })),
    pages: chosen(pages, byPage, at)
      .filter(({ url }) => !pinned.has(urlKeyOf(url)))
      .map(({ id, feedId, url, title }) => ({ id, feedId, url, title })),
  }))
}

/** True for `p` (posts) on its way or on Pinterest. */
const isThere = (sql: Sql) => sql`${isLive(sql, 'p')} and p.pin_deleted_at is null`

const listPins = (sql: Sql, { organizationId, id }: Account, now: Date) => sql<Texts[]>`
  select p.title, p.description, p.alt_text as "altText", p.url
    from posts p
   where p.organization_id = ${organizationId}
     and p.account_id = ${id}
     and ${isThere(sql)}
     and p.send_at > ${before(now, PINS_SINCE_DAYS * DAY_MS)}
   order by p.send_at desc
   limit ${MOST_COMPARED.pins}`

/** Lists drafts that nobody waits for: no failed pins, and none with an open request for approval. */
const listDrafts = (sql: Sql, actor: Actor, { organizationId, id }: Account) => sql<(Texts & WaitingDraft)[]>`
  select p.id, p.title, p.description, p.alt_text as "altText", p.url, p.board_id as "boardId"
    from posts p
   where p.organization_id = ${organizationId}
     and p.account_id = ${id}
     and p.status = 'draft'
     and p.failure is null
     ${hasRoleOn(actor, id, 'contributor') && !hasRoleOn(actor, id, 'scheduler') ? sql`and p.created_by = ${actor.userId}` : sql``}
     and not exists (
       select 1 from approvals a
        where a.organization_id = ${organizationId} and a.post_id = p.id and a.state = 'open'
     )
   order by p.created_at desc, p.id desc
   limit ${MOST_COMPARED.drafts}`

const listPages = (sql: Sql, { organizationId, id }: Account) => sql<(Texts & WaitingPage)[]>`
  select e.id, e.feed_id as "feedId", e.url, coalesce(e.title, e.page ->> 'title') as title, null as description, null as "altText"
    from feed_entries e
   where e.organization_id = ${organizationId}
     and e.account_id = ${id}
     and e.state = 'waiting'
   order by e.published_at desc nulls last, e.id
   limit ${MOST_COMPARED.pages}`

/** Returns the keys of pages that somebody made a pin or a draft of, or is making one of. */
async function findPinned(sql: Sql, { organizationId, id }: Account, pages: readonly WaitingPage[]): Promise<Set<string>> {
  if (pages.length === 0) return new Set()
  const of = sql`
    organization_id = ${organizationId} and account_id = ${id} and url_key = any(${pages.map(({ url }) => urlKeyOf(url))})`
  const rows = await sql<{ key: string }[]>`
    select url_key as key from posts p where ${of} and ${isThere(sql)}
     union
    select url_key from posts where ${of} and status = 'draft'
     union
    select url_key from generations where ${of} and due_at is not null`
  return new Set(rows.map(({ key }) => key))
}
