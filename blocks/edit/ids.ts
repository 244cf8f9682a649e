/** Ids that the views of edit carry out and a payload brings back. */

export const editViews = {
  edit: 'edit_pin',
} as const

export const editActions = {
  edit: 'open_edit',
  editBoard: 'edit_board',
  editSection: 'edit_section',
} as const
