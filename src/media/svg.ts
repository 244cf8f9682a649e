/** Parses the prolog of an SVG and makes a copy of the drawing without one. @see https://www.w3.org/TR/xml/#sec-prolog-dtd */

/** Longer ones are not credible: older Illustrator writes about 2 KiB. */
const MOST_PROLOG = 65_536
/** The longest value of one entity, including the entities in it. */
const MOST_VALUE = 65_536
const MOST_BYTES = 40 * 1024 * 1024
/** The bytes within which libvips expects the element. */
const LIKELY = 900

type Prolog = { root: number; prefix: string; subset: string }

const ROOT = /<(?:([\w.-]+):)?svg[\s/>]/iy
const BESIDES = /\s+|<\?[^]*?\?>|<!--[^]*?-->/y
const DOCTYPE = /<!DOCTYPE\s+(?:[\w.-]+:)?svg(?:\s+(?:PUBLIC|SYSTEM)|\s*"[^"]*"|\s*'[^']*')*\s*(\[)?/iy
const DECLARATION = /\s+|<\?[^]*?\?>|<!--[^]*?-->|%[\w.:-]+;|<![A-Z](?:[^"'<>]|"[^"]*"|'[^']*')*>/iy
const DOCTYPE_END = /\]?\s*>/y
const ENTITY = /<!ENTITY\s+([\w.:-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/gi
const PARAMETER = /%[\w.:-]+;/
const REFERENCE = /&([A-Za-z_][\w.:-]*);/g

export const isSvg = (bytes: Buffer): boolean => readProlog(headOf(bytes)) !== undefined

/** @returns undefined if the first element is not SVG, or the prolog cannot be read */
function readProlog(text: string): Prolog | undefined {
  let at = 0
  let subset = ''
  const take = (what: RegExp): RegExpExecArray | null => {
    what.lastIndex = at
    const found = what.exec(text)
    if (found) at = what.lastIndex
    return found
  }
  for (;;) {
    if (take(BESIDES)) continue
    const doctype = take(DOCTYPE)
    if (!doctype) break
    const from = at
    if (doctype[1] !== undefined) while (take(DECLARATION));
    subset += text.slice(from, at)
    if (!take(DOCTYPE_END)) return undefined
  }
  const root = at
  const element = take(ROOT)
  return element ? { root, prefix: element[1] ?? '', subset } : undefined
}

const plains = new WeakMap<Buffer, Buffer>()

/**
 * Expands the drawing's own entities and removes the document type, so that no decoder reads one: nothing external is fetched,
 * and nothing multiplies. Returns the same buffer for the same bytes, and the original if nothing changes.
 * @returns undefined if the result would be too long
 */
export function plainSvg(bytes: Buffer): Buffer | undefined {
  const known = plains.get(bytes)
  if (known) return known
  const plain = rewrite(bytes)
  if (plain) plains.set(bytes, plain)
  return plain
}

function rewrite(bytes: Buffer): Buffer | undefined {
  const prolog = readProlog(headOf(bytes))
  const isPlain = !bytes.subarray(0, 3).some((byte) => byte > 0x7f) && prolog?.prefix === '' && prolog.subset === ''
  if (!prolog || (isPlain && prolog.root <= LIKELY)) return bytes
  const body = decode(bytes).slice(prolog.root)
  const entities = entitiesOf(prolog.subset)
  let length = body.length
  for (const [, name = ''] of body.matchAll(REFERENCE)) length += entities.get(name)?.length ?? 0
  if (length > MOST_BYTES) return undefined
  // libvips recognizes a drawing by these letters, whatever its prefix
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><!-- <svg -->${fillIn(body, entities)}`)
}

/** The entities with a text of their own. Others stay unknown to the decoder, which then refuses the drawing. */
function entitiesOf(subset: string): Map<string, string> {
  const entities = new Map<string, string>()
  for (const [, name = '', double, single = ''] of subset.replace(/<!--[^]*?-->/g, '').matchAll(ENTITY)) {
    const value = double ?? single
    if (entities.has(name) || PARAMETER.test(value) || lengthWith(value, entities) > MOST_VALUE) continue
    const whole = fillIn(value, entities)
    entities.set(name, whole.includes('<') ? whole : quoted(whole))
  }
  return entities
}

const lengthWith = (value: string, entities: ReadonlyMap<string, string>): number =>
  [...value.matchAll(REFERENCE)].reduce((sum, [, name = '']) => sum + (entities.get(name)?.length ?? 0), value.length)
const fillIn = (text: string, entities: ReadonlyMap<string, string>): string =>
  entities.size === 0 ? text : text.replace(REFERENCE, (reference, name: string) => entities.get(name) ?? reference)
/** Escapes quotes, because the value may be in an attribute. */
const quoted = (value: string): string => value.replace(/"/g, '&quot;').replace(/'/g, '&apos;')

const headOf = (bytes: Buffer): string => decode(bytes.subarray(0, MOST_PROLOG))

/** Decodes by the byte order mark, else by the declaration, else as UTF-8. */
function decode(bytes: Buffer): string {
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/i.exec(bytes.toString('latin1', 0, 200))?.[1]
  const mark = bytes.toString('latin1', 0, 2)
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : (declared ?? 'utf-8')
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes) // an unknown name
  }
}
