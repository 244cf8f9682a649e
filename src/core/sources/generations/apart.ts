/** Processes a page in the separate process that read it, so that its content cannot block anything else. */
import type { Deps } from '../../ports/deps.js'
import type { Functions } from './functions.js'

const MODULE = new URL('./functions.js', import.meta.url).href

type Result<K extends keyof Functions> = ReturnType<Functions[K]>

/** @returns null when it exceeds its limit of time or memory @throws as the web's reading */
export async function apart<K extends keyof Functions>(
  { web }: Pick<Deps, 'web'>,
  organizationId: string,
  name: K,
  ...given: Parameters<Functions[K]>
): Promise<Result<K> | null> {
  const result = await web.runApart({ module: MODULE, given: [name, ...given] }, organizationId)
  return result as Result<K> | null // that of the function
}
