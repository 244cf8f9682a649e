/** POST /media and GET /media/{id}. */
import { z } from 'zod'
import type { Serve, V5 } from '../endpoints.js'
import { findMedia, registerMedia, statusOf, type Fate } from './media.js'
import { invalidRequest, mediaNotFound } from '../faults/refusals.js'
import { STORE_PATH } from './store-routes.js'

const newMedia = z.object({ media_type: z.literal('video') })
const FATES: Record<string, Fate> = { media_stuck: 'stuck', media_failed: 'failed' }

export function mediaRoutes(serve: Serve, { db, publicUrl }: V5): void {
  serve({ method: 'POST', url: '/media', scopes: ['pins:read', 'pins:write'], call: 'create_media' }, async (request) => {
    const { caller, body, now, reply, fault } = request
    if (!newMedia.safeParse(body).success) throw invalidRequest('media_type must be video.')
    const fate = (fault && FATES[fault]) ?? 'succeeded'
    const media = await registerMedia(db.sql, { userId: caller.userId, fate, now })
    void reply.code(201)
    return {
      media_id: media.id,
      media_type: 'video',
      upload_url: `${publicUrl()}${STORE_PATH}`,
      upload_parameters: Object.fromEntries(media.upload_fields),
    }
  })

  serve({ method: 'GET', url: '/media/:mediaId', scopes: ['pins:read'], call: 'get_media' }, async ({ caller, params, now }) => {
    const media = await findMedia(db.sql, params.mediaId ?? '')
    if (media?.user_id !== caller.userId) throw mediaNotFound()
    return { media_id: media.id, media_type: 'video', status: statusOf(media, now) }
  })
}
