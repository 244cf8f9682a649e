/** Opens our own media by their public addresses, as in our CSV files: read from the store, not over the network. */
import type { Deps } from '../ports/deps.js'
import { openMedia, type OpenMedia } from './open.js'

/** Returns undefined for other addresses, or when nothing is there. */
export async function openOwn(deps: Pick<Deps, 'db' | 'storage' | 'settings'>, url: string): Promise<OpenMedia | undefined> {
  const start = `${deps.settings.publicUrl}/media/`
  return url.startsWith(start) ? openMedia(deps, url.slice(start.length)) : undefined
}
