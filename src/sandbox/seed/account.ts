/** One account of the sandbox: connected, with boards, slots, pins in every state, and its plan. */
import { DateTime } from 'luxon'
import { after, DAY_MS, MINUTE_MS, before } from '../../core/lib/duration.js'
import type { Account } from '../../core/accounts/account.js'
import { addAccount } from '../../core/connections/connect.js'
import type { Actor } from '../../core/lib/actor.js'
import { setPlan } from '../../core/billing/plan.js'
import { refreshBoards } from '../../core/boards/refresh.js'
import type { When } from '../../core/posts/when.js'
import { createTimeslot, listTimeslots } from '../../core/slots/week/timeslots.js'
import { addBoard, addSection, addDays, type SeedDay, addPin } from '../platform/seed-api.js'
import { channels, otherTeam, teamId, users } from '../slack/ids.js'
import type { SeedAccount, SeedPin } from './content.js'
import { seedEarlier } from './other-accounts.js'
import type { Seeding } from './seeding.js'
import { type Metrics, withEngagement, withRates } from '../platform/analytics/days.js'
import { pinDays, together, type PinFacts } from '../platform/analytics/made-up-days.js'
import { putApprovalRules } from '../../core/posts/approval/rules/rules.js'
import type { Step } from '../../core/posts/approval/steps/steps.js'
import { setClients } from '../../core/posts/review-links/people.js'
import { EMPTY_CONTENT } from '../../core/posts/content.js'
import { createPosts } from '../../core/posts/create/create.js'
import type { Post } from '../../core/posts/post.js'
import type { MediaSource } from '../../core/media/post-media.js'

const CREDITS = 1_000

type Places = (pin: Pick<SeedPin, 'board' | 'section'>) => Place

/** Every step checks what already exists, so that an interrupted start is resumed. */
export async function seedAccount(
  seeding: Seeding,
  actor: Actor,
  seed: SeedAccount,
  user: { id: string; accessToken: string; refreshToken: string },
): Promise<void> {
  const { deps } = seeding
  const places = await seedBoards(seeding, seed, user.id)
  await seedEarlier(seeding, { id: user.id, username: seed.username }, (board) => places({ board }).boardId)
  const account = await addAccount(deps, actor, { ...user, timezone: seed.timezone })
  await deps.db.sql`
    update accounts
       set notify_channel_id = ${channels.pins}, tells_published = true
     where organization_id = ${account.organizationId} and id = ${account.id}`
  await refreshBoards(deps, account)
  await seedTimeslots(seeding, actor, account, seed)

  const known = await knownTitles(seeding, account)
  for (const [index, pin] of seed.published.entries())
    await publishPast(seeding, actor, account, { pin, index, place: places(pin) })
  for (const pin of seed.drafts)
    if (!known.has(pin.title)) await makePost(seeding, actor, account, pin, places(pin), { kind: 'draft' })
  for (const [index, pin] of seed.queued.entries()) {
    if (!known.has(pin.title)) await makePost(seeding, actor, account, pin, places(pin), whenFor(seed, index, deps.clock()))
  }
  await setPlan(deps, actor, { accountId: account.id, change: { access: 'granted', allowance: 0, credits: CREDITS } })
  if (seed.requested && !known.has(seed.requested.title))
    await requestPin(seeding, actor, account, seed.requested, places(seed.requested))
  await refreshBoards(deps, account) // includes the number of pins
  await seedHistory(seeding, user.id)
}

/**
 * The times of queued pins start the day after tomorrow, so that a newcomer's pin in the next open slot goes out first. The first
 * ones are at slots, the third at a time of its own.
 */
function whenFor({ timezone, slotTimes }: SeedAccount, index: number, now: Date): When {
  const time = slotTimes[index]
  if (time === undefined) return { kind: 'at', at: after(now, 3 * DAY_MS + 47 * MINUTE_MS) }
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const day = DateTime.fromJSDate(now, { zone: timezone }).plus({ days: 2 })
  return { kind: 'at', at: day.set({ hour, minute, second: 0, millisecond: 0 }).toJSDate() }
}

