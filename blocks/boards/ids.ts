/** The part of the names that is for boards: their list, and how they fit a keyword. Known to all others by ids.ts. */

export const boardField = { keyword: 'keyword' } as const

export const boardView = {
  boards: 'boards',
  newBoard: 'new_board',
  renameBoard: 'rename_board',
  boardSections: 'board_sections',
  newSection: 'new_section',
  fit: 'score_board',
  ideas: 'find_ideas',
} as const

export const boardAction = {
  openBoards: 'open_boards',
  boardsPage: 'boards_page',
  boardsFirst: 'boards_first',
  boardsAll: 'boards_all',
  newBoard: 'new_board',
  boardMenu: 'board_menu',
  sectionsPage: 'sections_page',
  sectionsFirst: 'sections_first',
  newSection: 'new_section',
  deleteSection: 'delete_section',
  /** The board that a keyword is for. */
  keywordBoard: 'keyword_board',
  openFit: 'open_score_board',
  fitScore: 'score_board_now',
  fitNotNow: 'score_board_not_now',
  openIdeas: 'open_find_ideas',
  ideas: 'show_ideas',
  ideasMore: 'more_ideas',
  ideasAgain: 'ideas_again',
  /** The composer, with an idea's link. */
  useIdea: 'use_idea',
} as const

/** What the menu of a board offers. */
export const ofBoard = { rename: 'rename', sections: 'sections', fit: 'fit', ideas: 'ideas' } as const
