/** The ids in views that a payload returns, by feature. */

/** Inputs are named after the core's field they fill, so an error is shown under its input. */
export const field = {
  account: 'accountId',
  image: 'mediaUrl',
  title: 'title',
  description: 'description',
  link: 'url',
  altText: 'altText',
  productTags: 'productTagPinIds',
  board: 'boardId',
  section: 'boardSectionId',
  when: 'when',
  time: 'sendAt',
  /** One of the open slots. */
  slot: 'slot',
  /** A pin to swap times with. */
  otherPin: 'otherPostId',
  tool: 'tool',
  files: 'uploadId',
  keptFiles: 'keptFiles',
  /** A second file field, as Slack takes ten files in one. */
  moreFiles: 'moreUploadIds',
  alsoOn: 'intervalBoards',
  interval: 'intervalType',
  everyDays: 'intervalDays',
  placing: 'intervalMode',
  pin: 'postId',
  words: 'words',
  day: 'dayPreference',
  hour: 'time',
  timezone: 'timezone',
  days: 'days',
  whilePaused: 'whilePaused',
  pausedUntil: 'until',
  channel: 'notifyChannelId',
  defaultLink: 'defaultLink',
  approvalPolicy: 'approvalPolicy',
  approvalsChannel: 'approvalsChannelId',
  /** Why a pin is rejected or changes are requested. */
  reason: 'reason',
  pinsPerDay: 'pinsPerDay',
  /** The drafts a day of a feed. */
  perDay: 'perDay',
  /** The fields of the weekly digest and the nudge. */
  digest: 'digest',
  weekday: 'weekday',
  minute: 'minute',
  nudge: 'nudge',
  utmSource: 'source',
  utmMedium: 'medium',
  utmCampaign: 'campaign',
  utmContent: 'content',
  /** The name of a board, a section, and others. */
  name: 'name',
  privacy: 'privacy',
  person: 'person',
  group: 'group',
  role: 'role',
  /** The expiry of an API key. */
  expires: 'expiresAt',
  /** The role of an API key, or that of its owner. */
  access: 'access',
  /** The accounts on which an API key has its role. */
  accounts: 'accounts',
  /** The events and accounts of a webhook. */
  events: 'events',
  accountsOfWebhook: 'accountIds',
  /** The filter and action of a bulk edit. */
  status: 'filter.status',
  pins: 'ids',
  onBoard: 'filter.boardId',
  from: 'filter.from',
  to: 'filter.to',
  deed: 'action',
  /** A column of an import; its id also names the field. */
  column: 'column',
  /** A pin on Pinterest, by its id or address. */
  platformPin: 'pinId',
  /** The resolution of a report. */
  note: 'note',
  keyword: 'keyword',
  trendRegion: 'trendRegion',
  trendInterests: 'trendInterests',
} as const

export const command = { pin: '/pin' } as const

export const shortcut = { newPin: 'new_pin', makePin: 'make_pin', makePins: 'make_pins' } as const

export const view = {
  // admin
  deleteAccount: 'delete_account',
  deleteOrganization: 'delete_organization',
  roles: 'roles',
  personRole: 'role_of_person',
  groupRole: 'role_of_group',
  defaultRole: 'default_role',
  keys: 'api_keys',
  newKey: 'new_api_key',
  newKeyShown: 'new_api_key_shown',
  connect: 'connect_account',
  // approval
  requestChanges: 'request_changes',
  rejectPin: 'reject_pin',
  // boards
  boards: 'boards',
  newBoard: 'new_board',
  renameBoard: 'rename_board',
  boardSections: 'board_sections',
  newSection: 'new_section',
  // bulk
  changeMany: 'change_many',
  previewMany: 'preview_many',
  fixMany: 'fix_many',
  // composer
  composer: 'composer',
  // edit
  edit: 'edit_pin',
  // evergreen
  evergreen: 'evergreen',
  evergreenSlot: 'evergreen_slot',
  evergreenSlotDelete: 'delete_evergreen_slot',
  // feeds
  feeds: 'feeds',
  feed: 'feed',
  // home
  home: 'home',
  // imports
  importColumns: 'import_columns',
  // pins
  move: 'move_pin',
  publish: 'publish_pin',
  moveSeries: 'move_series',
  outcome: 'say_outcome',
  show: 'show_pin',
  find: 'find_pins',
  // relevance
  fit: 'score_board',
  ideas: 'find_ideas',
  // reports
  report: 'report_issue',
  request: 'request_capability',
  resolveReport: 'resolve_report',
  // review
  bulk: 'bulk_pins',
  reviewPicture: 'review_picture',
  reviewWords: 'review_words',
  reviewTime: 'review_time',
  // saves
  save: 'save_pin',
  // settings
  settings: 'settings',
  zone: 'account_zone',
  defaultLink: 'default_link',
  channel: 'account_channel',
  approval: 'account_approval',
  pause: 'pause_publishing',
  whilePaused: 'while_paused',
  spacing: 'spacing_rules',
  spacingRule: 'spacing_rule',
  digest: 'weekly_digest',
  trends: 'account_trends',
  utm: 'utm_parameters',
  boardUtm: 'utm_parameters_of_board',
  // slots
  slots: 'slots',
  slot: 'edit_slot',
  newSlot: 'add_slot',
  suggestions: 'suggested_slots',
  rebuild: 'rebuild_slots',
  rebuildPreview: 'rebuild_preview',
  setUp: 'set_up_account',
  // webhooks
  webhooks: 'webhooks',
  webhook: 'webhook',
  webhookSecret: 'webhook_secret',
} as const

export { action } from './actions.js'

/** The values of "When". */
export const when = { draft: 'draft', nextOpenSlot: 'next_open_slot', slot: 'slot', swap: 'swap', at: 'at' } as const

/** The choices of a pin's menu, beside its three buttons. */
export const more = {
  publish: 'publish',
  duplicate: 'duplicate',
  unschedule: 'unschedule',
  delete: 'delete',
  details: 'details',
  series: 'series',
} as const

/** The choices of the menu of an evergreen slot or a spacing rule. */
export const change = { edit: 'edit', delete: 'delete' } as const

/** The choices of a board's menu. */
export const ofBoard = { rename: 'rename', sections: 'sections', fit: 'fit', ideas: 'ideas', utm: 'utm' } as const
