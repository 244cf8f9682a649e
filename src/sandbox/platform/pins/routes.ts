/** POST /pins and saving a pin, with all their faults, and the reads of pins. */
import { after } from '../../../core/lib/duration.js'
import type { Sql } from '../../../core/ports/deps.js'
import { canPinOn, isBoard } from './boards.js'
import { type ChangeBody, readChangeBody, readCreateBody, readSaveBody, type BodyMedia } from './create-body.js'
import type { Serve, V5 } from '../endpoints.js'
import type { SimulatedRequest } from '../simulated-request.js'
import { findMedia, statusOf } from '../media/media.js'
import { readPageQuery, toPage } from '../paging.js'
import { deletePin, findPin, insertPin, insertSaved, listPins, type NewMedia, type PinTexts, updatePin } from './pins.js'
import * as refusals from '../faults/refusals.js'
import { rewrite } from '../faults/rewrite.js'
import { drawStill } from './still.js'
import { toWirePin } from '../wire.js'

const LATE_MS = 90_000

export function pinRoutes(serve: Serve, { db, publicUrl }: V5): void {
  const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write'] as const
  serve({ method: 'POST', url: '/pins', scopes: [...scopes], call: 'create_pin' }, async (request) => {
    const { caller, now, body, reply, fault } = request
    const pin = readCreateBody(body)
    const can = await canPinOn(db.sql, caller, pin)
    if (!can.board) throw refusals.notPermitted() // though reading a stale or foreign board is 404/40
    if (!can.section) throw refusals.sectionNotFound()
    const media = await takeVideo(db.sql, pin.media, request)
    const isLate = fault === 'late_in_board' || fault === 'commit_late_then_hang'
    const visibleAt = isLate ? after(now, LATE_MS) : null
    const { title, description, link, altText: alt_text } = pin
    const shown = rewrite({ title, description, link, alt_text }, Number(caller.switches.rewriteText))
    const row = await insertPin(db.sql, { ...pin, media, ownerId: caller.userId, createdAt: now, visibleAt, shown })
    void reply.code(201)
    return toWirePin(row, publicUrl(), caller.userId)
  })

  serve({ method: 'POST', url: '/pins/:pinId/save', scopes: [...scopes], call: 'save_pin' }, async (request) => {
    const { caller, now, body, params, reply, fault } = request
    const to = readSaveBody(body)
    const source = await findPin(db.sql, params.pinId ?? '')
    const isOwn = source?.owner_id === caller.userId
    if (!source || (!isOwn && source.privacy === 'SECRET')) throw refusals.pinNotFound() // does not reveal a secret pin
    if (!isOwn && source.privacy === 'PROTECTED') throw refusals.notPermitted()
    const can = await canPinOn(db.sql, caller, to)
    if (!can.board) throw (await isBoard(db.sql, to.boardId)) ? refusals.notPermitted() : refusals.boardNotFound()
    if (!can.section) throw refusals.sectionNotFound()
    const isLate = fault === 'late_in_board' || fault === 'commit_late_then_hang'
    const saved = { ...to, ownerId: caller.userId, createdAt: now, visibleAt: isLate ? after(now, LATE_MS) : null }
    const row = await insertSaved(db.sql, source.id, saved)
    if (!row) throw refusals.pinNotFound() // deleted meanwhile
    void reply.code(201)
    return toWirePin(row, publicUrl(), caller.userId)
  })

  serve({ method: 'GET', url: '/pins', scopes: ['boards:read', 'pins:read'], call: 'list_pins' }, async (request) => {
    const { caller, now } = request
    const page = readPageQuery(request, 'pins')
    const rows = await listPins(db.sql, { kind: 'owner', userId: caller.userId }, page, now)
    return toPage(rows, page, (row) => toWirePin(row, publicUrl(), caller.userId))
  })

  serve({ method: 'PATCH', url: '/pins/:pinId', scopes: [...scopes], call: 'update_pin' }, async (request) => {
    const { caller, body, params } = request
    const given = readChangeBody(body)
    const pin = await findPin(db.sql, params.pinId ?? '')
    if (!pin) throw refusals.pinNotFound()
    if (pin.owner_id !== caller.userId) throw refusals.notPermitted()
    const movesTo = given.board_id ?? pin.board_id
    const stays = movesTo === pin.board_id
    const to = {
      boardId: movesTo,
      sectionId: given.board_section_id === undefined ? (stays ? pin.section_id : null) : given.board_section_id,
    }
    const can = await canPinOn(db.sql, caller, to)
    if (!can.board) throw refusals.notPermitted()
    if (!can.section) throw refusals.sectionNotFound()
    const texts = { title: pin.title, description: pin.description, link: pin.link, alt_text: pin.alt_text, ...textsOf(given) }
    const shown = rewrite(texts, Number(caller.switches.rewriteText))
    const row = await updatePin(db.sql, pin.id, { ...texts, ...to, shown })
    if (!row) throw refusals.pinNotFound() // deleted meanwhile
    return toWirePin(row, publicUrl(), caller.userId)
  })

  serve({ method: 'DELETE', url: '/pins/:pinId', scopes: [...scopes], call: 'delete_pin' }, async ({ caller, params, reply }) => {
    const pin = await findPin(db.sql, params.pinId ?? '')
    if (!pin) throw refusals.pinNotFound()
    if (pin.owner_id !== caller.userId) throw refusals.notPermitted()
    await deletePin(db.sql, pin.id)
    void reply.code(204)
    return undefined
  })

  serve(
    { method: 'GET', url: '/pins/:pinId', scopes: ['boards:read', 'pins:read'], call: 'get_pin' },
    async ({ caller, params }) => {
      const row = await findPin(db.sql, params.pinId ?? '')
      if (!row) throw refusals.pinNotFound()
      if (row.owner_id !== caller.userId) throw refusals.notPermitted()
      return toWirePin(row, publicUrl(), caller.userId)
    },
  )
}

const textsOf = ({ title, description, link, alt_text }: ChangeBody): Partial<PinTexts> => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(link !== undefined && { link }),
  ...(alt_text !== undefined && { alt_text }),
})

/**
 * Requires a processed video of the caller.
 * @throws Refusal 400/1
 */
async function takeVideo(sql: Sql, media: BodyMedia, { caller, now }: SimulatedRequest): Promise<NewMedia> {
  if (media.kind === 'images') return media
  const { videoId, cover, coverSecond } = media
  const video = await findMedia(sql, videoId)
  if (video?.user_id !== caller.userId || statusOf(video, now) !== 'succeeded') throw refusals.videoNotUsable()
  const { sha256, width, height } = video
  if (!sha256 || !width || !height) throw refusals.videoNotUsable()
  return { kind: 'video', videoId, coverSecond, cover: cover ?? drawStill({ sha256, width, height }) }
}
