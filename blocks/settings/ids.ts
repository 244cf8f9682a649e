/** Ids in the views of settings; payloads return them. */

export const settingsViews = {
  settings: 'settings',
  zone: 'account_zone',
  channel: 'account_channel',
  approval: 'account_approval',
  pause: 'pause_publishing',
  whilePaused: 'while_paused',
  spacing: 'spacing_rules',
  spacingRule: 'spacing_rule',
  digest: 'weekly_digest',
} as const

export const settingsActions = {
  openSettings: 'open_settings',
  zone: 'time_zone',
  settingsZone: 'open_zone',
  settingsChannel: 'open_channel',
  settingsApproval: 'open_approval',
  settingsPause: 'open_pause',
  settingsResume: 'resume_publishing',
  disconnect: 'disconnect_account',
  settingsWhilePaused: 'open_while_paused',
  settingsPublished: 'tell_published',
  calendarMake: 'make_calendar_link',
  calendarRenew: 'renew_calendar_link',
  calendarRemove: 'remove_calendar_link',
  spacing: 'open_spacing',
  spacingPage: 'spacing_page',
  spacingFirst: 'spacing_first',
  spacingNew: 'spacing_new',
  spacingDefault: 'spacing_default',
  spacingRule: 'spacing_rule',
  spacingFind: 'spacing_find',
  settingsDigest: 'open_digest',
  digestNow: 'send_digest_now',
} as const
