/** Listeners of the list of boards and their sections. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { openBoardsByButton, showAllBoards, submitBoards, turnBoardsPage } from './boards.js'
import { chooseOfBoard } from './menu.js'
import { openNewBoard, submitNewBoard } from './new.js'
import { submitRenameBoard } from './rename.js'
import { deleteSectionByButton, openNewSection, submitNewSection, turnSectionsPage } from './sections.js'

export const boardListeners = {
  actions: {
    [action.openBoards]: openBoardsByButton,
    [action.boardsPage]: turnBoardsPage,
    [action.boardsFirst]: turnBoardsPage,
    [action.boardsAll]: showAllBoards,
    [action.newBoard]: openNewBoard,
    [action.boardMenu]: chooseOfBoard,
    [action.sectionsPage]: turnSectionsPage,
    [action.sectionsFirst]: turnSectionsPage,
    [action.newSection]: openNewSection,
    [action.deleteSection]: deleteSectionByButton,
  },
  views: {
    [view.boards]: submitBoards,
    [view.newBoard]: submitNewBoard,
    [view.renameBoard]: submitRenameBoard,
    [view.newSection]: submitNewSection,
  },
} as const satisfies Listeners
