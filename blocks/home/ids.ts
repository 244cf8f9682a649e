/** Ids in the views of home; payloads return them. */

export const homeViews = {
  home: 'home',
} as const

export const homeActions = {
  /** Of the help: does what its verb does. */
  runVerb: 'run_verb',
  searchInstead: 'search_instead',
  helpInstead: 'help_instead',
  homeAccount: 'home_account',
  /** Does what the chosen verb does, over Home. */
  homeMore: 'home_more',
  homeRequests: 'home_requests',
  homeResume: 'home_resume',
  homeResumeHold: 'home_resume_hold',
  homePause: 'home_pause',
} as const
