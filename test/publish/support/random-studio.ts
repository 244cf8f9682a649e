/** Several accounts of several organizations on one platform, the pins of plans in them, and what their people do. */
import { addAccount } from '../../../src/core/connections/connect.js'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import { DomainError } from '../../../src/core/lib/errors.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { editPost } from '../../../src/core/posts/edit.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import type { Pool } from '../../../src/db/pool.js'
import { addBoard, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { changeTokens } from '../../../src/sandbox/platform/faults/token-control.js'
import { aQueuedPost } from '../../support/factories.js'
import { aWorld, START, type World } from '../../support/world.js'
import { aCarousel, aVideoPin } from './kinds.js'
import type { Act, Plan } from './random-plan.js'
import { MINUTE_MS, type PublishWorld } from './support.js'

/** An account of its own organization, with boards of its own at the platform. */
export type Studio = World & { username: string; userId: string; boardIds: string[] }

export async function someStudios(
  db: Pool,
  world: PublishWorld,
  { accounts, boards }: { accounts: number; boards: number },
): Promise<Studio[]> {
  const { sql } = db
  const made: Studio[] = []
  for (let n = 1; n <= accounts; n++) {
    const own = await aWorld(db)
    const username = `studio-${own.organizationId}`
    const user = { username, displayName: 'A studio', isBusiness: true, createdAt: START, id: `90${own.organizationId}00` }
    const { id: userId, ...tokens } = await addUser(sql, user)
    const boardIds: string[] = []
    for (let board = 0; board < boards; board++)
      boardIds.push((await addBoard(sql, { ownerId: userId, name: `Board ${board}`, createdAt: START })).id)
    await sql`update accounts set platform_user_id = ${userId}, username = ${username} where organization_id = ${own.organizationId}`
    await sql`
      update connections
         set access_token = ${Buffer.from(tokens.accessToken)}, refresh_token = ${Buffer.from(tokens.refreshToken)}
       where organization_id = ${own.organizationId}`
    made.push({ ...own, deps: world.deps, clock: world.clock, username, userId, boardIds })
  }
  return made
}

/** Words that a platform may write another way. */
export const copyOf = (name: string) => ({
  url: `https://example.com/${name}`,
  title: `Pin  ${name} & “more” ✨`,
  description: `A shelf — ${name} — of oak & ash.\nIt’s made to last,  and made by hand in the north of Sweden since 1921: see all of them.`,
  altText: 'A shelf & a lamp',
})

/** A pin of the plan, with a link that no other pin has. */
export async function aPlannedPin(studio: Studio, plan: Plan, name: string): Promise<Post> {
  const { deps, actor, accountId, clock } = studio
  const at = new Date(clock.now.getTime() + plan.minute * MINUTE_MS)
  const boardId = studio.boardIds[plan.board]!
  const fields = { ...copyOf(name), boardId, at }
  for (const fault of plan.creates)
    await deps.db.sql`insert into sim_faults (operation, fault, link) values ('create_pin', ${fault}, ${fields.url})`
  switch (plan.kind) {
    case 'image':
      return aQueuedPost(studio, fields)
    case 'carousel':
      return aCarousel(studio, { ...fields, pictures: 2 })
    case 'video':
      return aVideoPin(studio, fields)
    case 'tagged': {
      const { id: postId } = await aQueuedPost(studio, fields)
      return editPost(deps, actor, { accountId, postId, changes: { productTagPinIds: ['8001'] } })
    }
  }
}

/** It is on its way or gone; or a draft of an account that is not connected. */
const REFUSALS = ['CONFLICT', 'NOT_FOUND', 'PAYMENT_REQUIRED']

/** As an entry point does it; what is refused because the pin is on its way changes nothing. */
export async function doAct(studio: Studio, { id: postId }: Pick<Post, 'id'>, act: Act): Promise<'done' | 'refused'> {
  const { deps, actor, accountId, clock } = studio
  const pin = { accountId, postId }
  try {
    switch (act.kind) {
      case 'edit':
        await editPost(deps, actor, {
          ...pin,
          changes: { title: `Edited  ${postId} at “${clock.now.getTime()}” ✨`, altText: 'Edited' },
        })
        break
      case 'unschedule':
        await unschedulePost(deps, actor, pin)
        break
      case 'delete':
        await deletePost(deps, actor, pin)
        break
      case 'reschedule': {
        const at = new Date(clock.now.getTime() + act.minutes * MINUTE_MS)
        await schedulePost(deps, actor, { ...pin, when: { kind: 'at', at } })
        break
      }
      case 'pause':
        await pausePublishing(deps, actor, { accountId, whilePaused: act.whilePaused })
        break
      case 'disconnect':
        await changeTokens(deps.db.sql, { username: studio.username, do: 'revoke' }, clock.now)
    }
    return 'done'
  } catch (error) {
    if (error instanceof DomainError && REFUSALS.includes(error.code)) return 'refused'
    throw error
  }
}

export const resume = ({ deps, actor, accountId }: Studio) => resumePublishing(deps, actor, { accountId })

/** Its team connects it once it is notified. */
export async function reconnect({ deps, actor, userId, username }: Studio): Promise<void> {
  const { sql } = deps.db
  await sql`delete from sim_tokens where user_id = ${userId}`
  const tokens = await addUser(sql, { id: userId, username, displayName: 'A studio', isBusiness: true, createdAt: START })
  await addAccount(deps, actor, { ...tokens, timezone: null })
}

export async function findUnauthorized({ deps }: PublishWorld): Promise<Set<string>> {
  const rows = await deps.db.sql<{ id: string }[]>`select id from accounts where token_status = 'unauthorized'`
  return new Set(rows.map(({ id }) => id))
}
