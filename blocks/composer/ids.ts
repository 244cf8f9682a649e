/** Ids in the views of composer; payloads return them. */

export const composerViews = {
  composer: 'composer',
} as const

export const composerActions = {
  composerAccount: 'composer_account',
  composerBoard: 'composer_board',
  composerSection: 'composer_section',
  composerAlsoOn: 'composer_also_on',
  composerMoreBoards: 'composer_more_boards',
  composerMoreOptions: 'composer_more_options',
  newPin: 'open_composer',
  useSlot: 'use_slot',
} as const
