/** One account of the sandbox: connected, with boards, slots, pins in every state, and its plan. */
import { DateTime } from 'luxon'
import { after, DAY_MS, MINUTE_MS } from '../../core/lib/duration.js'
import type { Account } from '../../core/accounts/account.js'
import { addAccount } from '../../core/accounts/connect/connect.js'
import type { Actor } from '../../core/lib/actor.js'
import { setPlan } from '../../core/billing/plan.js'
import { refreshBoards } from '../../core/boards/refresh.js'
import type { When } from '../../core/posts/when.js'
import { createTimeslot, listTimeslots } from '../../core/slots/week/timeslots.js'
import { addBoard, addSection } from '../platform/seed-api.js'
import { channels } from '../slack/ids.js'
import type { SeedAccount, SeedPin } from './content.js'
import { seedEarlier } from './other-accounts.js'
import { seedHistory } from './history.js'
import { makePost, type Place } from './make-post.js'
import { publishPast } from './past.js'
import type { Seeding } from './seeding.js'

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
