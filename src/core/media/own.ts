/** Media of ours by their public address, as our files of CSV have them: read from the store, not over the net. */
import type { Deps } from '../ports/deps.js'
import { openMedia, type OpenMedia } from './open.js'

/** undefined: no address of ours, or nothing is there. */
export async function openOwn(deps: Pick<Deps, 'db' | 'storage' | 'settings'>, url: string): Promise<OpenMedia | undefined> {
  const start = `${deps.settings.publicUrl}/media/`
  return url.startsWith(start) ? openMedia(deps, url.slice(start.length)) : undefined
}
