/** What each viewer's Home shows, as far as this process knows: a form that was laid over Home, or a click elsewhere, does not tell. */
import type { HomePage } from '../../../blocks/home.js'
import type { Deps } from '../../core/ports.js'

const MOST_KEPT = 10_000
const pages = new WeakMap<Deps['db'], Map<string, HomePage>>()

/** null: the first page, or it is not known here. @param userId the actor's */
export const pageShownTo = ({ db }: Pick<Deps, 'db'>, userId: string): HomePage | null => pages.get(db)?.get(userId) ?? null

export function rememberPage({ db }: Pick<Deps, 'db'>, userId: string, page: HomePage | null): void {
  const kept = pages.get(db) ?? new Map<string, HomePage>()
  pages.set(db, kept)
  kept.delete(userId)
  if (kept.size >= MOST_KEPT) kept.clear()
  if (page) kept.set(userId, page)
}
