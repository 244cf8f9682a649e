/** The simulated platform in a process of its own, on the bench's database, with one business account that has 90 days of numbers. */
import Fastify from 'fastify'
import { DAY_MS } from '../../src/core/lib/duration.js'
import { migrate } from '../../src/db/migrations/migrate.js'
import { openPool } from '../../src/db/pool.js'
import { sandboxMigrationsDir } from '../../src/root.js'
import { simulatorPlugin } from '../../src/sandbox/platform/plugin.js'
import { addBoard, addDays, addUser } from '../../src/sandbox/platform/seed-api.js'
import { readTarget, reportPort } from './forked.js'
import { BOARD, TOKEN } from './simulated.js'

const { url: database } = readTarget<{ url: string }>()
await migrate(database, sandboxMigrationsDir, { now: new Date(), table: 'sandbox_migrations' })
const db = openPool(database, { max: 10 })
const now = new Date()
const maker = { id: '901', username: 'maker', displayName: 'The Maker', isBusiness: true, createdAt: now, accessToken: TOKEN }
const { id: userId } = await addUser(db.sql, maker)
await addBoard(db.sql, { id: BOARD, ownerId: userId, name: 'Kitchen ideas', createdAt: now })
const days = Array.from({ length: 90 }, (_, back) => ({
  day: new Date(now.getTime() - back * DAY_MS).toISOString().slice(0, 10),
  metrics: { IMPRESSION: 900 + back, SAVE: 20, PIN_CLICK: 31, OUTBOUND_CLICK: 8, ENGAGEMENT: 59 },
}))
await addDays(db.sql, { userId }, days)
let url = ''
const app = Fastify()
await app.register(simulatorPlugin({ db, clock: () => new Date(), publicUrl: () => url }))
url = await app.listen({ port: 0, host: '127.0.0.1' })
reportPort(Number(new URL(url).port))
