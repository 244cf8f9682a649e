/** Where Slack finds the picture of a post. */
import { mediaPath, thumbnailPath } from '../core/media/media.js'
import type { Deps } from '../core/ports.js'
import type { SlackDeps } from './listener.js'

/** Slack loads pictures itself: over https, or from this machine where Slack is the local workspace (then `fetch` is given). */
export const pictureUrls =
  ({ settings, fetch }: Pick<Deps, 'settings'> & { fetch?: unknown }): SlackDeps['pictureUrl'] =>
  ({ organizationId, media: [cover] }) => {
    if (!cover || (fetch === undefined && !settings.publicUrl.startsWith('https://'))) return null
    const small = thumbnailPath(organizationId, cover)
    if (small !== null) return settings.publicUrl + small
    return cover.contentType.startsWith('image/') ? settings.publicUrl + mediaPath(organizationId, cover) : null
  }
