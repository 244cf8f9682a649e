/** What came from a backup may have gone out since: nothing of it fails for being late before somebody has compared. */
import { expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { failMissed, nextSweepDue, sweepLate } from '../../../src/core/publish/late/sweep.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf } from '../../support/factories.js'
import { aPin, noticesOf, reread } from '../../publish/support/support.js'
import { aRestoreWorld } from './support/restores.js'

const { db } = await aDatabase()
const { world, inHours, published, restore, compare } = await aRestoreWorld(db)
const { deps, actor, organizationId, accountId, clock } = world
const { sql } = db
const url = (name: string) => `https://example.com/late/${name}`

test.each(['wait', 'fail'] as const)(
  'a pin more than a day late does not fail before its board was read (%s)',
  async (whilePaused) => {
    await sql`update accounts set while_paused = ${whilePaused}`
    const credits = await creditsOf(world)
    const post = await aPin(world, { url: url(`swept-${whilePaused}`), at: inHours(2) })
    const pinId = await published(post, inHours(2))
    await restore(30)
    await pausePublishing(deps, actor, { accountId })
    expect(await sweepLate(deps)).toMatchObject({ failed: 0 })
    expect(await db.tx((tx) => failMissed(tx, { organizationId, accountId, postId: post.id, at: '' }, clock.now))).toBe(false)
    expect(await nextSweepDue(sql)).toBe(null)
    expect(await reread(world, post)).toMatchObject({ status: 'queued' })
    await compare()
    expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId, failure: null })
    expect(await noticesOf(world, post)).toEqual([])
    expect(await creditsOf(world)).toBe(credits - 1)
  },
)

test('one of an account that cannot be reached any more does not fail before, either', async () => {
  const post = await aPin(world, { url: url('unreachable'), at: inHours(2) })
  await sql`update accounts set token_status = 'unauthorized', publishing = 'paused', paused_because = 'app_removed', while_paused = 'fail'`
  await restore(30)
  await pausePublishing(deps, actor, { accountId })
  await sweepLate(deps)
  expect(await reread(world, post)).toMatchObject({ status: 'queued' })
  await sql`update accounts set token_status = 'authorized', while_paused = 'wait'`
  await compare()
  await sweepLate(deps)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'paused' } })
})
