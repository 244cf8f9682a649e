/** Ids in the views of slots; payloads return them. */

export const slotViews = {
  slots: 'slots',
  slot: 'edit_slot',
  newSlot: 'add_slot',
  suggestions: 'suggested_slots',
  rebuild: 'rebuild_slots',
  rebuildPreview: 'rebuild_preview',
} as const

export const slotActions = {
  openSlots: 'open_slots',
  slotsPart: 'slots_part',
  addSlot: 'open_add_slot',
  deleteSlot: 'delete_slot',
  suggestions: 'open_suggestions',
  takeSuggestion: 'take_suggestion',
  rebuild: 'open_rebuild',
  changeRebuild: 'change_rebuild',
} as const

/** Buttons of one row; each needs an action id of its own there. */
export const SLOTS_IN_ROW = 25
/** @param place in its row, 0 to 24 */
export const openSlotAction = (place: number): string => `open_slot_${place}`
