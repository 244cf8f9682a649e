/** Runs what is made of a page where the page was read: whatever it holds, nobody else waits for it. */
import type { Deps } from '../ports/deps.js'
import type { Functions } from './apart/functions.js'

const MODULE = new URL('./apart/functions.js', import.meta.url).href

type Result<K extends keyof Functions> = ReturnType<Functions[K]>

/** @returns null: it takes more time or memory than there is for it @throws as the web's reading */
export async function apart<K extends keyof Functions>(
  { web }: Pick<Deps, 'web'>,
  organizationId: string,
  name: K,
  ...given: Parameters<Functions[K]>
): Promise<Result<K> | null> {
  const result = await web.runApart({ module: MODULE, given: [name, ...given] }, organizationId)
  return result as Result<K> | null // that of the function
}
