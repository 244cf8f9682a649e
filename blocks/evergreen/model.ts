/** The model of the evergreen form. */
import type { EvergreenMemory } from '../settings/evergreen-memory.js'
import type { Evergreen, EvergreenPost, NothingBecause } from '../../src/core/posts/evergreen/evergreen.js'
import type { EvergreenSlot, RunLine } from './text.js'
import type { Card, CardPost } from '../pin/text.js'
import type { Switchable } from '../kit/account-switch.js'
import type { Banner } from '../kit/banner.js'
import type { Locale } from '../kit/times.js'

export const newEvergreenMemory = (accountId: string): EvergreenMemory => ({ accountId, at: 0, slotsAt: 0, round: 0 })

/** A pin of the pool. */
export type PoolCard = Card & Pick<EvergreenPost, 'lastOutAt' | 'runs' | 'limits'>

/** A pin that has reached a limit. */
export type EndedPin = Pick<EvergreenPost, 'runs' | 'ended'> & { post: Pick<CardPost, 'id' | 'title'> }

export type EvergreenModel = Pick<Evergreen, 'state' | 'poolSize'> & {
  account: { username: string }
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  canChange: boolean
  slots: EvergreenSlot[]
  /** The pins of the current page of the pool. */
  pool: PoolCard[]
  /** The last ones that have ended. */
  ended: EndedPin[]
  runs: RunLine[]
  /** `lastOutAt` null: the pin is not among those that were read. */
  next: { at: Date; card: Card; lastOutAt: Date | null } | { at: Date; because: NothingBecause } | null
  memory: EvergreenMemory
  /** The reader's, for 12 or 24 hours. */
  locale?: Locale | undefined
  now: Date
  /** The result of the last press. */
  banner?: Banner | undefined
}
