/** Homes that are published without a request: something on them has changed, through whichever channel. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { before, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { makeHomes } from '../../../src/jobs/homes.js'
import type { Loop } from '../../../src/jobs/loop.js'
import { beginHome, endHome, markHomesDirty } from '../../../src/core/notices/homes.js'
import { claimHomes } from '../../../src/core/notices/claim-homes.js'
import { botToken, teamId } from '../../../src/sandbox/slack/ids.js'
import { makeHomePublisher } from '../../../src/slack/features/home/publisher.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aTeam, markupOf, type Team } from '../support/a-team.js'

const { db } = await aDatabase()
const calls: string[] = []
const team = aTeam(db, {
  slackFetch: (real) => (input, init) => {
    calls.push(/\/api\/([\w.]+)/.exec(String(input instanceof Request ? input.url : input))?.[1] ?? '')
    return real(input, init)
  },
})
const counting =
  (real: typeof fetch): typeof fetch =>
  (input, init) => {
    calls.push(/\/api\/([\w.]+)/.exec(String(input instanceof Request ? input.url : input))?.[1] ?? '')
    return real(input, init)
  }
beforeEach(() => db.sql`delete from homes`)
const published = () => calls.filter((method) => method === 'views.publish').length

/** As one process of the service has it. */
function aLoop({ deps, slack }: Team): Loop {
  return makeHomes(deps, { show: makeHomePublisher({ ...deps, botToken, fetch: counting(slack.fetch) }) })
}
/** As if the last publishing of each was long enough ago. */
const passTime = () => db.sql`update homes set shown_at = ${before(team.current.deps.wallClock(), 10_000)}`
const homesOf = ({ organizationId }: Team) => db.sql<{ is_dirty: boolean; slack_user_id: string; fingerprint: string | null }[]>`
  select is_dirty, slack_user_id, fingerprint from homes where organization_id = ${organizationId} order by slack_user_id`
const homeOf = async (person: Team['ada']) => markupOf((await person.screen()).home?.blocks)

test('what one person does is seen on the Home of another who looks at it, without their doing', async () => {
  const { ada, milo } = team.current
  await aQueuedPost(team.current, { title: 'Shared', at: new Date('2026-03-09T09:00:00Z') })
  await ada.openHome()
  await milo.openHome()
  await milo.click('Details', { within: 'Shared' })
  await milo.click('Unschedule')
  expect(await homeOf(ada)).toContain('*Mon, Mar 9, ')
  await passTime()
  expect(await aLoop(team.current).drain()).toBe(true)
  expect(await homeOf(ada)).not.toContain('*Mon, Mar 9, ')
  expect((await homesOf(team.current)).map((home) => home.is_dirty)).toEqual([false, false])
})

test('equal content is not published again', async () => {
  const { ada, organizationId, accountId } = team.current
  await ada.openHome()
  await passTime()
  calls.length = 0
  expect(await markHomesDirty(db.sql, { organizationId, accountId })).toBe(1)
  expect(await markHomesDirty(db.sql, { organizationId, accountId })).toBe(0) // it is no longer clean
  await aLoop(team.current).drain()
  expect(published()).toBe(0)
  expect(await homesOf(team.current)).toMatchObject([{ is_dirty: false, fingerprint: expect.any(String) as string }])
})

test('a Home that was opened longer ago is published when it is opened again', async () => {
  const { ada, organizationId, accountId } = team.current
  await ada.openHome()
  const longAgo = before(team.current.deps.wallClock(), 16 * MINUTE_MS)
  await db.sql`update homes set seen_at = ${longAgo}, shown_at = ${longAgo}`
  await aQueuedPost(team.current, { title: 'Came meanwhile' })
  await markHomesDirty(db.sql, { organizationId, accountId })
  expect(await aLoop(team.current).drain()).toBe(false)
  expect(await homeOf(ada)).not.toContain('Came meanwhile')
  await ada.openHome()
  expect(await homeOf(ada)).toContain('Came meanwhile')
})

