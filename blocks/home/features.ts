/** The ways from Home to everything else, by what the reader may do. */
import type { Button } from '@slack/types'
import { action } from '../ids.js'
import { button } from '../kit/kit.js'

type Way = { words: string; actionId: string; says: string /** Who else has no use for it. */; admins?: true }

const WAYS: readonly Way[] = [
  { words: 'Queue', actionId: action.homeQueue, says: 'Queue' },
  { words: 'Slots', actionId: action.openSlots, says: 'Slots of the week' },
  { words: 'Evergreen', actionId: action.openEvergreen, says: 'Evergreen pins' },
  { words: 'Boards', actionId: action.openBoards, says: 'Boards' },
  { words: 'Settings', actionId: action.openSettings, says: 'Settings of the account' },
  { words: 'Roles', actionId: action.openRoles, says: 'Roles', admins: true },
  { words: 'Report', actionId: action.report, says: 'Report a problem' },
  { words: 'Request', actionId: action.request, says: 'Request a feature' },
]

export const featureButtons = (isOrganizationAdmin: boolean): Button[] =>
  WAYS.filter(({ admins }) => !admins || isOrganizationAdmin).map(({ words, actionId, says }) =>
    button({ words, actionId, says }),
  )
