/** A team whose boards are scored: the simulated platform over HTTP, with pins of ours and of others, behind a gateway that a test may close. */
import { afterAll, afterEach, beforeEach } from 'vitest'
import { MEDIA_LIMITS } from '../../../src/core/media/formats.js'
import type { Platform } from '../../../src/core/ports/platform.js'
import type { Pool } from '../../../src/db/pool.js'
import { makePictures } from '../../../src/media/pictures.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { makeReadByUrl } from '../../../src/sandbox/platform/pins/picture-by-url.js'
import { addBoard, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { addManyPins } from '../../sandbox/platform/support/many-pins.js'
import { startSimulator, type Simulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { aTeam, type Team, type TeamOptions, waitAsProduct } from './a-team.js'
import { aGateway, type Gateway } from './gateway.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'

export type PinText = { title?: string | null; description?: string; altText?: string; link?: string | null }
export type RelevanceTeam = {
  team: { current: Team }
  simulator: Simulator
  /** The pins of boards and of others are given out no more until they are let through. */
  shut(): () => void
  /** How often they were requested in this test. */
  asked(): number
  /** On "Kitchen ideas"; the first is the platform's first. */
  pinned: (pins: PinText[], boardId?: string) => Promise<void>
  /** Of another account, for everybody to find. */
  published: (pins: PinText[]) => Promise<string[]>
}

/** Call at the top level of the file. Each test begins without any pin. */
export async function aRelevanceTeam(db: Pool, options: TeamOptions = {}): Promise<RelevanceTeam> {
  const simulator = await startSimulator(db, () => team.current?.clock.now ?? START)
  const pictures = makePictures({ limits: MEDIA_LIMITS, readSample: makeReadByUrl(db.sql, () => simulator.url) })
  const gateway = aGateway()
  const team = aTeam(db, { ...options, parts: { platform: behind(simulator.platform, gateway), pictures, ...options.parts } })
  const stranger = await addUser(db.sql, { username: 'stranger', displayName: 'A Stranger', isBusiness: false, createdAt: START })
  const { id: theirBoard } = await addBoard(db.sql, { ownerId: stranger.id, name: 'Theirs', createdAt: START })
  afterEach(gateway.open)
  afterAll(async () => {
    await simulator.close()
    await pictures.close()
  })
  beforeEach(async () => {
    await clearFaults(db.sql)
    await db.sql`delete from sim_pins`
    await db.sql`update sim_tokens set revoked_at = null`
  })
  const add = (boardId: string, pins: PinText[]) => {
    const of = (n: number) => pins[pins.length - 1 - n] ?? {} // the newest is the platform's first
    return addManyPins(db.sql, {
      boardId,
      count: pins.length,
      createdAt: START,
      title: (n) => of(n).title ?? null,
      description: (n) => of(n).description ?? null,
      altText: (n) => of(n).altText ?? null,
      link: (n) => of(n).link ?? null,
    })
  }
  return {
    team,
    simulator,
    shut() {
      waitAsProduct(team.current)
      return gateway.shut()
    },
    asked: gateway.asked,
    pinned: async (pins, boardId = '101') => void (await add(boardId, pins)),
    published: async (pins) => (await add(theirBoard, pins)).reverse(),
  }
}

function behind(platform: Platform, { knock }: Gateway): Platform {
  return {
    ...platform,
    listBoardPins: async (...asked) => knock().then(() => platform.listBoardPins(...asked)),
    searchPins: async (...asked) => knock().then(() => platform.searchPins(...asked)),
  }
}

/** What the account still has, and what scoring took. */
export async function booksOf({
  deps: { db },
  accountId,
}: Team): Promise<{ credits: number; charged: { unit: string; amount: number }[] }> {
  const [plan] = await db.sql<{ credits: number }[]>`
    select allowance_left + credits_left as credits from entitlements where account_id = ${accountId}`
  const charged = await db.sql<{ unit: string; amount: number }[]>`
    select unit, amount::int as amount from credit_ledger where account_id = ${accountId} and charge_key like 'relevance:%' order by id`
  return { credits: Number(plan?.credits), charged: [...charged] }
}

export const setCredits = async ({ deps, accountId }: Team, credits: number): Promise<void> =>
  void (await deps.db.sql`update entitlements set credits_left = ${credits}, allowance_left = 0 where account_id = ${accountId}`)

/** Without what is shown while a busy machine takes long. */
export const answersOn = ({ messages }: Screen) => messages.filter(({ text }) => !/^(Loading|Searching|Asking)/.test(text))

/** All that Slack sends, to be sent again. */
export function recordSent({ slack }: Team): { commands: Record<string, string>[]; interactions: object[] } {
  const sent = { commands: [] as Record<string, string>[], interactions: [] as object[] }
  const { sender } = slack.workspace
  const real = { ...sender }
  Object.assign(sender, {
    sendCommand: (form: Record<string, string>) => (sent.commands.push(form), real.sendCommand(form)),
    sendInteraction: (payload: object) => (sent.interactions.push(payload), real.sendInteraction(payload)),
  })
  return sent
}
