/** The weekly digest and the nudge as messages, from the state at delivery. */
import { digestMessage } from '../../../blocks/stats/digest.js'
import { emptySlotsMessage } from '../../../blocks/slots/empty-slots.js'
import type { Message, Picture } from '../../../blocks/kit/kit.js'
import type { Actor } from '../../core/lib/actor.js'
import { type Digest, readDigest } from '../../core/analytics/digest.js'
import { readNudge } from '../../core/analytics/nudge.js'
import type { Notice } from '../../core/ports/notice.js'
import type { Deps } from '../../core/ports/deps.js'
import { picturesOfPosts } from '../features/pins/cards.js'
import type { Pictured } from '../pictures/pictures.js'

type Reading = Pick<Deps, 'db' | 'clock'> & Pick<Pictured, 'picturesOf'>
type Of<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>

/** @throws NOT_FOUND */
export async function renderDigest(
  deps: Reading,
  actor: Actor,
  { accountId, week, isAsked }: Of<'weeklyDigest'>,
): Promise<Message> {
  const digest = await readDigest(deps, actor, { accountId, week })
  const [picture, pictures] = await Promise.all([
    pictureOfWeeks(deps, digest),
    picturesOfPosts(
      deps,
      digest.best.map(({ post }) => post),
    ),
  ])
  return digestMessage({ digest, now: deps.clock(), picture, pictures, isAsked: isAsked === true })
}

/** As a file of the workspace; where none can be brought there, by its address for as long as that holds. null: nothing to draw, or no way. */
async function pictureOfWeeks(deps: Reading, { account, numbers }: Digest): Promise<Picture | null> {
  if (!numbers || numbers.stats.wholeDays === 0) return null
  const { organizationId, id: accountId, username } = account
  const { startDate, endDate, days } = numbers.both
  const chart = { kind: 'stats', stats: { organizationId, accountId, startDate, endDate, days }, username } as const
  const [file = null] = await deps.picturesOf([{ ...chart, isLasting: true }])
  if (file) return file
  const [address = null] = await deps.picturesOf([chart])
  return address
}

/** undefined: the slots were filled meanwhile. @throws NOT_FOUND */
export async function renderEmptySlots(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: Of<'emptySlots'>,
): Promise<Message | undefined> {
  const nudge = await readNudge(deps, actor, { accountId })
  return nudge && emptySlotsMessage(nudge)
}
