/** Every id in a view that a payload returns, by the feature whose view has it. */

/** Inputs are called after the field of the core they fill, so an error finds its place by its field. */
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
  /** A pin to change places with. */
  otherPin: 'otherPostId',
  tool: 'tool',
  files: 'uploadId',
  keptFiles: 'keptFiles',
  /** Slack takes ten in one. */
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
  /** Why a pin does not go out as it is. */
  reason: 'reason',
  pinsPerDay: 'pinsPerDay',
  /** Drafts of a feed. */
  perDay: 'perDay',
  /** Of the weekly digest. */
  digest: 'digest',
  weekday: 'weekday',
  minute: 'minute',
  nudge: 'nudge',
  utmSource: 'source',
  utmMedium: 'medium',
  utmCampaign: 'campaign',
  utmContent: 'content',
  /** Of a board, and of a section. */
  name: 'name',
  privacy: 'privacy',
  person: 'person',
  group: 'group',
  role: 'role',
  /** Of an API key. */
  expires: 'expiresAt',
  /** Of a key: whose roles it has, or which. */
  access: 'access',
  /** Of a key: where its role holds. */
  accounts: 'accounts',
  /** Of a webhook: what it is told of, and of which accounts. */
  events: 'events',
  accountsOfWebhook: 'accountIds',
  /** Of a change of many pins: which, and what is done to them. */
  status: 'filter.status',
  pins: 'ids',
  onBoard: 'filter.boardId',
  from: 'filter.from',
  to: 'filter.to',
  deed: 'action',
  /** Of a file of pins, with the field that it has. */
  column: 'column',
  /** A pin of the platform's, by its number or address. */
  platformPin: 'pinId',
  /** What became of a report. */
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

/** Values of "When". */
export const when = { draft: 'draft', nextOpenSlot: 'next_open_slot', slot: 'slot', swap: 'swap', at: 'at' } as const

/** What the menu of a pin offers, where three buttons are not enough. */
export const more = {
  publish: 'publish',
  duplicate: 'duplicate',
  unschedule: 'unschedule',
  delete: 'delete',
  details: 'details',
  series: 'series',
} as const

/** What the menu of an evergreen slot, and of a spacing rule, offers. */
export const change = { edit: 'edit', delete: 'delete' } as const

/** What the menu of a board offers. */
export const ofBoard = { rename: 'rename', sections: 'sections', fit: 'fit', ideas: 'ideas', utm: 'utm' } as const
