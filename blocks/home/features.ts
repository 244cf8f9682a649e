/** The ways from Home to everything else, by what the reader may do. */
import type { Button } from '@slack/types'
import { action } from '../ids.js'
import { button } from '../kit/kit.js'

type Way = { text: string; actionId: string; label: string /** Who else has no use for it. */; admins?: true }

const WAYS: readonly Way[] = [
  { text: 'Queue', actionId: action.homeQueue, label: 'Queue' },
  { text: 'Slots', actionId: action.openSlots, label: 'Slots of the week' },
  { text: 'Evergreen', actionId: action.openEvergreen, label: 'Evergreen pins' },
  { text: 'Boards', actionId: action.openBoards, label: 'Boards' },
  { text: 'Settings', actionId: action.openSettings, label: 'Settings of the account' },
  { text: 'Roles', actionId: action.openRoles, label: 'Roles', admins: true },
  { text: 'Report', actionId: action.report, label: 'Report a problem' },
  { text: 'Request', actionId: action.request, label: 'Request a feature' },
]

export const featureButtons = (isOrganizationAdmin: boolean): Button[] =>
  WAYS.filter(({ admins }) => !admins || isOrganizationAdmin).map(({ text, actionId, label }) =>
    button({ text, actionId, label }),
  )
