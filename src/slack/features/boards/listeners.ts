/** Listeners of the list of boards and their sections. */
import { action, view } from '../../../../blocks/ids.js'
import { boardsMemory, sectionsMemory } from '../../../../blocks/boards/memory.js'
import { sectionPages } from '../../../../blocks/boards/sections.js'
import { boardPages } from '../../../../blocks/boards/view.js'
import { toPage, turnsPages } from '../../forms/paging.js'
import { switchesAccount } from '../../forms/switches-account.js'
import { sectionsNow } from './sections-view.js'
import { boardsNow } from './view.js'
import type { Listeners } from '../../listener.js'
import { openBoardsByButton, showAllBoards, submitBoards } from './boards.js'
import { openNewBoard, submitNewBoard } from './new.js'
import { submitRenameBoard } from './rename.js'
import { deleteSectionByButton, openNewSection, submitNewSection } from './sections.js'

export const boardListeners = {
  actions: {
    [action.openBoards]: openBoardsByButton,
    [action.boardsAccount]: switchesAccount({
      memory: boardsMemory,
      show: boardsNow,
      begun: (memory, accountId) => ({ ...memory, accountId, words: '', at: 0, round: memory.round + 1 }),
    }),
    ...turnsPages(boardPages, { memory: boardsMemory, show: boardsNow, turned: toPage }),
    [action.boardsAll]: showAllBoards,
    [action.newBoard]: openNewBoard,
    ...turnsPages(sectionPages, { memory: sectionsMemory, show: sectionsNow, turned: toPage }),
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
