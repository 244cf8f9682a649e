/**
 * Whether the promises were kept, judged by what the simulated platform holds: our own tables must agree with it. To be run
 * when all is quiet; each post has a link of its own, so that its pins can be told apart.
 * @see docs/promises.md
 */
import type { Sql } from '../../../src/core/ports/deps.js'
import type { PlatformState } from '../../../src/sandbox/platform/state.js'
import { judgeMoney, judgeNotices } from './judge-accounts.js'

export type Expected = {
  /** Pins that stood there before, and were counted as creates. */
  others?: ReadonlySet<string>
  /** Links of which two pins may stand there: what docs/promises.md names as left over, and nothing else. */
  mayBeTwice?: ReadonlySet<string>
  /**
   * Pins that existed, not shown yet, when somebody reported them as absent: each may stay beside the one that was sent since.
   */
  deniedPins?: ReadonlySet<string>
  /** Pins that were made, and are gone with their board. */
  gonePins?: Pin[]
  /** Sections that the platform has no more: what was in them is at the root of its board. */
  goneSections?: ReadonlySet<string>
}

/** A post as it stands in the end; `deleted`: put aside by a person. */
type Ended = {
  id: string
  status: 'draft' | 'queued' | 'uploading' | 'sent' | 'deleted'
  url: string | null
  title: string | null
  description: string | null
  altText: string | null
  boardId: string | null
  boardSectionId: string | null
  pinId: string | null
  reason: string | null
  tags: string[]
  tagsState: 'pending' | 'added' | 'failed' | null
  pinDeletedAt: Date | null
  /** A change on Pinterest whose answer was lost, and which nobody could look up. */
  unknownChange: 'edit' | 'delete' | null
}
type Row = Omit<Ended, 'unknownChange'>
type Pin = PlatformState['pins'][number]

/** @returns the promises that were broken, each in a sentence; empty when all were kept */
export async function judge(sql: Sql, state: PlatformState, expected: Expected = {}): Promise<string[]> {
  const { others = new Set<string>(), gonePins = [] } = expected
  const posts = await readPosts(sql)
  const pins = state.pins.filter(({ id }) => !others.has(id)).map((pin) => ({ ...pin, link: untagged(pin.link) }))
  return [
    ...judgeCounts(posts, [...pins, ...gonePins], state.creates - others.size - countDeleted(posts, pins, gonePins)),
    ...judgePins(posts, pins, expected),
    ...judgeTags(posts, state, gonePins),
    ...judgeDeletions(posts, pins),
    ...(await judgeEdits(sql)),
    ...(await judgeLeftovers(sql)),
    ...(await judgeAccounts(sql)),
  ]
}

async function judgeAccounts(sql: Sql): Promise<string[]> {
  const organizations = await sql<{ id: string }[]>`select id from organizations order by id`
  const broken: string[] = []
  for (const { id } of organizations) broken.push(...(await judgeMoney(sql, id)), ...(await judgeNotices(sql, id)))
  return broken
}

/** A rule of UTM parameters that came beside tags the pin of a later send; links of posts here have none of their own. */
const untagged = (link: string | null) => link?.replace(/\?utm_.*$/, '') ?? null

/** Also deleted ones: where its team was asked to check the board, deleting it is an answer, too. By reads that a cluster plans, one after the other. */
async function readPosts(sql: Sql): Promise<Ended[]> {
  const columns = sql`
    d.id, d.url, d.title, d.description, d.alt_text as "altText", d.board_id as "boardId", d.board_section_id as "boardSectionId",
    d.pin_id as "pinId", d.failure ->> 'reason' as reason, d.product_tag_pin_ids as tags, d.tags_state as "tagsState",
    d.pin_deleted_at as "pinDeletedAt"`
  const edits = await sql<{ postId: string; kind: 'edit' | 'delete' }[]>`
    select post_id as "postId", kind from pin_edits where state = 'unknown' order by id`
  const unknown = new Map(edits.map(({ postId, kind }) => [postId, kind]))
  const kept = await sql<Row[]>`select ${columns}, d.status from posts d where d.url is not null`
  const deleted = await sql<Row[]>`
    select ${columns}, 'deleted' as status
      from deleted_posts g
     cross join jsonb_populate_record(null::posts, g.post) d
     where d.url is not null`
  const asked = await sql<{ postId: string }[]>`
    select notice ->> 'postId' as "postId"
      from outbox
     where notice ->> 'kind' = 'pinFailed'
       and notice ->> 'reason' = 'outcome_unknown'`
  const askedFor = new Set(asked.map(({ postId }) => postId))
  const reasonOf = ({ id, reason }: Row) => (askedFor.has(id) ? 'outcome_unknown' : reason)
  return [...kept, ...deleted.map((post) => ({ ...post, reason: reasonOf(post) }))].map((post) => ({
    ...post,
    unknownChange: unknown.get(post.id) ?? null,
  }))
}

