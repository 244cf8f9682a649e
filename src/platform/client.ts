/** The platform over HTTP: Pinterest v5, the real one or the simulated one. */
import { z } from 'zod'
import type {
  Platform,
  PlatformPages,
  PlatformTrend,
  TrendQuestion,
  CreatePinAnswer,
  NewPin,
  PinSave,
  PlatformAccess,
} from '../core/ports/platform.js'
import type { Clock, Log } from '../core/ports/deps.js'
import type { Meter } from '../core/ports/metrics.js'
import { accountAnalytics, accountQuery, pinAnalytics, pinQuery, topPins, topPinsQuery } from './analytics.js'
import { makeAsk, type Ask, type PlatformRequest } from './ask.js'
import { toBoardBody, toTagsBody, toCreateBody, toPinChangeBody } from './bodies.js'
import { makeOAuth } from './oauth.js'
import { makeVideoUpload } from './video-upload.js'
import * as wire from './wire.js'
import { readError, toPlatformError, unreadable } from './errors.js'
import { isSuccess, type Question } from './exchange.js'
import type { OperationName } from './operations.js'
import { payerOf } from './pace.js'
import { createdPin } from './wire.js'

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
    listWebsites: (access) =>
      call(access, 'list_websites', '/user_account/websites', wire.page(wire.website), { query: pageQuery() }),
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
    updatePin: (access, pinId, change) =>
      call(access, 'update_pin', pin(pinId), wire.pin, { json: toPinChangeBody(change), method: 'PATCH' }),
    async deletePin(access, pinId) {
      await call(access, 'delete_pin', pin(pinId), z.unknown(), { method: 'DELETE' })
    },
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

/** Addresses of Pinterest's pages for people. Its API does not return them, so they are built from ids and names. */
const SITE = 'https://www.pinterest.com'
/**
 * Names with a predictable address: Pinterest lowers the case and writes hyphens for spaces, but drops other signs by rules of
 * its own.
 */
const SIMPLE_NAME = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/

export const pinterestPages: PlatformPages = {
  pin: (pinId) => `${SITE}/pin/${encodeURIComponent(pinId)}/`,
  board({ name, username }) {
    const profile = `${SITE}/${encodeURIComponent(username)}/`
    return name !== null && SIMPLE_NAME.test(name) ? `${profile}${name.toLowerCase().replaceAll(' ', '-')}/` : `${profile}_saved/`
  },
}

/** The most that the platform returns. */
const LIMIT = '50'
/** Bounds what is stored of an answer in a new form. */
const MOST_WEEKS = 106

/** Escapes the region's name, whose `+` would otherwise be a space. */
const trendsPath = ({ region, type }: TrendQuestion): string => `/trends/keywords/${encodeURIComponent(region)}/top/${type}`
const trendsQuery = ({ interest }: TrendQuestion) => ({ limit: LIMIT, ...(interest !== null && { interests: interest }) })

const percent = z.number().nullish()
/** The day of an ISO 8601 date, with or without a time. */
function dayOf(date: string): string | undefined {
  const day = /^(\d{4}-\d\d-\d\d)(?:T|$)/.exec(date)?.[1]
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined
}

const trend = z.looseObject({
  keyword: z.string().trim().min(1).max(200),
  pct_growth_wow: percent,
  pct_growth_mom: percent,
  pct_growth_yoy: percent,
  time_series: z.record(z.string(), z.number().nullable()).nullish(),
})

const trends = z.looseObject({ trends: z.array(z.unknown()).nullish() }).transform(({ trends: found }, ctx) => {
  const read = (found ?? []).flatMap(readTrend)
  if (read.length === 0 && found && found.length > 0)
    ctx.addIssue({ code: 'custom', message: 'none of them can be read', path: ['trends'] })
  return read
})

function readTrend(one: unknown): PlatformTrend[] {
  const { success, data } = trend.safeParse(one)
  if (!success) return [] // one keyword in a new form does not spoil the others
  const weeks = Object.entries(data.time_series ?? {})
    .flatMap(([date, value]) => {
      const week = dayOf(date)
      return week === undefined || value === null ? [] : [{ week, value: Math.min(100, Math.max(0, value)) }]
    })
    .sort((a, b) => (a.week < b.week ? -1 : 1))
    .slice(-MOST_WEEKS)
  const growth = {
    weekly: data.pct_growth_wow ?? null,
    monthly: data.pct_growth_mom ?? null,
    yearly: data.pct_growth_yoy ?? null,
  }
  return weeks.length === 0 ? [] : [{ keyword: data.keyword, growth, weeks }]
}

