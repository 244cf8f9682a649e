/** Ids in the views of evergreen; payloads return them. */

export const evergreenViews = {
  evergreen: 'evergreen',
  evergreenSlot: 'evergreen_slot',
  evergreenSlotDelete: 'delete_evergreen_slot',
} as const

export const evergreenActions = {
  evergreenAccount: 'evergreen_account',
  openEvergreen: 'open_evergreen',
  evergreenState: 'evergreen_state',
  evergreenPage: 'evergreen_page',
  evergreenFirst: 'evergreen_first',
  evergreenNewSlot: 'evergreen_new_slot',
  evergreenSlot: 'evergreen_slot',
  evergreenSlotsPage: 'evergreen_slots_page',
  evergreenSlotsFirst: 'evergreen_slots_first',
  evergreenAdd: 'evergreen_add',
  evergreenDrop: 'evergreen_drop',
  /** On the card of a published pin. */
  evergreenPut: 'evergreen_put',
  evergreenTake: 'evergreen_take',
} as const
