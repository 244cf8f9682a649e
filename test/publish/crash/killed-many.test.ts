/** SIGKILL in the middle of many pins at once: each of them at whatever step it just was. */
import { expect, test } from 'vitest'
import type { Post } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { endOf, ONCE, someBoards } from '../../support/worker-world.js'
import { mortals, soon } from '../support/killed-support.js'
import { aPin } from '../support/support.js'

const PINS = 40
const { world, pair } = await mortals(await aDatabase(), { loops: ['publisher', 'outbox'] })
const boards = await someBoards(world, PINS)

test.each([
  { when: 'once it has claimed all of them', failpoint: 'publish.claimed', after: 0 },
  { when: 'with some of them committed as sending', failpoint: 'publish.sending', after: 9 },
  { when: 'with some answers in its hand', failpoint: 'publish.answered', after: 5 },
  { when: 'with some of them written down', failpoint: 'settled', after: 12 },
])('killed $when: one pin for each post, each paid for once', async ({ failpoint, after }) => {
  const { victim, other } = await pair()
  const at = soon(world)
  const posts: Post[] = []
  for (const [n, boardId] of boards.entries())
    posts.push(await aPin(world, { url: `https://example.com/many/${failpoint}/${n}`, boardId, at }))
  for (const fault of ['commit_then_hang', 'commit_then_2787', 'fail_500'] as const)
    await world.simulator.fault({ operation: 'create_pin', fault, times: 3 })
  victim.arm(failpoint, { after })
  await world.moveTo(at, [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  for (const post of posts) expect({ url: post.url, ...(await endOf(world, post)) }).toEqual({ url: post.url, ...ONCE })
})
