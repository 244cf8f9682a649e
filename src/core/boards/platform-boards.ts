/** Reads all pages of the platform's listings. */
import { isReadDenied } from '../connections/platform-refusals.js'
import {
  PlatformError,
  type Page,
  type Platform,
  type PlatformAccess,
  type PlatformBoard,
  type PlatformPin,
  type PlatformSection,
} from '../ports/platform.js'
import { isPartMissing } from './write-answers.js'

export const readAllBoards = (platform: Platform, access: PlatformAccess): Promise<PlatformBoard[]> =>
  readAll((bookmark) => platform.listBoards(access, bookmark))

export const readAllSections = (platform: Platform, access: PlatformAccess, boardId: string): Promise<PlatformSection[]> =>
  readAll((bookmark) => platform.listSections(access, boardId, bookmark))

/** Returns null for a board whose sections we may not see, or that no longer exists. */
export async function readOpenSections(
  platform: Platform,
  access: PlatformAccess,
  boardId: string,
): Promise<PlatformSection[] | null> {
  try {
    return await readAllSections(platform, access, boardId)
  } catch (error) {
    if (isReadDenied(error) || (error instanceof PlatformError && error.kind === 'not_found')) return null
    throw error
  }
}

/**
 * Reads the pins of a board and of its sections, each once, in the platform's order. Stops once it has more than `most`, which
 * tells the caller that there are more.
 */
export const readBoardPins = (
  platform: Platform,
  access: PlatformAccess,
  boardId: string,
  most: number,
): Promise<PlatformPin[]> => readAll((bookmark) => readBoardPinsPage(platform, access, boardId, bookmark), most)

export async function readBoardPinsPage(
  platform: Platform,
  access: PlatformAccess,
  boardId: string,
  bookmark?: string,
): Promise<Page<PlatformPin>> {
  try {
    return await platform.listBoardPins(access, boardId, bookmark)
  } catch (error) {
    if (bookmark === undefined || !isPlaceLost(error)) throw error
    throw unusable('it lost its place in the list of pins')
  }
}

/** True when the platform rejects a bookmark that it gave us: neither the board nor our request is wrong. */
export const isPlaceLost = (error: unknown): boolean =>
  isPartMissing(error) || (error instanceof PlatformError && error.kind === 'invalid')

const unusable = (why: string) =>
  new PlatformError('unavailable', `Pinterest’s answer cannot be used: ${why}.`, { unusable: why })
export const samePageAgain = (): PlatformError => unusable('it lists the same page again and again')

async function readAll<T extends { id: string }>(
  readPage: (bookmark?: string) => Promise<Page<T>>,
  most = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const items = new Map<string, T>() // a listing that changes while it is paged may show an item twice
  let page = await readPage()
  const seen = new Set<string>()
  for (;;) {
    for (const item of page.items) items.set(item.id, item)
    if (page.bookmark === null || items.size > most) return [...items.values()]
    // items missing from such a list would count as deleted
    if (seen.has(page.bookmark)) throw samePageAgain()
    seen.add(page.bookmark)
    page = await readPage(page.bookmark)
  }
}
