/** POST /pins, with everything that may go wrong there, and the reads of pins. */
import type { FastifyReply } from 'fastify'
import type { Sql } from '../../core/ports.js'
import { canPinOn } from './boards.js'
import { readCreateBody, readLink, type BodyMedia } from './create-body.js'
import { FAULT_RESET_SECONDS, type Asked, type Serve, type V5 } from './endpoints.js'
import { takeCreateFault, type CreateFault } from './faults.js'
import { findMedia, statusOf } from './media.js'
import { readPageQuery, toPage } from './paging.js'
import { findPin, insertPin, listPins, type NewMedia } from './pins.js'
import * as refusals from './refusals.js'
import { drawStill } from './still.js'
import { toWirePin, type WirePin } from './wire.js'

const LATE_MS = 90_000

export function pinRoutes(serve: Serve, { db, publicUrl, hang }: V5): void {
  const commit = async (asked: Asked, lateMs = 0): Promise<WirePin> => {
    const { caller, now, body } = asked
    const pin = readCreateBody(body)
    const can = await canPinOn(db.sql, caller, pin)
    if (!can.board) throw refusals.notPermitted() // though reading a stale or foreign board is 404/40
    if (!can.section) throw refusals.sectionNotFound()
    const media = await takeVideo(db.sql, pin.media, asked)
    const visibleAt = lateMs > 0 ? new Date(now.getTime() + lateMs) : null
    const row = await insertPin(db.sql, { ...pin, media, ownerId: caller.userId, createdAt: now, visibleAt })
    return toWirePin(row, publicUrl(), caller.userId)
  }

  const fail = async (fault: CreateFault, asked: Asked): Promise<unknown> => {
    const { reply } = asked
    switch (fault) {
      case 'commit_then_hang':
        await commit(asked)
        hang(reply)
        return reply
      case 'commit_late_then_hang':
        await commit(asked, LATE_MS)
        hang(reply)
        return reply
      case 'hang':
        hang(reply)
        return reply
      case 'commit_then_2787':
        await commit(asked)
        throw refusals.wentWrong(400)
      case 'commit_then_500':
        await commit(asked)
        throw refusals.wentWrong(500)
      case 'truncated_2xx':
        return cutShort(reply, await commit(asked))
      case 'late_in_board':
        void reply.code(201)
        return commit(asked, LATE_MS)
      case 'fail_2787':
        throw refusals.wentWrong(400)
      case 'fail_500':
        throw refusals.wentWrong(500)
      case 'rate_limited':
        throw refusals.rateLimited(FAULT_RESET_SECONDS)
      case 'unauthorized':
        throw refusals.authenticationFailed()
      case 'spam':
        throw refusals.blockedForSpam()
      case 'forbidden':
        throw refusals.notPermitted()
      case 'board_gone':
        throw refusals.boardNotFound()
      case 'section_gone':
        throw refusals.sectionNotFound()
      case 'image_unreachable':
        throw refusals.imageUnreachable()
    }
  }

  const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write'] as const
  serve({ method: 'POST', url: '/pins', scopes: [...scopes], call: 'create_pin' }, async (asked) => {
    const fault = asked.caller.hasFaults ? await takeCreateFault(db.sql, readLink(asked.body)) : undefined
    if (fault) return fail(fault, asked)
    const pin = await commit(asked)
    void asked.reply.code(201)
    return pin
  })

  serve({ method: 'GET', url: '/pins', scopes: ['boards:read', 'pins:read'] }, async ({ caller, query, now }) => {
    const page = readPageQuery(query, 'pins')
    const rows = await listPins(db.sql, { kind: 'owner', userId: caller.userId }, page, now)
    return toPage(rows, page, (row) => toWirePin(row, publicUrl(), caller.userId))
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

/** A video must be one of the caller's that has been processed. @throws Refusal 400/1 */
async function takeVideo(sql: Sql, media: BodyMedia, { caller, now }: Asked): Promise<NewMedia> {
  if (media.kind === 'images') return media
  const { videoId, cover } = media
  const video = await findMedia(sql, videoId)
  if (video?.user_id !== caller.userId || statusOf(video, now) !== 'succeeded') throw refusals.videoNotUsable()
  const { sha256, width, height } = video
  if (!sha256 || !width || !height) throw refusals.videoNotUsable()
  return { kind: 'video', videoId, cover: cover ?? drawStill({ sha256, width, height }) }
}

/** A proper HTTP answer whose JSON ends in the middle. */
function cutShort(reply: FastifyReply, pin: WirePin): FastifyReply {
  const text = JSON.stringify(pin)
  return reply
    .code(201)
    .type('application/json')
    .send(text.slice(0, text.length / 2))
}
