/** The weekly digest and the nudge as messages, from the state at delivery. */
import { digestMessage } from '../../../../blocks/stats/digest.js'
import { emptySlotsMessage } from '../../../../blocks/stats/empty-slots.js'
import type { Message, Picture } from '../../../../blocks/kit/kit.js'
import type { Actor } from '../../../core/lib/actor.js'
import { type Digest, readDigest } from '../../../core/insight/analytics/digest.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import { readNudge } from '../../../core/insight/analytics/nudge.js'
import type { Switchable } from '../../../../blocks/kit/account-switch.js'
import type { Notice } from '../../../core/ports/notice.js'
import type { Deps } from '../../../core/ports/deps.js'
import type { Platform } from '../../../core/ports/platform.js'
import { picturesOfPosts } from '../cards/cards.js'
import type { Pictured } from '../../pictures/pictures.js'

type Reading = Pick<Deps, 'db' | 'clock'> & Pick<Pictured, 'picturesOf'> & { platform: Pick<Platform, 'pages'> }
type Of<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>

/**
 * @param choice the accounts that the person can switch to in this message; empty for a message that others see
 * @throws NOT_FOUND
 */
export async function renderDigest(
  deps: Reading,
  actor: Actor,
  { accountId, week, isAsked }: Of<'weeklyDigest'>,
  choice?: Switchable['accounts'],
): Promise<Message> {
  const [digest, accounts] = await Promise.all([
    readDigest(deps, actor, { accountId, week }),
    choice ?? listAccounts(deps, actor),
  ])
  const [picture, pictures] = await Promise.all([
    pictureOfWeeks(deps, digest),
    picturesOfPosts(
      deps,
      digest.best.map(({ post }) => post),
    ),
  ])
  const { pages } = deps.platform
  return digestMessage({
    digest,
    now: deps.clock(),
    picture,
    pictures,
    pages,
    isAsked: isAsked === true,
    choice,
    hasOthers: accounts.length > 1,
  })
}

/**
 * Draws the chart as a file of the workspace, or, if none can be uploaded, by a temporary address. null: nothing to draw, or
 * neither works.
 */
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

/** Renders the nudge; undefined: the slots were filled meanwhile. @throws NOT_FOUND */
export async function renderEmptySlots(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: Of<'emptySlots'>,
): Promise<Message | undefined> {
  const nudge = await readNudge(deps, actor, { accountId })
  return nudge && emptySlotsMessage(nudge)
}
