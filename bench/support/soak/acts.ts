/**
 * What else people do while pins are on their way: to boards and sections, to the account's tokens, to published pins, and to pins
 * whose outcome is unknown.
 */
import { refreshBoards } from '../../../src/core/boards/refresh.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { addAccount } from '../../../src/core/connections/connect.js'
import { createSection, deleteSection } from '../../../src/core/boards/sections.js'
import { updateBoard } from '../../../src/core/boards/update-board.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { deletePublished, editPublished } from '../../../src/core/publish/published/request.js'
import { setOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { addBoard, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { readState, type PlatformState } from '../../../src/sandbox/platform/state.js'
import { changeTokens } from '../../../src/sandbox/platform/faults/token-control.js'
import type { SoakWorld } from './world.js'
import type { Chance } from './options.js'
import { anyPost, type Team } from './team.js'

/** What the judge has to know of it. */
export type Aftermath = {
  gonePins: PlatformState['pins']
  goneSections: Set<string>
  /** Pins that somebody reported as absent before the platform showed them. */
  denied: Set<string>
}

export function soakActs(
  { serviceClock, db, platformDb }: SoakWorld,
  chance: Chance,
  { gonePins, goneSections, denied }: Aftermath,
) {
  const pinsOf = async (url: string) => [
    ...(await platformDb.sql<{ id: string; createdAt: Date; isShown: boolean }[]>`
      select id, created_at as "createdAt", visible_at is null or visible_at <= ${serviceClock.now()} as "isShown"
        from sim_pins
       where link = ${url}
       order by number`),
  ]
  return {
    async 'delete and restore'(team: Team) {
      const post = await anyPost(team, 'queued')
      if (!post) return
      const { version } = await deletePost(team.deps, team.actor, post)
      await undoChange(team.deps, team.actor, { ...post, version })
    },
    /** As a person who has checked the board reports it. */
    async 'say what is there'(team: Team) {
      const [post] = await db.sql<{ id: string; url: string }[]>`
        select p.id, p.url
          from posts p
          join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id and a.number = p.attempt_number
         where p.organization_id = ${team.organizationId}
           and (p.status = 'uploading' and a.state = 'unknown' or p.failure ->> 'reason' = 'outcome_unknown')
         order by random()
         limit 1`
      if (!post) return
      const ref = { accountId: team.accountId, postId: post.id }
      const shown = (await pinsOf(post.url)).find(({ isShown }) => isShown)
      if (shown) return void (await setOutcome(team.deps, team.actor, { ...ref, outcome: { kind: 'there', pinId: shown.id } }))
      const saidAt = serviceClock.now()
      await setOutcome(team.deps, team.actor, { ...ref, outcome: { kind: 'notThere' } })
      const pins = await pinsOf(post.url)
      for (const { id, createdAt } of pins) if (createdAt <= saidAt) denied.add(id)
    },
    async 'edit on Pinterest'(team: Team) {
      const post = await aPublished(team)
      const title = `Edited there “${serviceClock.now().getTime()}”`
      if (post) await editPublished(team.deps, team.actor, { accountId: post.accountId, postId: post.postId, changes: { title } })
    },
    async 'delete from Pinterest'(team: Team) {
      const post = await aPublished(team)
      if (post) await deletePublished(team.deps, team.actor, { ...post, confirm: post.pinId })
    },
    async 'delete a section'(team: Team) {
      const boardId = chance.oneOf(team.boardIds)
      const sectionId = chance.oneOf(team.sections.get(boardId) ?? [])
      if (!sectionId) return
      goneSections.add(sectionId)
      await deleteSection(team.deps, team.actor, { accountId: team.accountId, boardId, sectionId })
      const name = `Since ${serviceClock.now().getTime()}`
      const { id } = await createSection(team.deps, team.actor, { accountId: team.accountId, boardId, name })
      team.sections.set(boardId, [...(team.sections.get(boardId) ?? []).filter((one) => one !== sectionId), id])
    },
    async 'rename a board'(team: Team) {
      const boardId = chance.oneOf(team.boardIds)
      const name = `Board ${boardId} at ${serviceClock.now().getTime()}`
      await updateBoard(team.deps, team.actor, { accountId: team.accountId, boardId, name })
    },
    /** On the platform, with its pins; another one comes for it. */
    async 'delete a board'(team: Team) {
      const boardId = chance.oneOf(team.boardIds)
      const pins = await platformDb.tx(async (sql) => {
        await sql`select from sim_boards where id = ${boardId} for update` // so that no pin comes after those that are read
        const { pins } = await readState(sql)
        await sql`delete from sim_boards where id = ${boardId}`
        return pins.filter((pin) => pin.board_id === boardId)
      })
      gonePins.push(...pins)
      const name = `Board since ${serviceClock.now().getTime()}`
      const made = await addBoard(platformDb.sql, { ownerId: team.userId, name, createdAt: serviceClock.now() })
      team.boardIds = [...team.boardIds.filter((one) => one !== boardId), made.id]
      await refreshBoards(team.deps, await requireAccount(db.sql, team.actor, team.accountId))
    },
    async 'withdraw the tokens'(team: Team) {
      await changeTokens(platformDb.sql, { username: team.username, do: 'revoke' }, serviceClock.now())
    },
    connect: (team: Team) => connectAgain(team, { serviceClock, platformDb }),
  }
}

/** Returns a published pin that is on Pinterest, as far as we know. */
async function aPublished({ deps, organizationId, accountId }: Team) {
  const [post] = await deps.db.sql<{ id: string; pinId: string }[]>`
    select id, pin_id as "pinId"
      from posts
     where organization_id = ${organizationId} and status = 'sent' and pin_deleted_at is null
     order by random()
     limit 1`
  return post && { accountId, postId: post.id, pinId: post.pinId }
}

/** With new tokens; those of before end. */
export async function connectAgain(
  team: Team,
  { serviceClock, platformDb }: Pick<SoakWorld, 'serviceClock' | 'platformDb'>,
): Promise<void> {
  const { userId: id, username, deps, actor } = team
  await platformDb.sql`delete from sim_tokens where user_id = ${id}`
  const user = { id, username, displayName: 'A team', isBusiness: true, createdAt: serviceClock.now() }
  await addAccount(deps, actor, { ...(await addUser(platformDb.sql, user)), timezone: null })
}
