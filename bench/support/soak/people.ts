/** What the people of the teams do meanwhile, as the entry points do it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import { DomainError } from '../../../src/core/lib/errors.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { readPost } from '../../../src/core/posts/list.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import { connectAgain, soakActs, type Aftermath } from './acts.js'
import type { SoakWorld } from './world.js'
import type { Chance, SoakOptions } from './options.js'
import { anyPost, scheduleOne, type Team } from './team.js'

export type People = {
  /** How many pins were put on the schedule so far, and what else was done. */
  made: number
  acts: Map<string, number>
  aftermath: Aftermath
  /** Nobody does anything any more; all accounts publish. */
  stop(): Promise<void>
  /** Resolves when the last pin is on the schedule. */
  allMade: Promise<void>
}

const ACT_EVERY_MS = 250
/** How far ahead pins are scheduled, in minutes of the clock. */
const AHEAD = { from: 3, to: 40 }
const TRY_AGAIN_MS = 300
/** Lost by a database that went away. */
const isOfTheirs = (error: unknown) => error instanceof DomainError

export function letPeopleAct(soakWorld: SoakWorld, teams: Team[], options: SoakOptions, chance: Chance): People {
  const { serviceClock, db } = soakWorld
  const soon = (from: number, to: number) => new Date(serviceClock.now().getTime() + chance.between(from, to) * MINUTE_MS)
  const acts = new Map<string, number>()
  const paused = new Map<Team, number>()
  const aftermath: Aftermath = { gonePins: [], goneSections: new Set(), denied: new Set() }
  let isOver = false

  const what = {
    async reschedule(team: Team) {
      const post = await anyPost(team, 'queued')
      if (post) await schedulePost(team.deps, team.actor, { ...post, when: { kind: 'at', at: soon(1, 20) } })
    },
    async edit(team: Team) {
      const post = await anyPost(team, 'queued')
      const title = `Edited  at “${serviceClock.now().getTime()}” ✨`
      if (post) await editPost(team.deps, team.actor, { ...post, changes: { title, altText: 'Edited' } })
    },
    async unschedule(team: Team) {
      const post = await anyPost(team, 'queued')
      if (post) await unschedulePost(team.deps, team.actor, post)
    },
    async 'schedule again'(team: Team) {
      const post = await anyPost(team, 'draft')
      const isGone = post && !team.boardIds.includes((await readPost(team.deps, team.actor, post)).boardId!)
      if (isGone) await editPost(team.deps, team.actor, { ...post, changes: { board: { boardId: chance.oneOf(team.boardIds) } } })
      if (post) await schedulePost(team.deps, team.actor, { ...post, when: { kind: 'at', at: soon(1, 20) } })
    },
    async pause(team: Team) {
      await pausePublishing(team.deps, team.actor, { accountId: team.accountId, whilePaused: 'wait' })
      paused.set(team, soon(3, 15).getTime())
    },
    ...soakActs(soakWorld, chance, aftermath),
  }
  type Act = keyof typeof what
  const OFTEN: Act[] = ['reschedule', 'edit', 'schedule again', 'say what is there', 'delete a section', 'edit on Pinterest']
  const USUAL: Act[] = [
    ...OFTEN,
    ...OFTEN,
    'unschedule',
    'pause',
    'delete and restore',
    'rename a board',
    'connect',
    'delete from Pinterest',
  ]
  /** What a team does not get over so soon. */
  const RARE: Act[] = ['delete a board', 'withdraw the tokens']
  const RARELY = 0.04

  const resume = (team: Team) => resumePublishing(team.deps, team.actor, { accountId: team.accountId })
  /** A team reconnects its account once it is notified. */
  const reconnect = async () => {
    const dead = await db.sql<{ id: string }[]>`select account_id as id from accounts a join connections c using (organization_id)
      where a.token_status = 'unauthorized' and c.account_id = a.id`
    for (const team of teams.filter(({ accountId }) => dead.some(({ id }) => id === accountId))) {
      await connectAgain(team, soakWorld)
      count('reconnect')
    }
  }
  const count = (act: string) => void acts.set(act, (acts.get(act) ?? 0) + 1)
  /** Refused is done with; what the database lost is tried again by the next one. */
  const tried = async (work: () => Promise<unknown>): Promise<boolean> =>
    work().then(
      () => true,
      (error: unknown) => isOfTheirs(error),
    )

  const people: People = { made: 0, acts, aftermath, stop, allMade: make() }
  const acting = act()

  async function make(): Promise<void> {
    const everyMs = (options.minutes * MINUTE_MS) / options.posts
    const to = Math.min(AHEAD.to, options.minutes * 12)
    const from = performance.now()
    for (let n = 0; n < options.posts; n++) {
      await sleep(Math.max(0, from + n * everyMs - performance.now()))
      const team = chance.oneOf(teams)
      for (let tries = 0; !(await tried(() => scheduleOne(team, `${n}-${tries}`, soon(AHEAD.from, to), chance))); tries++)
        await sleep(TRY_AGAIN_MS)
      people.made++
    }
  }
  async function act(): Promise<void> {
    while (!isOver) {
      await sleep(ACT_EVERY_MS)
      const act = chance.oneOf(chance.next() < RARELY ? RARE : USUAL)
      if (await tried(() => what[act](chance.oneOf(teams)))) count(act)
      for (const [team, until] of paused)
        if (until < serviceClock.now().getTime() && (await tried(() => resume(team)))) paused.delete(team)
      await tried(reconnect)
    }
  }
  async function stop(): Promise<void> {
    isOver = true
    await acting
    for (const team of teams) await resume(team)
    await reconnect()
  }
  return people
}
