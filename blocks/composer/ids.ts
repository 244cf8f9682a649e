/** Ids in the views of composer; payloads return them. */

export const composerViews = {
  composer: 'composer',
} as const

export const composerActions = {
  composerAccount: 'composer_account',
  composerBoard: 'composer_board',
  composerSection: 'composer_section',
  composerInterval: 'composer_interval',
  composerAlsoOn: 'composer_also_on',
  composerMore: 'composer_more',
  composerPreview: 'composer_preview',
  composerWhen: 'composer_when',
  composerTime: 'composer_time',
  composerLink: 'composer_link',
  newPin: 'open_composer',
  useSlot: 'use_slot',
} as const
