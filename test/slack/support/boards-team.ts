/** A team with a platform: the simulated one over HTTP, behind a gateway that a test may close. */
import { afterAll, beforeEach, expect, vi } from 'vitest'
import type { Platform } from '../../../src/core/ports/platform.js'
import type { Pool } from '../../../src/db/pool.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addSection } from '../../../src/sandbox/platform/seed-api.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import type { SlackUser } from '../../support/slack-user.js'
import { startSimulator, type Simulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { aTeam, markupOf, type Team, textOn, waitAsProduct } from './a-team.js'

export type BoardTeam = {
  team: { current: Team }
  simulator: Simulator
  /** Writes of boards reach the platform no more until they are let through. */
  shut: () => () => void
}

/** Call at the top level of the file. Each test begins with the boards and sections of aWorld(), here and on the platform. */
export async function aBoardTeam(db: Pool): Promise<BoardTeam> {
  const simulator = await startSimulator(db, () => team.current?.clock.now ?? START, { timeoutMs: 2500 })
  const gateway = { open: Promise.resolve() }
  const team = aTeam(db, { parts: { platform: behind(simulator.platform, gateway) } })
  afterAll(() => simulator.close())
  beforeEach(async () => {
    gateway.open = Promise.resolve()
    await clearFaults(db.sql)
    await db.sql`delete from sim_sections`
    await db.sql`delete from sim_boards where id not in ('101', '102')`
    await db.sql`update sim_boards set name = case id when '101' then 'Kitchen ideas' else 'Garden' end, description = null`
    await db.sql`update sim_tokens set revoked_at = null`
    await addSection(db.sql, { id: '1011', boardId: '101', name: 'Shelves' })
    await addSection(db.sql, { id: '1012', boardId: '101', name: 'Lamps' })
  })
  return {
    team,
    simulator,
    shut() {
      waitAsProduct(team.current)
      let letThrough = () => {}
      gateway.open = new Promise((resolve) => (letThrough = resolve))
      return letThrough
    },
  }
}

function behind(platform: Platform, gateway: { open: Promise<void> }): Platform {
  return {
    ...platform,
    createBoard: async (...asked) => gateway.open.then(() => platform.createBoard(...asked)),
    updateBoard: async (...asked) => gateway.open.then(() => platform.updateBoard(...asked)),
    createSection: async (...asked) => gateway.open.then(() => platform.createSection(...asked)),
    deleteSection: async (...asked) => gateway.open.then(() => platform.deleteSection(...asked)),
  }
}

/** What the platform has. */
export const namesAt = async (simulator: Simulator): Promise<string[]> =>
  (await simulator.state()).boards.map(({ name }) => String(name))

/** The names that are listed, as they stand. */
export const listedOn = (screen: Screen): string[] =>
  (screen.modal?.blocks ?? []).flatMap((block) => {
    const [, name] = /^\*(.+)\*\n\d+ pins?\b/.exec(markupOf(block)) ?? []
    return name === undefined ? [] : [name]
  })

/** The app's own timeout decides: the test waits for the view that shows progress, however long it takes. */
export async function untilShown(person: SlackUser, sentence: string): Promise<void> {
  await vi.waitFor(async () => expect(textOn((await person.screen()).modal?.blocks)).toContain(sentence), { timeout: 60_000 })
}

/** Sends the form, whose work ends only once Slack has its working view and `meanwhile` is over. */
export async function submitLate(
  { shut }: BoardTeam,
  person: SlackUser,
  working: string,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Screen> {
  const letThrough = shut()
  const submitting = person.submit()
  await untilShown(person, working)
  await meanwhile()
  letThrough()
  return submitting
}

/** The person closes their forms while one of them is being worked on. */
export const closeAll = async ({ slack }: Team): Promise<void> =>
  void (await slack.workspace.db.sql`delete from slk_views where position > 0`)

/** A board in the cache alone. */
export async function aCachedBoard(
  { deps, organizationId, accountId, clock }: Team,
  { id, name, privacy = 'public', pins = 0, isCollaborator = false }: CachedBoard,
): Promise<void> {
  await deps.db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, pin_count, is_collaborator, fetched_at)
    values (${organizationId}, ${accountId}, ${id}, ${name}, ${privacy}, ${pins}, ${isCollaborator}, ${clock.now})`
}
type CachedBoard = { id: string; name: string; privacy?: string; pins?: number; isCollaborator?: boolean }

/** The tokens are dead, as a person finds out at the platform. */
export const disconnect = async ({ deps }: Team): Promise<void> =>
  void (await deps.db.sql`update sim_tokens set revoked_at = now()`)
