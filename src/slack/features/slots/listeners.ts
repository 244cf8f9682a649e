/** Listeners of the slots of the week. */
import { action, view } from '../../../../blocks/ids.js'
import { slotsMemory } from '../../../../blocks/slots/memory.js'
import { switchesAccount } from '../../forms/switches-account.js'
import type { Listeners } from '../../listener.js'
import { openNewSlot, submitNewSlot } from './new.js'
import { changeRebuild, openRebuild, submitPreview, submitRebuild } from './rebuild.js'
import { addPostingTimes, closeSetUp, putOffByButton, submitSetUp, useSetUp } from './set-up.js'
import { deleteSlot, openSlot, submitSlot } from './slot.js'
import { chooseSlotsPart, openSlotsByButton, weekView } from './slots.js'
import { openSuggestions, takeSuggestionByButton } from './suggestions.js'

export const slotListeners = {
  actions: {
    [action.openSlots]: openSlotsByButton,
    [action.slotsAccount]: switchesAccount({
      memory: slotsMemory,
      show: (deps, member, memory) => weekView(deps, member, { memory }),
      begun: (_, accountId) => ({ accountId }),
    }),
    [action.openSlot]: openSlot,
    [action.slotsPart]: chooseSlotsPart,
    [action.addSlot]: openNewSlot,
    [action.deleteSlot]: deleteSlot,
    [action.suggestions]: openSuggestions,
    [action.takeSuggestion]: takeSuggestionByButton,
    [action.rebuild]: openRebuild,
    [action.changeRebuild]: changeRebuild,
    [action.useSetUp]: useSetUp,
    [action.changeSetUp]: addPostingTimes,
    [action.putOffSetUp]: putOffByButton,
    [action.addPostingTimes]: addPostingTimes,
  },
  views: {
    [view.slot]: submitSlot,
    [view.newSlot]: submitNewSlot,
    [view.rebuild]: submitRebuild,
    [view.rebuildPreview]: submitPreview,
    [view.setUp]: submitSetUp,
  },
  closed: {
    [view.setUp]: closeSetUp,
  },
} as const satisfies Listeners