async function seedBoards({ deps }: Seeding, seed: SeedAccount, ownerId: string): Promise<Places> {
  const { sql } = deps.db
  const byName = new Map<string, { id: string; sections: Map<string, string> }>()
  for (const { name, description, privacy, sections } of seed.boards) {
    const { id } = await addBoard(sql, { ownerId, name, description, privacy, createdAt: deps.clock() })
    const ids = new Map<string, string>()
    for (const section of sections) ids.set(section, (await addSection(sql, { boardId: id, name: section })).id)
    byName.set(name, { id, sections: ids })
  }
  return ({ board, section }) => {
    const found = byName.get(board)
    if (!found) throw new Error(`the seed has no board ${board}`)
    return { boardId: found.id, boardSectionId: section === undefined ? null : (found.sections.get(section) ?? null) }
  }
}

async function seedTimeslots({ deps }: Seeding, actor: Actor, account: Account, { slotTimes }: SeedAccount): Promise<void> {
  const taken = new Set(
    (await listTimeslots(deps, actor, { accountId: account.id })).map(({ day, minute }) => `${day} ${minute}`),
  )
  for (let day = 0; day < 7; day++) {
    for (const time of slotTimes) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      if (taken.has(`${day} ${hours * 60 + minutes}`)) continue
      await createTimeslot(deps, actor, { accountId: account.id, day, time, timezone: null })
    }
  }
}

async function knownTitles({ deps }: Seeding, { organizationId, id }: Account): Promise<Set<string | null>> {
  const rows = await deps.db.sql<{ title: string | null }[]>`
    select title
      from posts
     where organization_id = ${organizationId} and account_id = ${id}`
  return new Set(rows.map(({ title }) => title))
}

/** Ends the day before yesterday, because later days are not ready and hold what is pinned today. */
const DAYS = 88
/** Impressions that do not come from the seeded pins. */
const BASE = 500

/** Adds the account's days. Those of its pins are made up by the platform and only counted here. */
export async function seedHistory({ deps }: Seeding, userId: string): Promise<void> {
  const { sql } = deps.db
  const today = Math.floor(deps.clock().getTime() / DAY_MS)
  const pins = await sql<PinFacts[]>`
    select p.id, p.created_at as "createdAt", v.duration_ms as "durationMs"
      from sim_pins p
      left join sim_media v on v.id = p.video_id
     where p.owner_id = ${userId}`
  await addDays(sql, { userId }, history(today, Number(userId.slice(-3)), ofPins([...pins])))
}

function ofPins(pins: PinFacts[]): (day: number) => Metrics {
  return together(
    pins.map((pin) => {
      const [begin, make] = [Math.floor(pin.createdAt.getTime() / DAY_MS), pinDays(pin)]
      return (day) => (day < begin ? {} : make(day))
    }),
  )
}

/** @param today counted from 1970, as are all days here */
function history(today: number, seed: number, ofPins: (day: number) => Metrics): SeedDay[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const day = today - 1 - (DAYS - index)
    const at = new Date(day * DAY_MS)
    const weekend = [0, 6].includes(at.getUTCDay()) ? 1.35 : 1
    const wave = 1 + 0.12 * Math.sin((index + seed) / 3.7) + 0.08 * Math.sin((index * seed) / 11)
    const elsewhere = Math.round(BASE * weekend * wave * (0.7 + (0.6 * index) / DAYS))
    const share = (part: number) => Math.round(elsewhere * part)
    const { IMPRESSION = 0, SAVE = 0, PIN_CLICK = 0, OUTBOUND_CLICK = 0 } = ofPins(day)
    const counts = {
      IMPRESSION: IMPRESSION + elsewhere,
      SAVE: SAVE + share(0.021),
      PIN_CLICK: PIN_CLICK + share(0.034),
      OUTBOUND_CLICK: OUTBOUND_CLICK + share(0.008),
    }
    return { day: at.toISOString().slice(0, 10), metrics: withRates(withEngagement(counts)) }
  })
}

