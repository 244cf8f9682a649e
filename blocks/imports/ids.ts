/** Ids in the views of an import; payloads return them. */

export const importViews = {
  importColumns: 'import_columns',
} as const

export const importActions = {
  importPins: 'import_pins',
  importMode: 'import_mode',
  importColumns: 'open_import_columns',
  importProblems: 'import_problems',
  importProblemsNext: 'import_problems_next',
  importProblemsFirst: 'import_problems_first',
  importProblemsFile: 'import_problems_file',
  importRefresh: 'import_refresh',
  importUndo: 'import_undo',
  importBoard: 'import_create_board',
  importCancel: 'import_cancel',
} as const
