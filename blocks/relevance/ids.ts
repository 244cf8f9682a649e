/** Ids in the views of relevance; payloads return them. */

export const relevanceViews = {
  fit: 'score_board',
  ideas: 'find_ideas',
} as const

export const relevanceActions = {
  /** The board that a keyword is for. */
  keywordBoard: 'keyword_board',
  keywordAccount: 'keyword_account',
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
