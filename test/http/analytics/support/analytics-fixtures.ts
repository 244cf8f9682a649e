/** /v1 before the simulated platform, with an account of its own there. */
import { DAY_MS } from '../../../../src/core/lib/duration.js'
import type { Deps, Log } from '../../../../src/core/ports/deps.js'
import type { Platform } from '../../../../src/core/ports/platform.js'
import type { Pool } from '../../../../src/db/pool.js'
import { addBoard, addPin, addUser, type SeedPin } from '../../../../src/sandbox/platform/seed-api.js'
import type { Simulator } from '../../../support/simulator.js'
import { START, type SettableClock } from '../../../support/world.js'
import { aPicture } from '../../../platform/support/pictures.js'
import { aServer, type Server } from '../../support/support.js'

export { DAY_MS } from '../../../../src/core/lib/duration.js'

export const aClock = (): SettableClock => {
  const clock: SettableClock = {
    now: START,
    advance(ms) {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  return clock
}

export type Analyst = Server & {
  /** The calls to the platform, by the names of the port. */
  asked: string[]
  userId: string
  boardId: string
  url: string
  /** @returns its id at the platform */
  pin(fields?: Partial<SeedPin>): Promise<string>
}

let users = 0
const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const

/** @param isBusiness at the platform; `believed`: what our row says of it */
export async function anAnalyst(
  db: Pool,
  simulator: Simulator,
  clock: SettableClock,
  { isBusiness = true, believed = isBusiness, log }: { isBusiness?: boolean; believed?: boolean; log?: Log } = {},
): Promise<Analyst> {
  const { platform, asked } = listening(simulator.platform)
  const parts: Partial<Deps> = { platform, clock: () => new Date(clock.now), ...(log && { log }) }
  const server = await aServer(db, { parts, isBusiness: believed })
  const tokens = { accessToken: `pina_analyst${users}`, refreshToken: `pinr_analyst${users}` }
  const user = { username: `analyst${users}`, displayName: `Analyst ${users++}`, isBusiness, createdAt: ago(clock, 400) }
  const { id: userId } = await addUser(db.sql, { ...user, ...tokens })
  const { id: boardId } = await addBoard(db.sql, { ownerId: userId, name: 'Own', createdAt: ago(clock, 400) })
  await db.sql`
    update connections
       set access_token = ${Buffer.from(tokens.accessToken)}, refresh_token = ${Buffer.from(tokens.refreshToken)}
     where organization_id = ${server.organizationId}`
  let pins = 0
  return {
    ...server,
    asked,
    userId,
    boardId,
    url: `/v1/accounts/${server.accountId}`,
    async pin(fields = {}) {
      const texts = { title: `Pin ${pins++}`, description: 'What it shows', link: 'https://shop.test/one', altText: null }
      return (await addPin(db.sql, { boardId, ...texts, createdAt: ago(clock, 40), picture, ...fields })).id
    },
  }
}

export const ago = (clock: SettableClock, days: number) => new Date(clock.now.getTime() - days * DAY_MS)
export const dateAgo = (clock: SettableClock, days: number) => ago(clock, days).toISOString().slice(0, 10)

/** The platform itself, the object a copy of its own; `asked` records each call. */
function listening(platform: Platform): { platform: Platform; asked: string[] } {
  const asked: string[] = []
  const noting = new Proxy(
    { ...platform },
    {
      get(target, name, receiver) {
        const own: unknown = Reflect.get(target, name, receiver)
        if (typeof own !== 'function') return own
        return (...input: unknown[]): unknown => {
          asked.push(String(name))
          return Reflect.apply(own, target, input)
        }
      },
    },
  )
  return { platform: noting, asked }
}

/** The notices to the team and the staff. */
export const notices = async ({ deps, organizationId }: Pick<Server, 'deps' | 'organizationId'>) =>
  (
    await deps.db.sql<{ kind: string }[]>`
      select notice ->> 'kind' as kind from outbox where organization_id = ${organizationId} order by id`
  ).map(({ kind }) => kind)

export const tokenStatusOf = async ({ deps, organizationId }: Pick<Server, 'deps' | 'organizationId'>) =>
  (await deps.db.sql<[{ is: string }]>`select token_status as is from accounts where organization_id = ${organizationId}`)[0].is