/** Pins that were published before the sandbox was opened: on the platform and, as sent posts, with us. */
type Past = { pin: SeedPin; index: number; place: Place }

/** Publishes a pin in the past: the newest yesterday, each further one three days earlier. Does nothing if it is already sent. */
async function publishPast(seeding: Seeding, actor: Actor, account: Account, { pin, index, place }: Past): Promise<void> {
  const { deps, samples } = seeding
  const { sql } = deps.db
  const { organizationId, id: accountId } = account
  const [known] = await sql<{ id: string; status: string }[]>`
    select id, status
      from posts
     where organization_id = ${organizationId} and account_id = ${accountId} and title = ${pin.title}`
  if (known && known.status !== 'draft') return
  const postId = known?.id ?? (await makePost(seeding, actor, account, pin, place, { kind: 'draft' })).id
  const bytes = await samples.read(pin.picture)
  if (!bytes) throw new Error(`the seed names a picture that is not drawn: ${pin.picture}`)
  const sentAt = new Date(Math.floor((deps.clock().getTime() - (1 + index * 3) * DAY_MS) / 1000) * 1000)
  const { title, description, link, altText } = pin
  const { id: pinId } = await addPin(sql, {
    boardId: place.boardId,
    sectionId: place.boardSectionId,
    title,
    description,
    link,
    altText,
    createdAt: sentAt,
    picture: { contentType: 'image/jpeg', bytes },
  })
  await sql`
    update posts
       set status = 'sent', send_at = ${sentAt}, sent_at = ${sentAt}, pin_id = ${pinId},
           created_at = ${before(sentAt, DAY_MS)}, updated_at = ${sentAt}
     where organization_id = ${organizationId} and account_id = ${accountId} and id = ${postId}`
}

/**
 * Turns approvals on, lets the client decide what goes on one board, and asks as the second person would. The time is none of a
 * slot, so a newcomer’s pin still gets the next one.
 */
async function requestPin(seeding: Seeding, actor: Actor, account: Account, pin: SeedPin, place: Place): Promise<void> {
  const { deps } = seeding
  const { organizationId } = account
  await deps.db.sql`
    update accounts
       set approval_policy = 'required', approvals_channel_id = ${channels.approvals}
     where organization_id = ${organizationId} and id = ${account.id}`
  const accountId = account.id
  const client = { name: 'Rosa', people: [{ teamId: otherTeam.id, userId: users.client, name: 'Rosa Bluebird' }] }
  const step: Step = { name: 'Client', reviewers: [{ kind: 'contact', id: client.name }], rule: 'any' }
  const rule = { name: otherTeam.name, steps: [step], when: { boardIds: [place.boardId] } }
  await putApprovalRules(deps, actor, { accountId, rules: [rule] })
  await setClients(deps, actor, { accountId, channelId: channels.client, contacts: [client] })
  const milo: Actor = { organizationId, via: 'slack', role: 'contributor', userId: `${teamId}:${users.member}` }
  await makePost(seeding, milo, account, pin, place, { kind: 'at', at: after(deps.clock(), 4 * DAY_MS + 47 * MINUTE_MS) })
}

/** Makes a seeded post through the ordinary operations. */
type Place = { boardId: string; boardSectionId: string | null }

async function makePost(
  { deps, baseUrl }: Seeding,
  actor: Actor,
  account: Account,
  pin: SeedPin,
  board: Place,
  when: When,
): Promise<Post> {
  const { title, description, link: url, altText, picture, more = [] } = pin
  const sourceOf = (name: string): MediaSource => ({
    kind: 'url',
    url: `${baseUrl}/sandbox/media/${name}`,
    mediaType: name.endsWith('.mp4') ? 'video' : 'image',
  })
  const [post] = await createPosts(deps, actor, {
    ...EMPTY_CONTENT,
    accountId: account.id,
    media: sourceOf(picture),
    carouselItems: more.map(sourceOf),
    title,
    description,
    url,
    altText,
    board,
    when,
    series: null,
  })
  return post!
}