test('of many in a workspace three are published in two seconds, over all processes', async () => {
  const { organizationId, accountId, deps } = team.current
  const now = deps.wallClock()
  const earlier = new Date(now.getTime() - 60_000)
  for (let person = 0; person < 20; person++) {
    const key = { organizationId, teamId, slackUserId: `U${person}` }
    const { number } = await beginHome(db.sql, key, { isSeen: true }, earlier)
    await endHome(db.sql, key, number, { accountId, page: null, fingerprint: randomUUID() })
  }
  await markHomesDirty(db.sql, { organizationId, accountId })
  const claims = await Promise.all(Array.from({ length: 6 }, () => claimHomes(db, 20, now)))
  expect(claims.flat()).toHaveLength(3)
  expect(await claimHomes(db, 20, new Date(now.getTime() + 1000))).toEqual([])
  const later = await Promise.all(Array.from({ length: 6 }, () => claimHomes(db, 20, new Date(now.getTime() + 2100))))
  expect(later.flat()).toHaveLength(3)
  expect(new Set([...claims.flat(), ...later.flat()].map(({ slackUserId }) => slackUserId)).size).toBe(6)
})

test('a change that comes while a Home is being published makes it dirty again', async () => {
  const { organizationId, accountId, deps } = team.current
  const key = { organizationId, teamId, slackUserId: 'U1' }
  const { number } = await beginHome(db.sql, key, { isSeen: true }, deps.wallClock())
  expect(await markHomesDirty(db.sql, { organizationId, accountId })).toBe(1)
  await endHome(db.sql, key, number, { accountId, page: null, fingerprint: 'a' })
  expect(await homesOf(team.current)).toMatchObject([{ is_dirty: true }])
})

test('of two publishings at once nobody knows which Slack showed last: it is published again', async () => {
  const { organizationId, accountId, deps } = team.current
  const key = { organizationId, teamId, slackUserId: 'U1' }
  const first = await beginHome(db.sql, key, { isSeen: true }, deps.wallClock())
  const second = await beginHome(db.sql, key, { isSeen: true }, deps.wallClock())
  await endHome(db.sql, key, second.number, { accountId, page: null, fingerprint: 'of the second' })
  await endHome(db.sql, key, first.number, { accountId, page: null, fingerprint: 'of the first' })
  expect(await homesOf(team.current)).toMatchObject([{ is_dirty: true, fingerprint: null }])
})

test('a Home whose process died is published by another one', async () => {
  const { ada, organizationId, accountId, deps } = team.current
  await ada.openHome()
  await passTime()
  await aQueuedPost(team.current, { title: 'Seen in the end' })
  await markHomesDirty(db.sql, { organizationId, accountId })
  expect(await claimHomes(db, 1, deps.wallClock())).toHaveLength(1) // and nothing more was heard of it
  expect(await aLoop(team.current).drain()).toBe(false)
  const aMinuteAgo = before(deps.wallClock(), MINUTE_MS)
  await db.sql`update homes set lease_until = ${aMinuteAgo}, shown_at = ${aMinuteAgo}`
  expect(await aLoop(team.current).drain()).toBe(true)
  expect(await homeOf(ada)).toContain('Seen in the end')
})

test('two loops publish each Home once', async () => {
  const { ada, milo, organizationId, accountId } = team.current
  await ada.openHome()
  await milo.openHome()
  await passTime()
  await aQueuedPost(team.current)
  await markHomesDirty(db.sql, { organizationId, accountId })
  calls.length = 0
  await Promise.all([aLoop(team.current).drain(), aLoop(team.current).drain()])
  expect(published()).toBe(2)
})

test('what a change leaves alone is not marked: another account, and who changed it', async () => {
  const { organizationId, accountId, deps } = team.current
  const key = { organizationId, teamId, slackUserId: 'U1' }
  const { number } = await beginHome(db.sql, key, { isSeen: true }, deps.wallClock())
  await endHome(db.sql, key, number, { accountId, page: null, fingerprint: 'a' })
  expect(await markHomesDirty(db.sql, { organizationId, accountId: '1' })).toBe(0)
  expect(await markHomesDirty(db.sql, { organizationId, accountId, exceptUserId: `${teamId}:U1` })).toBe(0)
  expect(await markHomesDirty(db.sql, { organizationId: '999999', accountId })).toBe(0)
  expect(await markHomesDirty(db.sql, { organizationId, accountId })).toBe(1)
})
