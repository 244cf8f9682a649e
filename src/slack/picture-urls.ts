/** Where Slack finds pictures: of a post, of a schedule, of numbers, of a pin at the platform. */
import { statsPicturePath } from '../core/analytics/stats-picture.js'
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

export const statsUrls =
  (place: Place & Pick<Deps, 'sign' | 'clock'>): SlackDeps['statsUrl'] =>
  (stats) =>
    isReachable(place) ? place.settings.publicUrl + statsPicturePath(place, stats) : null

/** What Slack takes as the address of a picture. */
const LONGEST_URL = 3000

/** Of somebody else: it need not be where we are. */
export const loadableUrls =
  ({ fetch }: Pick<Place, 'fetch'>): SlackDeps['loadableUrl'] =>
  (url) => {
    if (url === undefined || url.length > LONGEST_URL || !URL.canParse(url)) return null
    const { protocol } = new URL(url)
    return protocol === 'https:' || (protocol === 'http:' && fetch !== undefined) ? url : null
  }
