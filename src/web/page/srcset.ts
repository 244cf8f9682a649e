/** The addresses of a `srcset`, cut as HTML cuts them. */
import parseSrcset from '@prettier/parse-srcset'

/** `width`: of the file, in pixels. `density`: pixels of the file for one of the page. */
export type Candidate = { address: string; width: number | null; density: number }

const MOST = 60
const ADDRESS = /[ \t\n\f\r,]*([^ \t\n\f\r,][^ \t\n\f\r]*)/y
/** Up to the next comma outside parentheses. */
const DESCRIPTORS = /(?:\([^)]*\)?|[^,(])*/y

/** Leaves out each candidate that a browser leaves out, and reads the others. @see https://html.spec.whatwg.org/#parse-a-srcset-attribute */
export function candidatesOf(srcset: string | undefined): Candidate[] {
  const found: Candidate[] = []
  for (const one of piecesOf(srcset ?? '')) {
    const [read] = parsed(one)
    if (read) found.push({ address: read.source.value, width: read.width?.value ?? null, density: read.density?.value ?? 1 })
  }
  return found
}

/** An address ends at a space; where a comma ends it, it has no descriptors. */
function piecesOf(srcset: string): string[] {
  const pieces: string[] = []
  for (let at = 0; pieces.length < MOST; ) {
    ADDRESS.lastIndex = at
    const [, address] = ADDRESS.exec(srcset) ?? []
    if (address === undefined) break
    at = ADDRESS.lastIndex
    DESCRIPTORS.lastIndex = at
    const [descriptors = ''] = address.endsWith(',') ? [] : (DESCRIPTORS.exec(srcset) ?? [])
    at += descriptors.length
    pieces.push(address + descriptors)
  }
  return pieces
}

/** The library throws where HTML goes on to the next candidate. */
function parsed(one: string): ReturnType<typeof parseSrcset> {
  try {
    return parseSrcset(one)
  } catch {
    return []
  }
}
