/** Every call of the platform's port once, with made-up arguments: for what must hold for all of them. */
import type { Platform, PlatformAccess } from '../../../src/core/ports/platform.js'
import type { OperationName } from '../../../src/platform/operations.js'
import { aPin } from './pictures.js'

const days = { first: '2026-03-01', last: '2026-03-02' }
const board = { name: 'Kitchen', description: null, privacy: 'public' } as const
export type Asking = (platform: Platform, access: PlatformAccess) => Promise<unknown>

export const READS = {
  user_account: (platform, access) => platform.readUser(access),
  list_websites: (platform, access) => platform.listWebsites(access),
  list_boards: (platform, access) => platform.listBoards(access),
  get_board: (platform, access) => platform.readBoard(access, '1'),
  list_sections: (platform, access) => platform.listSections(access, '1'),
  list_board_pins: (platform, access) => platform.listBoardPins(access, '1'),
  list_pins: (platform, access) => platform.listPins(access),
  get_pin: (platform, access) => platform.readPin(access, '1'),
  search_partner_pins: (platform, access) => platform.searchPins(access, { term: 'shelf', country: 'US' }),
  trending_keywords: (platform, access) => platform.listTrends(access, { region: 'US', type: 'growing', interest: null }),
  get_media: (platform, access) => platform.readVideo(access, '1'),
  account_analytics: (platform, access) => platform.readAccountAnalytics(access, days),
  top_pins: (platform, access) => platform.readTopPins(access, days, 'SAVE'),
  pin_analytics: (platform, access) => platform.readPinAnalytics(access, '1', { ...days, isVideo: false }),
} satisfies Partial<Record<OperationName, Asking>>

export const WRITES = {
  create_board: (platform, access) => platform.createBoard(access, board),
  update_board: (platform, access) => platform.updateBoard(access, '1', { name: 'Cellar' }),
  update_pin: (platform, access) => platform.updatePin(access, '1', { title: 'Lamp' }),
  delete_pin: (platform, access) => platform.deletePin(access, '1'),
  create_section: (platform, access) => platform.createSection(access, '1', 'Shelves'),
  delete_section: (platform, access) => platform.deleteSection(access, '1', '2'),
  create_media: (platform, access) => platform.startVideo(access),
  add_product_tags: (platform, access) => platform.addProductTags(access, '1', ['2']),
} satisfies Partial<Record<OperationName, Asking>>

export const GRANTS = {
  exchange_code: (platform) => platform.exchangeCode({ code: 'c0de-of-once', redirectUri: 'https://pinslot.test/connect' }),
  refresh_token: (platform) => platform.refreshToken('pinr_secret'),
} satisfies Partial<Record<OperationName, Asking>>

export const CREATE = {
  create_pin: async (platform, access) => platform.createPin(access, await aPin(), new AbortController().signal),
  save_pin: async (platform, access) =>
    platform.savePin(access, { pinId: '1', boardId: '2', boardSectionId: null }, new AbortController().signal),
} satisfies Partial<Record<OperationName, Asking>>

export const EVERY: Record<OperationName, Asking> = { ...READS, ...WRITES, ...GRANTS, ...CREATE }
