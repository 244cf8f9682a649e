/** The part of the table that is for boards: their list, and how they fit a keyword. */
import { action, view } from '../../../../blocks/ids.js'
import { openBoardsByButton, showAllBoards, submitBoards, turnBoardsPage } from './boards.js'
import { chooseOfBoard } from './menu.js'
import { boardOptions } from '../composer/options.js'
import { openNewBoard, submitNewBoard } from './new.js'
import { submitRenameBoard } from './rename.js'
import { leaveUnscored, scoreByButton } from '../relevance/fit.js'
import { openFitByButton, submitFit } from '../relevance/fit-form.js'
import { openIdeasByButton, showIdeasByButton, submitIdeas, tryIdeasAgain, useIdea } from '../relevance/ideas.js'
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
    [action.openFit]: openFitByButton,
    [action.fitScore]: scoreByButton,
    [action.fitNotNow]: leaveUnscored,
    [action.openIdeas]: openIdeasByButton,
    [action.ideas]: showIdeasByButton,
    [action.ideasMore]: showIdeasByButton,
    [action.ideasAgain]: tryIdeasAgain,
    [action.useIdea]: useIdea,
  },
  options: {
    [action.keywordBoard]: boardOptions,
  },
  views: {
    [view.boards]: submitBoards,
    [view.newBoard]: submitNewBoard,
    [view.renameBoard]: submitRenameBoard,
    [view.newSection]: submitNewSection,
    [view.fit]: submitFit,
    [view.ideas]: submitIdeas,
  },
} as const
