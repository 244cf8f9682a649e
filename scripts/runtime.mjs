// What is set before the service is loaded: how the heap grows, and stacks that name our sources.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// V8 lets the heap grow to several times what lives before it collects. What lives is 90 MB whatever comes, and the rest would stay resident.
setFlagsFromString('--heap-growing-percent=30')

// The map of a file is read when a stack first names it, so that a process that shows no stack keeps none. Node's own support reads each map
// as its file is loaded, and keeps it.
const root = new URL('../', import.meta.url)
const built = new URL('dist/', root).href
/** @type {Map<string, SourceMap | undefined>} by the address of a file */
const maps = new Map()

/** @param {string} file its address @returns {SourceMap | undefined} undefined: it has none that can be read */
function mapOf(file) {
  if (!maps.has(file)) maps.set(file, readMap(file))
  return maps.get(file)
}

/** @param {string} file */
function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')))
  } catch {
    return undefined // the line of the build is better than no line
  }
}

/** @param {NodeJS.CallSite & { toString(): string }} site @returns {string} the line as V8 writes it, with the place in our source where there is one */
function lineOf(site) {
  const line = site.toString()
  const file = site.getFileName() ?? ''
  if (!file.startsWith(built)) return line
  const [row, column] = [site.getLineNumber() ?? 1, site.getColumnNumber() ?? 1]
  const entry = mapOf(file)?.findEntry(row - 1, column - 1)
  if (!entry || !('originalSource' in entry)) return line
  const source = new URL(entry.originalSource.replace(/^(?:\.\.\/)+/, ''), root).href // it was compiled in another folder
  return line.replace(`${file}:${row}:${column}`, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
}

Error.prepareStackTrace = (error, sites) => [String(error), ...sites.map((site) => `    at ${lineOf(site)}`)].join('\n')
