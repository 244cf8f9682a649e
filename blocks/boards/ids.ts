/** Ids in the views of boards; payloads return them. */

export const boardViews = {
  boards: 'boards',
  newBoard: 'new_board',
  renameBoard: 'rename_board',
  boardSections: 'board_sections',
  newSection: 'new_section',
} as const

export const boardActions = {
  openBoards: 'open_boards',
  boardsAccount: 'boards_account',
  boardsPage: 'boards_page',
  boardsFirst: 'boards_first',
  boardsAll: 'boards_all',
  newBoard: 'new_board',
  boardMenu: 'board_menu',
  sectionsPage: 'sections_page',
  sectionsFirst: 'sections_first',
  newSection: 'new_section',
  deleteSection: 'delete_section',
} as const

/** What the menu of a board offers. */
export const ofBoard = { rename: 'rename', sections: 'sections', fit: 'fit', ideas: 'ideas', utm: 'utm' } as const
