/** Where Slack finds our pictures: of a post, of a schedule. */
import { mediaPath, thumbnailPath } from '../core/media/media.js'
import type { Deps } from '../core/ports.js'
import { schedulePicturePath } from '../core/slots/schedule-picture.js'
import type { SlackDeps } from './listener.js'

type Place = Pick<Deps, 'settings'> & { fetch?: unknown }

/** Slack loads pictures itself: over https, or from this machine where Slack is the local workspace (then `fetch` is given). */
const isReachable = ({ settings, fetch }: Place): boolean => fetch !== undefined || settings.publicUrl.startsWith('https://')

export const pictureUrls =
  (place: Place): SlackDeps['pictureUrl'] =>
  ({ organizationId, media: [cover] }) => {
    if (!cover || !isReachable(place)) return null
    const { publicUrl } = place.settings
    const small = thumbnailPath(organizationId, cover)
    if (small !== null) return publicUrl + small
    return cover.contentType.startsWith('image/') ? publicUrl + mediaPath(organizationId, cover) : null
  }

export const scheduleUrls =
  (place: Place & Pick<Deps, 'sign' | 'clock'>): SlackDeps['scheduleUrl'] =>
  (schedule) =>
    isReachable(place) ? place.settings.publicUrl + schedulePicturePath(place, schedule) : null
