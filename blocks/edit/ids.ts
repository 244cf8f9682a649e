/** Ids in the views of edit; payloads return them. */

export const editViews = {
  edit: 'edit_pin',
} as const

export const editActions = {
  edit: 'open_edit',
  editBoard: 'edit_board',
  editSection: 'edit_section',
} as const