/** Calls in an account's name: one with a JSON answer of a given shape, and that of a pin, whose answer is returned raw. */
type Way = Pick<Question, 'query'> & {
  /** A body makes the call a POST, unless another method is given. */
  json?: object
  method?: Question['method']
}
type Call = <T extends z.ZodType>(
  access: PlatformAccess,
  operation: OperationName,
  path: string,
  shape: T,
  way?: Way,
) => Promise<z.output<T>>

const inNameOf = (access: PlatformAccess) => ({
  authorization: `Bearer ${access.accessToken}`,
  secrets: [access.accessToken],
  payer: payerOf(access),
  ...(access.isBackground && { isBackground: access.isBackground }),
})
const jsonBody = (json: object) => ({ contentType: 'application/json', text: JSON.stringify(json) })

/** @throws PlatformError for anything but a success of that shape */
function makeCall(ask: Ask): Call {
  return async (access, operation, path, shape, { query, json, method = json ? 'POST' : 'GET' } = {}) => {
    const body = json && jsonBody(json)
    const response = await ask({ operation, method, path, ...inNameOf(access), ...(query && { query }), ...(body && { body }) })
    if (response.kind !== 'answered' || !isSuccess(response.status)) throw toPlatformError(response)
    const parsed = shape.safeParse(response.json)
    if (!parsed.success) throw unreadable(response, parsed.error)
    return parsed.data
  }
}

const DAY_SECONDS = 86_400

/**
 * Derives the access tier from the limits in the headers of any answer, even a refusal.
 * @throws PlatformError if there is no answer
 */
async function readTier(ask: Ask, access: PlatformAccess): Promise<'trial' | 'standard' | null> {
  const response = await ask({ operation: 'user_account', method: 'GET', path: '/user_account', ...inNameOf(access) })
  if (response.kind !== 'answered') throw toPlatformError(response)
  const windows = response.rate.items.flatMap(({ seconds }) => seconds ?? [])
  if (windows.length === 0) return null
  return Math.max(...windows) >= DAY_SECONDS ? 'trial' : 'standard'
}

/** Sends a pin once or not at all. */
async function createPin(ask: Ask, access: PlatformAccess, pin: NewPin, signal: AbortSignal): Promise<CreatePinAnswer> {
  const question = { operation: 'create_pin', method: 'POST', path: '/pins', ...inNameOf(access), signal } as const
  return toCreateAnswer(await ask({ ...question, body: toCreateBody(pin) }))
}

/** Saves a pin once or not at all; answered like a create. */
async function savePin(
  ask: Ask,
  access: PlatformAccess,
  { pinId, boardId, boardSectionId }: PinSave,
  signal: AbortSignal,
): Promise<CreatePinAnswer> {
  const path = `/pins/${encodeURIComponent(pinId)}/save`
  const body = jsonBody({ board_id: boardId, ...(boardSectionId !== null && { board_section_id: boardSectionId }) })
  return toCreateAnswer(await ask({ operation: 'save_pin', method: 'POST', path, ...inNameOf(access), signal, body }))
}

/** Reports a created pin only when a 2xx names it; returns everything else raw, for the core to judge. */
function toCreateAnswer(response: PlatformRequest): CreatePinAnswer {
  if (response.kind === 'held') return { kind: 'paced', retryAfterMs: response.retryAfterMs }
  if (response.kind === 'unanswered') {
    return { kind: 'noAnswer', message: response.message, ...((response.neverLeft || response.wasCut) && { neverLeft: true }) }
  }
  const { status, json, requestId, retryAfterMs } = response
  const created = createdPin.safeParse(json)
  if (isSuccess(status) && created.success) {
    return { kind: 'created', pinId: created.data.id, createdAt: created.data.created_at, requestId }
  }
  const { code, message } = isSuccess(status) ? { code: null, message: `HTTP ${status} without a pin` } : readError(response)
  const number = typeof code === 'number' ? code : null
  return { kind: 'answer', status, code: number, message, requestId, retryAfterMs: status === 429 ? retryAfterMs : null }
}