/** Nothing is on the platform but what was sent, and what a team was asked to check. */
function judgeCounts(posts: Ended[], pins: Pin[], creates: number): string[] {
  const broken: string[] = []
  if (creates !== pins.length) broken.push(`${creates} creates were counted, and ${pins.length} pins came of them`)
  const links = new Set<string | null>()
  for (const { id, url } of posts) {
    if (links.has(url)) broken.push(`post ${id} shares the link ${url} with another: its pins cannot be told apart`)
    links.add(url)
  }
  for (const { id, link } of pins) if (!links.has(link)) broken.push(`pin ${id} with the link ${link} belongs to no post`)
  return broken
}

function judgePins(posts: Ended[], pins: Pin[], expected: Expected): string[] {
  const { mayBeTwice, deniedPins, gonePins = [], goneSections = new Set() } = expected
  const byLink = new Map<string | null, Pin[]>()
  for (const pin of pins) byLink.set(pin.link, [...(byLink.get(pin.link) ?? []), pin])
  return posts.flatMap((post) => {
    const own = byLink.get(post.url) ?? []
    const most = mayBeTwice?.has(post.url!) ? 2 : 1 // its url is not null, by the query
    const undenied = own.filter(({ id }) => !deniedPins?.has(id))
    const said = undenied.length > most ? [`${nameOf(post)} is on the platform ${own.length} times`] : []
    const made = post.status === 'sent' ? [...own, ...gonePins] : undenied
    return [...said, ...judgeEnd(post, made, goneSections)]
  })
}

const nameOf = ({ id, status, url, reason }: Ended) => `post ${id} (${status}${reason ? `, ${reason}` : ''}, ${url})`

/** How it ended, against the pins of its link. */
function judgeEnd(post: Ended, own: Pin[], goneSections: ReadonlySet<string>): string[] {
  switch (post.status) {
    case 'sent': {
      if (post.pinDeletedAt) return []
      const pin = own.find(({ id }) => id === post.pinId)
      if (pin ? post.unknownChange === 'edit' : post.unknownChange === 'delete') return []
      return pin ? judgeText(post, pin, goneSections) : [`${nameOf(post)} was sent as ${post.pinId}, which is none of its pins`]
    }
    case 'queued':
    case 'uploading':
      return [`${nameOf(post)} is forgotten: it neither went out nor failed`]
    case 'draft':
    case 'deleted':
      return own.length > 0 && post.reason !== 'outcome_unknown' ? [`${nameOf(post)} is on the platform and must not be`] : []
  }
}

/** No half of an edit: the pin has the last copy of the post. */
function judgeText(post: Ended, pin: Pin, goneSections: ReadonlySet<string>): string[] {
  const living = (sectionId: string | null) => (sectionId !== null && goneSections.has(sectionId) ? null : sectionId)
  const wanted = [post.title, post.description, post.altText, post.boardId, living(post.boardSectionId)]
  const there = [pin.title, pin.description, pin.alt_text, pin.board_id, living(pin.board_section_id)]
  const isSame = wanted.every((text, at) => text === there[at])
  return isSame ? [] : [`${nameOf(post)} reads ${JSON.stringify(wanted)} and its pin ${JSON.stringify(there)}`]
}

