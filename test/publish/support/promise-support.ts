/** People calling /v1 while a publisher works on the real clock. */
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import type { Pool } from '../../../src/db/pool.js'
import { buildServer } from '../../../src/http/server.js'
import { addBoard } from '../../../src/sandbox/platform/seed-api.js'
import { START } from '../../support/world.js'
import { aPublishWorld, type PublishWorld } from './support.js'

type Method = 'PATCH' | 'POST' | 'DELETE'
export type RunningWorld = PublishWorld & {
  boardIds: string[]
  /** The HTTP status of the answer. */
  ask(method: Method, path: string, body?: object): Promise<number>
  /** Resolves at that instant of the world's clock, which goes on by itself. */
  at(instant: Date): Promise<void>
}

/** @param boards of the platform's, so that as many pins go out side by side */
export async function aRunningWorld(db: Pool, { boards }: { boards: number }): Promise<RunningWorld> {
  const world = await aPublishWorld(db)
  const { deps, actor, clock } = world
  const begunMs = performance.now()
  Object.defineProperty(clock, 'now', { get: () => new Date(START.getTime() + performance.now() - begunMs) })
  const boardIds = []
  for (let n = 0; n < boards; n++)
    boardIds.push((await addBoard(db.sql, { ownerId: '901', name: `Board ${n}`, createdAt: START })).id)
  const app = await buildServer(deps)
  const { key } = await createApiKey(deps, actor, { name: 'test' })
  const headers = { authorization: `Bearer ${key}` }
  return {
    ...world,
    boardIds,
    ask: async (method, path, body) =>
      (
        await app.inject({
          method,
          url: `/v1/accounts/${world.accountId}/posts/${path}`,
          headers,
          ...(body && { payload: body }),
        })
      ).statusCode,
    at: (instant) => new Promise((resolve) => setTimeout(resolve, Math.max(0, instant.getTime() - clock.now.getTime()))),
  }
}
