/** SIGKILL while a video is brought to the platform: its bytes never go a second time where the first ones arrived. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { endOf, ONCE } from '../../support/worker-world.js'
import { aVideoPin } from '../support/kinds.js'
import { mortals } from '../support/killed-support.js'
import { MINUTE_MS } from '../support/support.js'

const { world, pair } = await mortals(await aDatabase(), { loops: ['publisher', 'videos', 'outbox'] })

/** Videos that the platform holds, and how often the bytes of each came. */
const uploads = async () => (await world.simulator.state()).media.map((one) => one.uploads)
/** A slow store may cost one more place that gets no bytes: the platform forgets it. */
async function expectOnce(before: number, media: readonly number[]): Promise<void> {
  const places = (await uploads()).slice(before)
  expect(places.filter((times) => times > 0)).toEqual([1])
  expect(places.length).toBeGreaterThanOrEqual(media.length)
}

const steps = [
  { when: 'once it has taken the upload on', failpoint: 'video.claimed', media: [1] },
  { when: 'before the platform is asked for a place', failpoint: 'platform.startVideo.before', media: [1] },
  // of the first place nobody knows: it gets no bytes, and the platform forgets it
  { when: 'with a place that is not written down', failpoint: 'platform.startVideo.after', media: [0, 1] },
  { when: 'once the place is written down, before a byte left', failpoint: 'video.registered', media: [0, 1] },
  { when: 'once all bytes have arrived, before that is written down', failpoint: 'video.sent', media: [1] },
  { when: 'once that is written down', failpoint: 'video.uploaded', media: [1] },
  { when: 'between two looks at what became of it', failpoint: 'video.looked', media: [1] },
]

test.each(steps)('killed $when: the bytes arrive once, and so does the pin', async ({ failpoint, media }) => {
  const { victim, other } = await pair()
  const before = (await uploads()).length
  const at = new Date(world.clock.now.getTime() + 20 * MINUTE_MS)
  const post = await aVideoPin(world, { url: `https://example.com/${failpoint}`, at })
  victim.arm(failpoint)
  await world.moveTo(new Date(at.getTime() - 15 * MINUTE_MS), [victim])
  await world.workUntil(victim, () => victim.stands())
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  expect(await endOf(world, post)).toEqual(ONCE)
  await expectOnce(before, media)
})

test.each([
  { when: 'took the bytes and keeps silent', fault: 'commit_then_hang', media: [1] },
  { when: 'answers with a 500 and took nothing', fault: 'fail_500', media: [0, 1] },
] as const)('killed over a store that $when: the bytes arrive once, and so does the pin', async ({ fault, media }) => {
  const { victim, other } = await pair()
  const before = (await uploads()).length
  const at = new Date(world.clock.now.getTime() + 20 * MINUTE_MS)
  const post = await aVideoPin(world, { url: `https://example.com/store-${fault}`, at })
  await world.simulator.fault({ operation: 'upload_media', fault })
  await world.moveTo(new Date(at.getTime() - 15 * MINUTE_MS), [victim])
  const isOver = { interval: 5 }
  await expect.poll(async () => (await world.deps.db.sql`select from sim_faults`).count, isOver).toBe(0)
  if (fault === 'commit_then_hang') await expect.poll(async () => (await uploads()).at(-1), isOver).toBe(1)
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  expect(await endOf(world, post)).toEqual(ONCE)
  await expectOnce(before, media)
})