/** Those of a pin that went with its board are gone with it. */
function judgeTags(posts: Ended[], { tags }: PlatformState, gonePins: Pin[]): string[] {
  const gone = new Set(gonePins.map(({ id }) => id))
  const onPlatform = new Map(tags.map((one) => [one.pin_id, one.product_tags]))
  return posts
    .filter(({ status, tags: wanted }) => status === 'sent' && wanted.length > 0)
    .filter(({ pinId }) => !gone.has(pinId!)) // a sent post has its pin
    .flatMap((post) => {
      const there = onPlatform.get(post.pinId!) ?? [] // a sent post has its pin
      if (post.pinDeletedAt) return []
      if (post.tagsState === 'pending') return [`the tags of ${nameOf(post)} are forgotten`]
      const isThere = post.tags.every((tag) => there.includes(tag))
      return post.tagsState === 'added' && !isThere ? [`the tags of ${nameOf(post)} are said to be added and are not`] : []
    })
}

/** Pins that were deleted from Pinterest through us: they were counted as creates, and are there no more. */
const countDeleted = (posts: Ended[], pins: Pin[], gonePins: Pin[]): number => {
  const there = new Set(pins.map(({ id }) => id))
  const gone = new Set(gonePins.map(({ id }) => id))
  return posts.filter(({ pinDeletedAt, unknownChange, pinId }) => {
    const isDeleted = pinDeletedAt !== null || (unknownChange === 'delete' && !there.has(pinId!)) // a sent post has its pin
    return isDeleted && !gone.has(pinId!)
  }).length
}

/** A pin that is said to be deleted is gone. */
const judgeDeletions = (posts: Ended[], pins: Pin[]): string[] =>
  posts.flatMap((post) =>
    post.pinDeletedAt && pins.some(({ id }) => id === post.pinId) ? [`${nameOf(post)} is said to be deleted and is there`] : [],
  )

/** No change of a published pin is left open, and none was requested more than twice. */
async function judgeEdits(sql: Sql): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'the change ' || id || ' of post ' || post_id || ' is ' || state || ', due ' || coalesce(due_at::text, 'never') || ', after ' || requests as what
      from pin_edits
     where due_at is not null or lease_until is not null or requests > 2`
  return rows.map(({ what }) => what)
}

/** Nothing is on hold, open or leased by anybody; no draft without a reason but by a person; no third try. */
async function judgeLeftovers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'a board lock is left: board ' || board_id || ', post ' || post_id as what
      from publish_lanes
     union all
    select 'an attempt is open: post ' || post_id || ', number ' || number || ', ' || state
      from publish_attempts
     where state in ('claimed', 'sending', 'unknown')
     union all
    select 'post ' || p.id || ' is sent and has ' || count(a.number) || ' attempts that say so'
      from posts p
      left join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id and a.state in ('confirmed', 'found')
     where p.status = 'sent'
     group by p.organization_id, p.id
    having count(a.number) <> 1
     union all
    select 'post ' || post_id || ' was tried again although two attempts had left no trace'
      from publish_attempts
     where ruled_out_at is null
     group by organization_id, post_id, send_at
    having max(number) > (array_agg(number order by number) filter (where state = 'absent'))[2]
     union all
    select 'post ' || id || ' is ' || status || ' and is due or leased'
      from posts
     where status in ('draft', 'sent')
       and (due_at is not null or lease_until is not null)
     union all
    select 'post ' || p.id || ' (' || p.url || ') is a draft that no person made one'
      from posts p
     where p.status = 'draft'
       and p.failure is null
       and p.charge_number > 0
       and 'draft' is distinct from (select u.after ->> 'status'
                                       from audit u
                                      where u.organization_id = p.organization_id and u.subject = 'post:' || p.id
                                      order by u.id desc
                                      limit 1)
     union all
    select 'an upload is left: post ' || j.post_id || ', ' || j.state
      from video_jobs j
      join posts p on p.organization_id = j.organization_id and p.id = j.post_id
     where j.lease_until is not null
        or p.status = 'sent'`
  return rows.map(({ what }) => what)
}
