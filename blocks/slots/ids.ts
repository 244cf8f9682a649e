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
  slotsAccount: 'slots_account',
  openSlot: 'open_slot',
  slotsPart: 'slots_part',
  addSlot: 'open_add_slot',
  deleteSlot: 'delete_slot',
  suggestions: 'open_suggestions',
  takeSuggestion: 'take_suggestion',
  rebuild: 'open_rebuild',
  changeRebuild: 'change_rebuild',
} as const
