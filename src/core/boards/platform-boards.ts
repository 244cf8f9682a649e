/** All pages of what the platform lists by pages. */
import {
  PlatformError,
  type Page,
  type Platform,
  type PlatformAccess,
  type PlatformBoard,
  type PlatformSection,
} from '../platform-port.js'

export const readAllBoards = (platform: Platform, access: PlatformAccess): Promise<PlatformBoard[]> =>
  readAll((bookmark) => platform.listBoards(access, bookmark))

export const readAllSections = (platform: Platform, access: PlatformAccess, boardId: string): Promise<PlatformSection[]> =>
  readAll((bookmark) => platform.listSections(access, boardId, bookmark))

/** null: of a board whose sections are not for us to see, or that is gone meanwhile. */
export async function readOpenSections(
  platform: Platform,
  access: PlatformAccess,
  boardId: string,
): Promise<PlatformSection[] | null> {
  try {
    return await readAllSections(platform, access, boardId)
  } catch (error) {
    if (error instanceof PlatformError && (error.kind === 'forbidden' || error.kind === 'not_found')) return null
    throw error
  }
}

async function readAll<T extends { id: string }>(readPage: (bookmark?: string) => Promise<Page<T>>): Promise<T[]> {
  const items = new Map<string, T>() // a listing that changes while it is paged may show an item twice
  let page = await readPage()
  const seen = new Set<string>()
  for (;;) {
    for (const item of page.items) items.set(item.id, item)
    if (page.bookmark === null) return [...items.values()]
    // what is missing in a list that ends there would be taken for gone
    if (seen.has(page.bookmark)) throw new PlatformError('unavailable', 'The platform lists the same page again and again.')
    seen.add(page.bookmark)
    page = await readPage(page.bookmark)
  }
}
