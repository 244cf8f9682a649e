/** Splits a `srcset` into addresses as HTML does. */
import parseSrcset from '@prettier/parse-srcset'

/** `width`: of the file in pixels. `density`: pixels of the file per pixel of the page. */
export type Candidate = { address: string; width: number | null; density: number }

const MOST = 60
const ADDRESS = /[ \t\n\f\r,]*([^ \t\n\f\r,][^ \t\n\f\r]*)/y
/** Everything up to the next comma outside parentheses. */
const DESCRIPTORS = /(?:\([^)]*\)?|[^,(])*/y

/** Skips invalid candidates as a browser does. @see https://html.spec.whatwg.org/#parse-a-srcset-attribute */
export function candidatesOf(srcset: string | undefined): Candidate[] {
  const found: Candidate[] = []
  for (const one of piecesOf(srcset ?? '')) {
    const [read] = parsed(one)
    if (read) found.push({ address: read.source.value, width: read.width?.value ?? null, density: read.density?.value ?? 1 })
  }
  return found
}

/** Splits at the end of each candidate. An address ends at a space; if it ends with a comma, it has no descriptors. */
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

/** Returns nothing where the library throws, because HTML continues with the next candidate. */
function parsed(one: string): ReturnType<typeof parseSrcset> {
  try {
    return parseSrcset(one)
  } catch {
    return []
  }
}
