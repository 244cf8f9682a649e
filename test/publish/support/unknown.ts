/** Pins with an unknown outcome: the platform made them or not, and did not answer. */
import { schedulePost } from '../../../src/core/posts/schedule.js'
import type { Post } from '../../../src/core/posts/post.js'
import type { Platform } from '../../../src/core/ports/platform.js'
import { HOUR_MS } from '../../support/factories.js'
import { aPin, MINUTE_MS, reread, SECOND_MS, workFor, type PublishWorld } from './support.js'

/** No list shows the pin for so long after it was made. */
export const HIDDEN_MS = 2 * HOUR_MS

/** A draft that failed as outcome_unknown. `made`: its pin is on the platform, and shows after HIDDEN_MS. */
export async function anUnknownDraft(
  world: PublishWorld,
  { made, post }: { made: boolean; post: Parameters<typeof aPin>[1] | Post },
): Promise<Post> {
  const pin = post && 'id' in post ? post : await aPin(world, post)
  const match = { link: pin.url! }
  if (made) await world.simulator.fault({ operation: 'create_pin', fault: 'commit_then_hang', match })
  await world.simulator.fault({ operation: 'create_pin', fault: 'fail_500', times: made ? 1 : 2, match })
  await workFor(world, MINUTE_MS + SECOND_MS)
  if (made) await hide(world, pin)
  await workFor(world, HOUR_MS)
  return reread(world, pin)
}

/** A post in flight, a second after the platform failed to answer. */
export async function anUnknownPost(
  world: PublishWorld,
  { made, post }: { made: boolean; post: Parameters<typeof aPin>[1] },
): Promise<Post> {
  const pin = await aPin(world, post)
  await world.simulator.fault({
    operation: 'create_pin',
    fault: made ? 'commit_then_500' : 'fail_500',
    match: { link: pin.url! },
  })
  await workFor(world, MINUTE_MS + SECOND_MS)
  return reread(world, pin)
}

const hide = ({ deps, clock }: PublishWorld, { url }: Post) => deps.db.sql`
  update sim_pins
     set visible_at = ${new Date(clock.now.getTime() + HIDDEN_MS)}
   where link = ${url}`

export const scheduleAgain = (
  { deps, actor, accountId, clock }: PublishWorld,
  { id: postId }: Post,
  inMs = MINUTE_MS,
): Promise<Post> =>
  schedulePost(deps, actor, { accountId, postId, when: { kind: 'at', at: new Date(clock.now.getTime() + inMs) } })

/** When the platform made the pin with this post's link. */
export async function madeAt({ deps }: PublishWorld, { url }: { url: string | null }): Promise<Date> {
  const [pin] = await deps.db.sql<[{ at: Date }]>`select created_at as at from sim_pins where link = ${url}`
  return new Date(Math.floor(pin.at.getTime() / 1000) * 1000)
}

/** The same world, over another platform. */
export const asking = (world: PublishWorld, platform: Partial<Platform>): PublishWorld => ({
  ...world,
  deps: { ...world.deps, platform: { ...world.deps.platform, ...platform } },
})

/** How often boards, and pages of their pins, were read. */
export function counting(world: PublishWorld): { world: PublishWorld; reads: { boards: number; pages: number } } {
  const reads = { boards: 0, pages: 0 }
  const { platform } = world.deps
  const counted = asking(world, {
    readBoard: (...asked) => {
      reads.boards++
      return platform.readBoard(...asked)
    },
    listBoardPins: (...asked) => {
      reads.pages++
      return platform.listBoardPins(...asked)
    },
  })
  return { world: counted, reads }
}
