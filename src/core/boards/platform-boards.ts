/** All pages of what the platform lists by pages. */
import type { Page, Platform, PlatformAccess, PlatformBoard, PlatformSection } from '../platform-port.js'

export const readAllBoards = (platform: Platform, access: PlatformAccess): Promise<PlatformBoard[]> =>
  readAll((bookmark) => platform.listBoards(access, bookmark))

export const readAllSections = (platform: Platform, access: PlatformAccess, boardId: string): Promise<PlatformSection[]> =>
  readAll((bookmark) => platform.listSections(access, boardId, bookmark))

async function readAll<T extends { id: string }>(readPage: (bookmark?: string) => Promise<Page<T>>): Promise<T[]> {
  const items = new Map<string, T>() // a listing that changes while it is paged may show an item twice
  let page = await readPage()
  const seen = new Set<string>()
  for (;;) {
    for (const item of page.items) items.set(item.id, item)
    if (page.bookmark === null || seen.has(page.bookmark)) return [...items.values()]
    seen.add(page.bookmark)
    page = await readPage(page.bookmark)
  }
}
