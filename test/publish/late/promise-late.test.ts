/** Promise 4 with several processes: late is in order and paced, and it does go out. */
import { expect, test } from 'vitest'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aPin, aPublisher, aPublishWorld, MINUTE_MS, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, clock } = world

test('late pins go out one a minute, in order, however many processes look for them at once', async () => {
  const at = clock.now.getTime()
  const posts = []
  for (let n = 0; n < 8; n++)
    posts.push(
      await aPin(world, {
        url: `https://example.com/late-${n}`,
        boardId: n % 2 ? '101' : '102',
        at: new Date(at + (n + 1) * 1000),
      }),
    )
  await pausePublishing(deps, actor, { accountId })
  clock.advance(HOUR_MS)
  await resumePublishing(deps, actor, { accountId })
  const resumed = clock.now.getTime()
  await workFor(world, 10 * MINUTE_MS, [aPublisher(world), aPublisher(world), aPublisher(world), aPublisher(world)])
  const minutes = []
  for (const post of posts) minutes.push(((await reread(world, post)).sentAt?.getTime() ?? Infinity) - resumed)
  expect(minutes.map((ms) => ms / MINUTE_MS)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
