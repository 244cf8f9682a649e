/** The platform over HTTP: Pinterest v5, the real one or the simulated one. */
import { z } from 'zod'
import type { CreatePinAnswer, Platform, PlatformAccess } from '../core/platform-port.js'
import type { Clock, Log } from '../core/ports.js'
import { toCreateBody, toTagsBody } from './bodies.js'
import { readError, toPlatformError, toRefreshError, unreadable } from './errors.js'
import { makeAsk, type Ask, type Exchange, type Question } from './exchange.js'
import { pinDays, pinDaysQuery } from './pin-days.js'
import { makeVideoUpload } from './video-upload.js'
import * as wire from './wire.js'

export type PlatformOptions = {
  /** Where v5 begins, `https://api.pinterest.com/v5`; asked at each call, since the simulator's port is known late. */
  apiUrl: () => string
  clientId: string
  clientSecret: string
  /** Real time for one call, to the last byte of the answer. */
  timeoutMs: number
  log: Log
  clock: Clock
}

const PAGE_SIZE = '250'
const secondsFrom = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000)
const bearer = ({ accessToken }: PlatformAccess) => `Bearer ${accessToken}`

/** Nothing is ever sent twice from here. `close` waits for open calls, each of which is bounded by its timeout. */
export function makePlatform(options: PlatformOptions): Platform & { close(): Promise<void> } {
  const { ask, close } = makeAsk(options)
  const upload = makeVideoUpload(options)
  const read = makeRead(ask)
  const board = (boardId: string) => `/boards/${encodeURIComponent(boardId)}`
  return {
    async createPin(access, pin, signal) {
      const body = { contentType: 'application/json', text: JSON.stringify(toCreateBody(pin)) }
      return toCreateAnswer(
        await ask({ operation: 'create_pin', method: 'POST', path: '/pins', authorization: bearer(access), body, signal }),
      )
    },
    startVideo: (access) => read(access, 'create_media', '/media', wire.startedVideo, { json: { media_type: 'video' } }),
    uploadVideo: upload.send,
    readVideo: (access, mediaId) => read(access, 'get_media', `/media/${encodeURIComponent(mediaId)}`, wire.video),
    async addProductTags(access, pinId, tagPinIds) {
      const json = toTagsBody(tagPinIds)
      await read(access, 'add_product_tags', `/pins/${encodeURIComponent(pinId)}/product_tags`, z.unknown(), { json })
    },
    readUser: (access) => read(access, 'user_account', '/user_account', wire.user),
    listBoards: (access, bookmark) =>
      read(access, 'list_boards', '/boards', wire.page(wire.board), { query: pageQuery(bookmark) }),
    readBoard: (access, boardId) => read(access, 'get_board', board(boardId), wire.board),
    listSections: (access, boardId, bookmark) =>
      read(access, 'list_sections', `${board(boardId)}/sections`, wire.page(wire.section), { query: pageQuery(bookmark) }),
    listBoardPins: (access, boardId, bookmark) =>
      read(access, 'list_board_pins', `${board(boardId)}/pins`, wire.page(wire.pin), { query: pageQuery(bookmark) }),
    readPinDays: (access, pinId, days) =>
      read(access, 'pin_analytics', `/pins/${encodeURIComponent(pinId)}/analytics`, pinDays, { query: pinDaysQuery(days) }),
    refreshToken: (refreshToken) => refresh(ask, options, refreshToken),
    async close() {
      await Promise.all([close(), upload.close()])
    },
  }
}

const pageQuery = (bookmark?: string) => ({ page_size: PAGE_SIZE, ...(bookmark !== undefined && { bookmark }) })

type Reading = Pick<Question, 'query'> & { /** A body: the question is a POST then. */ json?: object }

/** One question with a JSON answer of that shape. @throws PlatformError for anything else */
function makeRead(ask: Ask) {
  return async <T extends z.ZodType>(
    access: PlatformAccess,
    operation: string,
    path: string,
    shape: T,
    { query, json }: Reading = {},
  ): Promise<z.output<T>> => {
    const exchange = await ask({
      operation,
      method: json ? 'POST' : 'GET',
      path,
      authorization: bearer(access),
      ...(query && { query }),
      ...(json && { body: { contentType: 'application/json', text: JSON.stringify(json) } }),
    })
    if (exchange.kind === 'unanswered' || !isSuccess(exchange.status)) throw toPlatformError(exchange)
    const parsed = shape.safeParse(exchange.json)
    if (!parsed.success) throw unreadable(exchange)
    return parsed.data
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** Created only when a 2xx names the pin; everything else is given raw, for the core to judge. */
function toCreateAnswer(exchange: Exchange): CreatePinAnswer {
  if (exchange.kind === 'unanswered') {
    return { kind: 'noAnswer', message: exchange.message, ...(exchange.neverLeft && { neverLeft: true }) }
  }
  const { status, json, requestId, retryAfterMs } = exchange
  const created = wire.createdPin.safeParse(json)
  if (isSuccess(status) && created.success) {
    return { kind: 'created', pinId: created.data.id, createdAt: created.data.created_at, requestId }
  }
  return { kind: 'answer', status, ...readError(exchange), requestId, retryAfterMs: status === 429 ? retryAfterMs : null }
}

async function refresh(ask: Ask, { clientId, clientSecret, clock }: PlatformOptions, refreshToken: string) {
  const exchange = await ask({
    operation: 'refresh_token',
    method: 'POST',
    path: '/oauth/token',
    authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    body: {
      contentType: 'application/x-www-form-urlencoded',
      text: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
    },
  })
  if (exchange.kind === 'unanswered' || !isSuccess(exchange.status)) throw toRefreshError(exchange)
  const parsed = wire.tokens.safeParse(exchange.json)
  if (!parsed.success) throw unreadable({ ...exchange, json: 'no tokens in it' }) // the body itself may hold a token
  const { access_token, refresh_token, expires_in, refresh_token_expires_in: refreshExpiresIn, scope } = parsed.data
  const now = clock()
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: secondsFrom(now, expires_in),
    refreshExpiresAt: typeof refreshExpiresIn === 'number' ? secondsFrom(now, refreshExpiresIn) : null,
    scopes: scope ?? '',
  }
}
