/** Where a link of a document leads: to a file that is there, and to a heading of it. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../src/root.js'

/** @param place from the root of the repository, with or without `#section` */
export function leadsSomewhere(place: string): boolean {
  const [file = '', section] = place.split('#')
  const full = path.join(root, file)
  if (!existsSync(full)) return false
  return section === undefined || anchorsOf(readFileSync(full, 'utf8')).has(section)
}

/** The anchors that GitHub gives the headings of a page. */
export function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of page.replace(/^```.*?^```/gms, '').matchAll(/^#{1,6} +(.+)$/gm)) {
    const plain = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    for (let copy = 0; ; copy++) {
      const anchor = copy === 0 ? slug : `${slug}-${copy}`
      if (anchors.has(anchor)) continue
      anchors.add(anchor)
      break
    }
  }
  return anchors
}
