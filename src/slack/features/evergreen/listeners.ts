/** Listeners of evergreen pins and their slots. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { openEvergreenByButton, switchEvergreen, turnEvergreenPage } from './evergreen.js'
import { addEvergreenPin, dropEvergreenPin, evergreenOptions, putIntoEvergreen, takeOutOfEvergreen } from './pool.js'
import { changeEvergreenSlot, openNewEvergreenSlot, submitDeleteEvergreenSlot, submitEvergreenSlot } from './slots.js'

export const evergreenListeners = {
  actions: {
    [action.openEvergreen]: openEvergreenByButton,
    [action.evergreenState]: switchEvergreen,
    [action.evergreenPage]: turnEvergreenPage,
    [action.evergreenFirst]: turnEvergreenPage,
    [action.evergreenSlotsPage]: turnEvergreenPage,
    [action.evergreenSlotsFirst]: turnEvergreenPage,
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
