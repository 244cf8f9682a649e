/** Ids in the views of slots; payloads return them. */

export const slotViews = {
  slots: 'slots',
  slot: 'edit_slot',
  newSlot: 'add_slot',
  suggestions: 'suggested_slots',
  rebuild: 'rebuild_slots',
  rebuildPreview: 'rebuild_preview',
  setUp: 'set_up_account',
} as const

export const slotActions = {
  openSlots: 'open_slots',
  slotsAccount: 'slots_account',
  openSlot: 'open_slot',
  slotsPart: 'slots_part',
  addSlot: 'open_add_slot',
  addPostingTimes: 'add_posting_times',
  deleteSlot: 'delete_slot',
  suggestions: 'open_suggestions',
  takeSuggestion: 'take_suggestion',
  rebuild: 'open_rebuild',
  changeRebuild: 'change_rebuild',
  useSetUp: 'use_set_up',
  changeSetUp: 'change_set_up',
  putOffSetUp: 'put_off_set_up',
} as const
