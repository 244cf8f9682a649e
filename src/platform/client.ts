/** The platform over HTTP: Pinterest v5, the real one or the simulated one. */
import { z } from 'zod'
import type { Platform, PlatformPages } from '../core/ports/platform.js'
import type { Clock, Log } from '../core/ports/deps.js'
import type { Meter } from '../core/ports/metrics.js'
import { accountAnalytics, accountQuery, pinAnalytics, pinQuery, topPins, topPinsQuery } from './analytics.js'
import { makeAsk } from './ask.js'
import { toBoardBody, toTagsBody } from './bodies.js'
import { createPin, makeCall, readTier, savePin } from './call.js'
import { makeOAuth } from './oauth.js'
import { pinterestPages } from './pages.js'
import { trends, trendsPath, trendsQuery } from './trends.js'
import { makeVideoUpload } from './video-upload.js'
import * as wire from './wire.js'

export type PlatformOptions = {
  /** The base of v5, `https://api.pinterest.com/v5`; read at each call, because the simulator's port is known late. */
  apiUrl: () => string
  /** The consent page, `https://www.pinterest.com/oauth/`. */
  authorizeUrl: () => string
  /** Addresses of its pages for people; default: pinterest.com. */
  pages?: PlatformPages
  clientId: string
  clientSecret: string
  /** Real time for one call, to the last byte of the answer; some have less. @see src/platform/operations.ts */
  timeoutMs: number
  log: Log
  clock: Clock
  /** Returns a number in [0, 1) that spreads retries. */
  random: () => number
  /** Keeps calls below what the platform allows an account; default true. */
  pacing?: boolean
  /** Called for each exchange, for the metrics. */
  onCall?: Meter['platformCalled']
}

const PAGE_SIZE = '250'
/** The largest page of the public search. */
const SEARCH_LIMIT = '50'

/** Never sends a write twice that may have arrived. `close` waits for open calls, each of which is bounded in time. */
export function makePlatform(options: PlatformOptions): Platform & { close(): Promise<void> } {
  const { ask, close } = makeAsk(options)
  const upload = makeVideoUpload(options)
  const call = makeCall(ask)
  const board = (boardId: string) => `/boards/${encodeURIComponent(boardId)}`
  const pin = (pinId: string) => `/pins/${encodeURIComponent(pinId)}`
  return {
    ...makeOAuth(ask, options),
    pages: options.pages ?? pinterestPages,
    createPin: (access, newPin, signal) => createPin(ask, access, newPin, signal),
    savePin: (access, save, signal) => savePin(ask, access, save, signal),
    startVideo: (access) => call(access, 'create_media', '/media', wire.startedVideo, { json: { media_type: 'video' } }),
    uploadVideo: upload.send,
    readVideo: (access, mediaId) => call(access, 'get_media', `/media/${encodeURIComponent(mediaId)}`, wire.video),
    async addProductTags(access, pinId, tagPinIds) {
      const json = toTagsBody(tagPinIds)
      await call(access, 'add_product_tags', `${pin(pinId)}/product_tags`, z.unknown(), { json })
    },
    readUser: (access) => call(access, 'user_account', '/user_account', wire.user),
    readTier: (access) => readTier(ask, access),
    listBoards: (access, bookmark) =>
      call(access, 'list_boards', '/boards', wire.page(wire.board), { query: pageQuery(bookmark) }),
    readBoard: (access, boardId) => call(access, 'get_board', board(boardId), wire.board),
    listSections: (access, boardId, bookmark) =>
      call(access, 'list_sections', `${board(boardId)}/sections`, wire.page(wire.section), { query: pageQuery(bookmark) }),
    listBoardPins: (access, boardId, bookmark) =>
      call(access, 'list_board_pins', `${board(boardId)}/pins`, wire.page(wire.pin), { query: pageQuery(bookmark) }),
    listPins: (access, bookmark) => call(access, 'list_pins', '/pins', wire.page(wire.pin), { query: pageQuery(bookmark) }),
    readPin: (access, pinId) => call(access, 'get_pin', pin(pinId), wire.pin),
    searchPins: (access, { term, country, bookmark }) => {
      const query = { term, country_code: country, limit: SEARCH_LIMIT, ...(bookmark !== undefined && { bookmark }) }
      return call(access, 'search_partner_pins', '/search/partner/pins', wire.page(wire.publicPin), { query })
    },
    listTrends: (access, question) =>
      call(access, 'trending_keywords', trendsPath(question), trends, { query: trendsQuery(question) }),
    createBoard: (access, newBoard) => call(access, 'create_board', '/boards', wire.board, { json: toBoardBody(newBoard) }),
    updateBoard: (access, boardId, change) =>
      call(access, 'update_board', board(boardId), wire.board, { json: change, method: 'PATCH' }),
    createSection: (access, boardId, name) =>
      call(access, 'create_section', `${board(boardId)}/sections`, wire.section, { json: { name } }),
    async deleteSection(access, boardId, sectionId) {
      const path = `${board(boardId)}/sections/${encodeURIComponent(sectionId)}`
      await call(access, 'delete_section', path, z.unknown(), { method: 'DELETE' })
    },
    readAccountAnalytics: (access, days) =>
      call(access, 'account_analytics', '/user_account/analytics', accountAnalytics, { query: accountQuery(days) }),
    readTopPins: (access, days, sortBy) =>
      call(access, 'top_pins', '/user_account/analytics/top_pins', topPins, { query: topPinsQuery(days, sortBy) }),
    readPinAnalytics: (access, pinId, question) =>
      call(access, 'pin_analytics', `${pin(pinId)}/analytics`, pinAnalytics(question.isVideo), { query: pinQuery(question) }),
    async close() {
      await Promise.all([close(), upload.close()])
    },
  }
}

const pageQuery = (bookmark?: string) => ({ page_size: PAGE_SIZE, ...(bookmark !== undefined && { bookmark }) })
