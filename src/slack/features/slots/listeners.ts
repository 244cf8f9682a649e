/** Listeners of the slots of the week. */
import { action, view } from '../../../../blocks/ids.js'
import { openSlotAction, SLOTS_IN_ROW } from '../../../../blocks/slots/ids.js'
import type { Listeners } from '../../listener.js'
import { openNewSlot, submitNewSlot } from './new.js'
import { changeRebuild, openRebuild, submitPreview, submitRebuild } from './rebuild.js'
import { deleteSlot, openSlot, submitSlot } from './slot.js'
import { chooseSlotsPart, openSlotsByButton } from './slots.js'
import { openSuggestions, takeSuggestionByButton } from './suggestions.js'

export const slotListeners = {
  actions: {
    [action.openSlots]: openSlotsByButton,
    ...Object.fromEntries(Array.from({ length: SLOTS_IN_ROW }, (_, place) => [openSlotAction(place), openSlot])),
    [action.slotsPart]: chooseSlotsPart,
    [action.addSlot]: openNewSlot,
    [action.deleteSlot]: deleteSlot,
    [action.suggestions]: openSuggestions,
    [action.takeSuggestion]: takeSuggestionByButton,
    [action.rebuild]: openRebuild,
    [action.changeRebuild]: changeRebuild,
  },
  views: {
    [view.slot]: submitSlot,
    [view.newSlot]: submitNewSlot,
    [view.rebuild]: submitRebuild,
    [view.rebuildPreview]: submitPreview,
  },
} as const satisfies Listeners
