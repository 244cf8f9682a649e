/** Ids in the views that change many pins; payloads return them. */

export const bulkViews = {
  changeMany: 'change_many',
  previewMany: 'preview_many',
  fixMany: 'fix_many',
} as const

export const bulkActions = {
  changeMany: 'open_change_many',
  /** Another choice in the form, after which it asks for something else. */
  manyFollow: 'many_follow',
  manyPins: 'many_pins',
  fixMany: 'open_fix_many',
  fixBoard: 'fix_board',
  exportCsv: 'export_csv',
} as const
