/** Ids in the views of edit; payloads return them. */

export const editViews = {
  edit: 'edit_pin',
} as const

export const editActions = {
  edit: 'open_edit',
  editBoard: 'edit_board',
  editSection: 'edit_section',
  editWhen: 'edit_when',
  editTime: 'edit_time',
  editSlot: 'edit_slot_of_pin',
  editPicture: 'edit_picture',
  editMore: 'edit_more',
} as const
