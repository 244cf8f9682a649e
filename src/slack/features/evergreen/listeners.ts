/** Listeners of evergreen pins and their slots. */
import { action, view } from '../../../../blocks/ids.js'
import { evergreenMemory } from '../../../../blocks/settings/evergreen-memory.js'
import { evergreenSlotPages } from '../../../../blocks/evergreen/slots.js'
import { poolPages } from '../../../../blocks/evergreen/view.js'
import { newEvergreenMemory } from '../../../../blocks/evergreen/model.js'
import { toPage, turnsPages } from '../../forms/paging.js'
import { switchesAccount } from '../../forms/switches-account.js'
import { evergreenNow } from './view.js'
import type { Listeners } from '../../listener.js'
import { openEvergreenByButton, switchEvergreen } from './evergreen.js'
import { addEvergreenPin, dropEvergreenPin, evergreenOptions, putIntoEvergreen, takeOutOfEvergreen } from './pool.js'
import { changeEvergreenSlot, openNewEvergreenSlot, submitDeleteEvergreenSlot, submitEvergreenSlot } from './slots.js'

export const evergreenListeners = {
  actions: {
    [action.openEvergreen]: openEvergreenByButton,
    [action.evergreenAccount]: switchesAccount({
      memory: evergreenMemory,
      show: evergreenNow,
      begun: ({ round }, accountId) => ({ ...newEvergreenMemory(accountId), round: round + 1 }),
    }),
    [action.evergreenState]: switchEvergreen,
    ...turnsPages(poolPages, { memory: evergreenMemory, show: evergreenNow, turned: toPage }),
    ...turnsPages(evergreenSlotPages, {
      memory: evergreenMemory,
      show: evergreenNow,
      turned: (memory, slotsAt) => ({ ...memory, slotsAt }),
    }),
    [action.evergreenNewSlot]: openNewEvergreenSlot,
    [action.evergreenSlot]: changeEvergreenSlot,
    [action.evergreenAdd]: addEvergreenPin,
    [action.evergreenDrop]: dropEvergreenPin,
    [action.evergreenPut]: putIntoEvergreen,
    [action.evergreenTake]: takeOutOfEvergreen,
  },
  options: {
    [action.evergreenAdd]: evergreenOptions,
  },
  views: {
    [view.evergreenSlot]: submitEvergreenSlot,
    [view.evergreenSlotDelete]: submitDeleteEvergreenSlot,
  },
} as const satisfies Listeners
