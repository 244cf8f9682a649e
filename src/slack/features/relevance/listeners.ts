/** Listeners of how boards fit a keyword, and of ideas. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { boardOptions } from '../composer/options.js'
import { chooseOfBoard } from './board-menu.js'
import { openFitByButton, submitFit } from './fit-form.js'
import { leaveUnscored, scoreByButton } from './fit.js'
import { switchKeywordAccount } from './keyword-account.js'
import { openIdeasByButton, showIdeasByButton, submitIdeas, tryIdeasAgain, useIdea } from './ideas.js'

export const relevanceListeners = {
  actions: {
    [action.boardMenu]: chooseOfBoard,
    [action.keywordAccount]: switchKeywordAccount,
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
    [view.fit]: submitFit,
    [view.ideas]: submitIdeas,
  },
} as const satisfies Listeners
